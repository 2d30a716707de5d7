import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'

export const customerLink = (uid: string): Html => html`<a href="/desk/book/${uid}"><code>${uid}</code></a>`
