import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

export const customerLink = (uid: string): Html => html`<a href="/desk/book/${uid}"><code>${uid}</code></a>`
