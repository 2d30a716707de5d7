import { html } from 'hono/html'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { lossWords } from '../../line/portal/field-words.ts'
import { valueFromText } from '../../line/portal/form-text.ts'
import { type FormQuestion, questionField } from '../../line/portal/question-field.ts'
import { errorAt, numberWords } from '../../line/portal/screen.ts'
import { homeFields } from '../application/fields.ts'
import type { ClaimsAsk } from '../buying/review.ts'
import { say } from './say.ts'
import type { StepContext } from './step-context.ts'
import type { PortalView } from './view.ts'

const AT_ONCE = 3

const { item } = homeFields.losses

const questionsAbout = ({ name, losses, undescribed }: ClaimsAsk): FormQuestion[][] =>
  Array.from({ length: Math.min(undescribed, AT_ONCE) }, (_, at) =>
    Object.entries(item).map(([field, definition]) => ({
      name: `${name}[${losses.length + at}].${field}`,
      label: definition.label,
      description: definition.description,
      definition,
      wording: lossWords[field] ?? {},
    })),
  )

export const claimQuestions = ({ review }: PortalView): FormQuestion[] =>
  review.claims.flatMap(ask => questionsAbout(ask).flat())

export const claimsTyped = (ask: ClaimsAsk, form: URLSearchParams): object[] =>
  questionsAbout(ask).flatMap(questions => {
    const typed = questions.flatMap(({ name, definition }) => {
      const text = form.get(name)?.trim() ?? ''
      return text === '' ? [] : [[name.replace(/^.*\./, ''), valueFromText(definition, text)] as const]
    })
    return typed.length === 0 ? [] : [Object.fromEntries(typed)]
  })

const oneClaim = (context: StepContext, questions: readonly FormQuestion[], number: number): Html =>
  html`<fieldset class="wide"><legend>${say('Claim {number}', { number })}</legend>
${questions.map(question =>
  fieldView(
    questionField(question, {
      text: context.typed.get(question.name) ?? '',
      error: errorAt(context, question.name),
    }),
  ),
)}
</fieldset>`

const isBegun = ({ typed }: StepContext, ask: ClaimsAsk): boolean => claimsTyped(ask, typed).length > 0

export const claimsView = (context: StepContext): Html =>
  html`${context.view.review.claims.map(
    ask => html`<div class="card" id="claims">
<h2>${say('Tell us about your claims')}</h2>
<p>${say('{count, plural, one {{number} claim at} other {{number} claims at}} {address}: insurance companies want to know what happened and what it cost. You can skip this.', { count: ask.undescribed, number: numberWords(ask.undescribed), address: ask.address })}</p>
<details class="correct"${isBegun(context, ask) ? html` open` : ''}><summary>${say('Describe the claims')}</summary>
${questionsAbout(ask).map((questions, at) => oneClaim(context, questions, ask.losses.length + at + 1))}
<p class="row"><button class="secondary" formaction="/portal/review/claims">${say('Save and get new prices')}</button></p>
</details>
</div>`,
  )}`
