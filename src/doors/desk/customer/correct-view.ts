import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import type { Correctable, CorrectionEffect } from '../../../products/line/book.ts'
import { hidden, postForm } from '../parts/form.ts'
import { correctionForm, seenOf } from './correct.ts'

const EFFECTS: Readonly<Record<CorrectionEffect, string>> = {
  none: 'nothing else changes',
  asks_carriers: 'we ask the carriers again, and current quotes end',
  voids_consent: 'the person must authorize the credit check again, and current quotes end',
  voids_review: 'the person must review the application again, and current quotes end',
  proves_again: 'we email the old and the new address, and the person must prove the new one',
  clears_clause: 'the old lender’s clause and address are removed. Enter the new lender’s next',
}

const effectsView = (places: readonly Correctable[]) => {
  const effects = [...new Set(places.map(({ effect }) => effect))]
  return html`<ul class="small">${effects.map(effect => {
    const labels = places.filter(place => place.effect === effect).map(({ label }) => label)
    return html`<li>${labels.join('; ')}: ${EFFECTS[effect]}.</li>`
  })}</ul>`
}

export const correctForm = (
  token: Html,
  uid: string,
  places: readonly Correctable[],
) => html`<details><summary>Correct another answer</summary>
${postForm({
  token,
  path: `/desk/book/${uid}/answers`,
  label: 'Correct another answer',
  body: html`${hidden('seen', seenOf(places))}${effectsView(places.filter(({ name }) => name !== 'phone_number'))}
${correctionForm(places).draw()}
<button>Save correction</button>`,
})}</details>`
