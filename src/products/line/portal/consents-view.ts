import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords, isDay } from '../../../platform/values/calendar.ts'
import type { GivenConsent } from '../record/consent.ts'
import { proofToPerson, purposeWords } from '../record/consent-words.ts'
import { say, sayKnown } from './say.ts'

const OFFERED = 'This came before your application was complete, so it has no effect.'

const whenGiven = (givenAt: Date, version: string): string => {
  const [day, textDay] = [dayWords(givenAt.toISOString()), version.slice(0, 10)]
  return isDay(textDay)
    ? say('{day} (UTC), version {version}.', { day, version: dayWords(textDay) })
    : say('{day} (UTC).', { day })
}

const given = ({
  purpose,
  version,
  words,
  givenAt,
  proof,
  state,
  withdrawnAt,
}: GivenConsent): Html => html`<div class="card">
<h3>${sayKnown(purposeWords(purpose))}</h3>
<p class="soft small">${whenGiven(givenAt, version)} ${sayKnown(proofToPerson(purpose, proof))}</p>
${withdrawnAt ? html`<p class="callout info">${say('Withdrawn on {day} (UTC).', { day: dayWords(withdrawnAt.toISOString()) })}</p>` : ''}
${state === 'offered' ? html`<p class="callout info">${say(OFFERED)}</p>` : ''}
<blockquote class="words" lang="${version.endsWith('-es') ? 'es' : 'en'}"><p>${words}</p></blockquote>
</div>`

const isOwn = ({ proof }: GivenConsent): boolean => proof === 'portal_session'

export const consentsView = (consents: readonly GivenConsent[]): Html =>
  consents.length === 0
    ? html``
    : html`<details class="known"><summary>${consents.every(isOwn) ? say('What you agreed to') : say('Consents on record')}</summary>
${consents.map(given)}
</details>`

type Paper = { isOnPaper: boolean; action: string; token: Html }

/** E-SIGN, 15 U.S.C. 7001(c): a person can withdraw electronic delivery at any time. */
export const paperView = ({ isOnPaper, action, token }: Paper): Html =>
  isOnPaper
    ? html`<p class="callout info">${say('You withdrew your consent to electronic delivery. We send your documents and legal notices by postal mail, free of charge.')}</p>`
    : html`<details class="known on-screen"><summary>${say('Get your documents by postal mail')}</summary>
<form method="post" action="${action}">${token}
<p>${say('We email you your documents and legal notices. To get them by postal mail instead, free of charge, withdraw your consent to electronic delivery. What you’ve already signed stays valid.')}</p>
<p><button class="secondary">${say('Send my documents by postal mail')}</button></p>
</form>
</details>`
