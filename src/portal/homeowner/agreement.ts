import { html } from 'hono/html'
import type { ConsentWords } from '../../line/record/consent.ts'
import type { Html } from '../../pages/frame.ts'
import { errorAt, type StepContext } from './step-context.ts'

type Agreement = { name: string; heading: string; intro?: Html; label: string }

/** Shows the exact words and their version. The box is never checked in advance. */
export const agreement = (
  context: StepContext,
  { words, version }: ConsentWords,
  { name, heading, intro, label }: Agreement,
): Html => {
  const error = errorAt(context, name)
  const isTicked = context.typed.get(name) === 'yes'
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
