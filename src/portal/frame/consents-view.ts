import { html } from 'hono/html'
import { dayWords, isDay } from '../../line/fields/calendar.ts'
import type { GivenConsent } from '../../line/record/consent.ts'
import { proofWords, purposeWords } from '../../line/record/consent-words.ts'
import type { Html } from '../../pages/frame.ts'

const OFFERED = 'This came before your application was complete, so it has no effect.'

const given = ({
  purpose,
  version,
  words,
  givenAt,
  proof,
  state,
}: GivenConsent): Html => html`<div class="card">
<h3>${purposeWords(purpose)}</h3>
<p class="soft small">${dayWords(givenAt.toISOString())} (UTC), version ${isDay(version) ? dayWords(version) : version}. ${proofWords[proof].toPerson}</p>
${state === 'offered' ? html`<p class="callout info">${OFFERED}</p>` : ''}
<blockquote class="words"><p>${words}</p></blockquote>
</div>`

export const consentsView = (consents: readonly GivenConsent[]): Html =>
  consents.length === 0
    ? html``
    : html`<details class="known"><summary>What you agreed to</summary>
${consents.map(given)}
</details>`
