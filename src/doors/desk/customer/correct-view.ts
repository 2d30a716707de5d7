import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/frame.ts'
import type { Correctable, CorrectionEffect } from '../../../products/line/book.ts'
import { form } from '../parts/form.ts'
import { lineInput } from '../parts/one-line-field.ts'

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
  return html`<ul class="small" id="correct-effects">${effects.map(effect => {
    const labels = places.filter(place => place.effect === effect).map(({ label }) => label)
    return html`<li>${labels.join('; ')}: ${EFFECTS[effect]}.</li>`
  })}</ul>`
}

export type Typed = { what: string; value: string; reason: string }

type View = { token: Html; path: string; seen: string; problem: string | null; typed: Typed }

const marks = (problem: string | null) =>
  html` aria-describedby="value-hint${problem ? ' value-problem' : ''}"${problem ? html` aria-invalid="true" autofocus` : ''}`

export const correctForm = (
  places: readonly Correctable[],
  { token, path, seen, problem, typed }: View,
) => html`<details${problem ? html` open` : ''}><summary>Correct another answer</summary>
${form({
  token,
  path,
  label: 'Correct another answer',
  body: html`<input type="hidden" name="seen" value="${seen}"><div class="field"><label for="what">What to correct</label>
<select id="what" name="what" required aria-describedby="correct-effects">${places.map(
    ({ name, label, value }) =>
      html`<option value="${name}"${name === typed.what ? html` selected` : ''}>${label} (now: ${value === '' ? 'missing' : value})</option>`,
  )}</select>
${effectsView(places)}</div>
<div class="field"><label for="value">Correct value</label>
<p class="hint small" id="value-hint">Dates as YYYY-MM-DD. Escrow as yes or no.</p>
${problem ? html`<p class="error-text" id="value-problem" role="alert">${problem}</p>` : ''}
${lineInput({ id: 'value', name: 'value', attributes: html` autocomplete="off" value="${typed.value}"${marks(problem)}` })}</div>
<div class="field"><label for="reason">Why</label>
<p class="hint small" id="reason-hint">Only staff can read it, for example: The customer called.</p>
${lineInput({ id: 'reason', name: 'reason', attributes: html` autocomplete="off" aria-describedby="reason-hint" value="${typed.reason}"` })}</div>
<button>Save correction</button>`,
})}</details>`
