import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'

export type Section = { id: string; title: string; count: number; body: Html }

export const sectionView = ({ id, title, count, body }: Section) => html`<section aria-labelledby="${id}">
<div class="row"><h2 id="${id}">${title}</h2> <span class="badge">${count}</span></div>
${body}</section>`
