import { html } from 'hono/html'
import type { Html } from './frame.ts'

/** What came of the last step. A status that a new page brings along is often not read out, so it takes the focus. */
export const noticeView = (
  words: string | null | undefined,
  tone: 'info' | 'success' | 'warning' = 'info',
): Html =>
  words
    ? html`<div class="callout ${tone}" role="status" tabindex="-1" autofocus aria-labelledby="notice"><p id="notice">${words}</p></div>`
    : html``
