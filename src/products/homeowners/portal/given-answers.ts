import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { type FieldEstimate, SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import { sourceWords } from '../../line/fields/value-words.ts'
import { answerWords } from '../../line/portal/answer-words.ts'
import { covers } from '../../line/portal/offer-card.ts'
import {
  answerItem,
  answerText,
  askedField,
  estimateMark,
  type FormQuestion,
  labelOf,
  noneOf,
  typedOver,
} from '../../line/portal/question-field.ts'
import { errorAt } from '../../line/portal/screen.ts'
import {
  type Applicant,
  type Application,
  addressOf,
  type Home,
  isInsured,
} from '../application/application.ts'
import { applicantFieldNames, applicantFields, homeFieldNames, homeFields } from '../application/fields.ts'
import { correctableOfPerson } from '../buying/confirm.ts'
import type { ReviewItem } from '../buying/review.ts'
import { say, sayHtml, sayKnown } from './say.ts'
import { contactAgency, type StepContext } from './step-context.ts'
import type { PortalView } from './view.ts'

export type GivenAnswer = FormQuestion & { value: unknown; words: string }

type AnswerGroup = { heading: string; items: GivenAnswer[] }

const CORRECTABLE: readonly string[] = correctableOfPerson

const ofPerson = (applicant: Applicant): GivenAnswer[] =>
  applicantFieldNames.flatMap(name => {
    const { [name]: definition } = applicantFields
    const { label, description } = definition
    const value = applicant[name]
    return value === undefined
      ? []
      : [{ name, label, description, definition, value, words: answerWords(name, definition, value) }]
  })

const ofHome = (home: Home, index: number): GivenAnswer[] =>
  homeFieldNames.flatMap(field => {
    const { [field]: definition } = homeFields
    const { label, description } = definition
    const value = home[field]
    if (value === undefined) return []
    const name = `home[${index}].${field}`
    return [{ name, label, description, definition, value, words: answerWords(field, definition, value) }]
  })

export const answerGroups = ({ applicant, homes }: Application): AnswerGroup[] =>
  [
    { heading: say('You'), items: ofPerson(applicant) },
    ...homes.map((home, index) => ({ heading: addressOf(home, index), items: ofHome(home, index) })),
  ].filter(({ items }) => items.length > 0)

const openEstimates = ({ homes }: Application): Map<string, FieldEstimate> =>
  new Map(
    homes.flatMap((home, index) =>
      unconfirmed(home).map(entry => [`home[${index}].${entry.field}`, entry] as const),
    ),
  )

export const correctableAnswers = ({ applicant, homes }: Application): GivenAnswer[] => [
  ...ofPerson(applicant).filter(({ name }) => CORRECTABLE.includes(name)),
  ...homes.flatMap((home, index) =>
    isInsured(home) ? [] : ofHome(home, index).filter(({ definition }) => definition.kind !== 'list'),
  ),
]

export const settledAnswers = (application: Application): GivenAnswer[] => {
  const open = openEstimates(application)
  return correctableAnswers(application).filter(({ name }) => !open.has(name))
}

/** What the person reads and confirms together. */
export const estimatesShown = ({ review }: PortalView): ReviewItem[] =>
  review.homes.flatMap(({ items }) => items.filter(({ definition }) => !definition.material))

export const materialQuestions = ({ review }: PortalView): ReviewItem[] =>
  review.homes.flatMap(({ items }) => items.filter(({ definition }) => definition.material))

export const correctableQuestions = (
  { review }: PortalView,
  application: Application,
): (FormQuestion & { value: unknown })[] => [
  ...review.homes.flatMap(({ items }) =>
    items.filter(({ definition: { kind, material } }) => kind !== 'list' && !material),
  ),
  ...settledAnswers(application),
]

const isTouched = (context: StepContext, item: GivenAnswer): boolean => {
  const { name } = item
  if (context.typed.has(noneOf(name))) return true
  return (
    errorAt(context, name) !== undefined ||
    typedOver({ name, text: answerText(item) }, context.typed) !== null
  )
}

/** The person's date counts for each home without its own, so with several homes only the agency removes it. */
const canHaveNone = ({ view, application }: StepContext, name: string): boolean =>
  name.endsWith('.policy_expire') &&
  view.step !== 'answers' &&
  (application.homes.length === 1 || application.applicant.policy_expire === undefined)

const noPolicy = ({ typed }: StepContext, name: string): Html =>
  html`<label class="choice agree"><input type="checkbox" name="${noneOf(name)}" value="yes"${typed.has(noneOf(name)) ? html` checked` : ''}><span>${say('I don’t have home insurance now. This counts as 0 years of home insurance without a gap.')}</span></label>`

export const correction = (context: StepContext, item: GivenAnswer, reason: string | null = null): Html => {
  const { name } = item
  if (item.definition.kind === 'list')
    return html`<p class="small soft">${say('If this isn’t right, {contact} before you confirm it.', { contact: contactAgency(context) })}</p>`
  const text = answerText(item)
  return html`<details class="correct"${isTouched(context, item) ? html` open` : ''}><summary>${say('Correct this')}<span class="hidden">: ${labelOf(item)}</span></summary>
${reason === null ? '' : html`<p class="small soft">${sayKnown(reason)}</p>`}
${askedField(context, item, text)}
${canHaveNone(context, name) ? noPolicy(context, name) : ''}
</details>`
}

const markOf = ({ source, confidence, reason }: FieldEstimate): Html =>
  source === SERVICE_SOURCE
    ? html`<p class="small soft"><span class="badge warning">${say('We assumed this')}</span> ${sayKnown(reason ?? '')}</p>`
    : estimateMark({ confidence, source: sourceWords(source), reason })

const correctableIn = (application: Application): ReadonlySet<string> =>
  new Set(correctableAnswers(application).map(({ name }) => name))

export const givenAnswersView = (context: StepContext): Html => {
  const { application } = context
  const [estimates, correctable] = [openEstimates(application), correctableIn(application)]
  const groups = answerGroups(application)
  const isOpen = groups.some(({ items }) => items.some(item => isTouched(context, item)))
  return html`<details class="known"${isOpen ? html` open` : ''}><summary>${say('Everything in your application so far')}</summary>
${groups.map(
  ({ heading, items }) => html`<div class="card"><h3>${heading}</h3>
<ul class="estimates">${items.map(item => {
    const estimate = estimates.get(item.name)
    return answerItem(item, {
      lines: [item.words],
      heading: 'h4',
      below: html`${estimate ? markOf(estimate) : ''}
${correctable.has(item.name) ? correction(context, item) : ''}`,
    })
  })}</ul></div>`,
)}
</details>`
}

const partId = (at: number): string => `application-${at + 1}`

/** Many homes fill many screens. Everything stays open, because the signature covers all of it. */
export const applicationContents = ({ application }: StepContext): Html =>
  html`<li><a href="#application">${say('Your application')}</a>
<ul>${answerGroups(application).map(({ heading }, at) => html`<li><a href="#${partId(at)}">${heading}</a></li>`)}</ul></li>`

export const signedApplicationView = ({
  application,
  agency,
}: StepContext): Html => html`<details class="known" id="application" open><summary>${say('Your application')}</summary>
<p>${sayHtml('This is what you’re signing. If something is wrong, don’t sign. <a>Correct it</a>, or contact {agency}.', { a: text => html`<a href="/portal/review">${text}</a>`, agency: agency.name })}</p>
${answerGroups(application).map(
  ({ heading, items }, at) => html`<div class="card"><h3 id="${partId(at)}">${heading}</h3>
${covers(items.map(item => ({ label: labelOf(item), amount: item.words })))}</div>`,
)}
</details>`
