import { html } from 'hono/html'
import type { Act } from '../audit/acts.ts'
import { fail } from '../errors.ts'
import type { Html } from '../pages/frame.ts'
import { moment } from '../pages/moment.ts'
import { words } from './cards.ts'

const LONGEST = 300

export const typedLine = (form: URLSearchParams, name: string, missing?: string): string | null => {
  const text = (form.get(name) ?? '').trim()
  if (text === '') return missing === undefined ? null : fail('invalid_request', { message: missing })
  if (text.length > LONGEST || /\p{C}/u.test(text))
    fail('invalid_request', { message: `Enter one line of at most ${LONGEST} characters.` })
  return text
}

export const noteField = (id: string, required: boolean): Html => html`<div class="field">
<label for="${id}">Why${required ? '' : ' (optional)'}</label>
<p class="hint small" id="${id}-hint">Only staff can read it.</p>
<input id="${id}" name="note" maxlength="300" aria-describedby="${id}-hint"${required ? html` required` : ''}></div>`

export const actsView = (acts: readonly Act[]): Html =>
  acts.length === 0
    ? html`<p class="soft">Nothing has been decided yet.</p>`
    : html`<table class="stacks">
<caption class="hidden">History</caption>
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Why</th></tr></thead>
<tbody>${acts.map(
        ({ at, act, actor, note }) =>
          html`<tr><td>${moment(at)}</td><td data-label="What">${words(act)}</td><td data-label="Who"><code>${actor}</code></td><td data-label="Why">${note ?? '–'}</td></tr>`,
      )}</tbody></table>`
