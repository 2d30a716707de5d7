import { html } from 'hono/html'
import type { FieldError } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { ConsentWords } from '../../../products/line/record/consent.ts'
import { errorAt, errorOf } from '../frame/step-body.ts'
import { say } from '../words/say.ts'

type Filled = { typed: URLSearchParams; errors: readonly FieldError[] }

type Agreement = { name: string; heading: string; intro?: Html; label: string }

export const agreement = (
  { typed, errors }: Filled,
  { words, version }: ConsentWords,
  { name, heading, intro, label }: Agreement,
): Html => {
  const error = errorAt({ errors }, name)
  const isTicked = typed.get(name) === 'yes'
  return html`<section class="card bound sheet" aria-labelledby="${name}-heading">
<h2 id="${name}-heading">${heading}</h2>
${intro ?? ''}
<blockquote class="words" id="${name}-words"><p>${words}</p></blockquote>
<input type="hidden" name="${name}_version" value="${version}">
${error ? html`<p class="error-text small" id="${name}-error">${error}</p>` : ''}
<label class="choice agree"><input type="checkbox" name="${name}" id="${name}" value="yes" aria-describedby="${name}-words${error ? ` ${name}-error` : ''}"${isTicked ? html` checked` : ''}${error ? html` aria-invalid="true"` : ''}><span>${label}</span></label>
</section>`
}

export const isAgreed = (form: URLSearchParams, name: string): boolean => form.get(name) === 'yes'

export const agreedVersion = (form: URLSearchParams, name: string): string =>
  form.get(`${name}_version`) ?? ''

const BOXES = ['disclosures', 'electronic_records', 'credit_check_authorized', 'estimates', 'application']

/** A checked box or a yes must be given again once its text, or what the text is about, has changed. */
export const withoutAgreements = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams(
    [...form].filter(([name, value]) => !BOXES.includes(name) && !(name === 'answer' && value === 'Yes')),
  )

export const withoutSignature = (form: URLSearchParams): URLSearchParams => {
  const kept = withoutAgreements(form)
  kept.delete('signed_name')
  return kept
}

const notRead = (): FieldError =>
  errorOf('disclosures', say('Before you sign'), say('Check the box when you’ve read this and agree.'))

export const notElectronic = (): FieldError =>
  errorOf(
    'electronic_records',
    say('Electronic documents and signature'),
    say('Check the box if you agree. To sign on paper, contact the agency.'),
  )

export const notAgreed = (form: URLSearchParams): FieldError[] =>
  [notRead(), notElectronic()].filter(({ name }) => !isAgreed(form, name ?? ''))
