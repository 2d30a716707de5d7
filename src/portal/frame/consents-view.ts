import { html } from 'hono/html'
import { dayWords } from '../../line/fields/calendar.ts'
import type { GivenConsent } from '../../line/record/consent.ts'
import type { Html } from '../../pages/frame.ts'

const TITLES: Readonly<Record<string, string>> = {
  homeowners_soft_credit_check: 'Soft credit check',
  electronic_records: 'Electronic documents and signature',
  homeowners_application_signature: 'Application and signature',
  umbrella_application_review: 'Application review',
  umbrella_credit_check: 'Soft credit check',
  umbrella_purchase: 'Purchase',
  umbrella_purchase_attestation: 'Purchase',
  umbrella_application_signature: 'Application and signature',
  homeowners_purchase_attestation: 'Purchase',
}

const given = ({ purpose, version, words, givenAt }: GivenConsent): Html => html`<div class="card">
<h3>${TITLES[purpose] ?? 'Consent'}</h3>
<p class="soft small">Agreed on ${dayWords(givenAt.toISOString())} (UTC), version ${dayWords(version)}</p>
<blockquote class="words"><p>${words}</p></blockquote>
</div>`

export const consentsView = (consents: readonly GivenConsent[]): Html =>
  consents.length === 0
    ? html``
    : html`<details class="known"><summary>What you agreed to</summary>
${consents.map(given)}
</details>`
