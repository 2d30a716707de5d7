import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'

export const customerLink = (uid: string): Html => html`<a href="/desk/book/${uid}"><code>${uid}</code></a>`
