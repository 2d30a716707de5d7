import { html } from 'hono/html'
import type { Html } from './html.ts'

/** The result of the last step. Screen readers often skip a status on a new page, so it takes the focus. */
export const noticeView = (
  words: string | null | undefined,
  tone: 'info' | 'success' | 'warning' = 'info',
): Html =>
  words
    ? html`<div class="callout ${tone}" role="status" tabindex="-1" autofocus aria-labelledby="notice"><p id="notice">${words}</p></div>`
    : html``
