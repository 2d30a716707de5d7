import { html } from 'hono/html'
import type { Act } from '../../audit/acts.ts'
import { nameTitle } from '../../lib/name-words.ts'
import type { Html } from '../../pages/frame.ts'
import { moment } from '../../pages/moment.ts'

export const actsView = (acts: readonly Act[]): Html =>
  acts.length === 0
    ? html`<p class="soft">Nothing has been decided yet.</p>`
    : html`<table class="stacks">
<caption class="hidden">History</caption>
<thead><tr><th scope="col">When</th><th scope="col">What</th><th scope="col">Who</th><th scope="col">Why</th></tr></thead>
<tbody>${acts.map(
        ({ at, act, actor, note }) =>
          html`<tr><td>${moment(at)}</td><td data-label="What">${nameTitle(act)}</td><td data-label="Who"><code>${actor}</code></td><td class="typed" data-label="Why">${note ?? '–'}</td></tr>`,
      )}</tbody></table>`
