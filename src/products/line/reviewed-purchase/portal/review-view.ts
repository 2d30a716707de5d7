import { html } from 'hono/html'
import { fieldId } from '../../../../platform/pages/fields.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../../platform/pages/language-switch.ts'
import type { FieldEstimate } from '../../../../platform/values/sourced.ts'
import { isPersons } from '../../fields/estimates.ts'
import { sourceWords } from '../../fields/value-words.ts'
import { materialView } from '../../portal/material-question.ts'
import { answerItem, askedField, estimateMark, labelOf, typedOver } from '../../portal/question-field.ts'
import { errorAt } from '../../portal/screen.ts'
import { agreement, noticesView } from '../../portal/signing.ts'
import { lineOf, type QuestionSection } from '../reviewed-line.ts'
import {
  answerLines,
  type HouseholdQuestion,
  isOpenEnded,
  type PlainQuestion,
  questionsIn,
  rowTitle,
} from './questions.ts'
import type { ReviewContext } from './review-context.ts'
import { say, sayKnown } from './say.ts'

type Group = { at: number; title: string; questions: HouseholdQuestion[]; missing: ReadonlySet<string> }

export const sectionTitle = (
  { view }: ReviewContext,
  { title, fields: [first = ''] }: QuestionSection,
): string => sayKnown(lineOf(view).portal.sections[first] ?? title)

const missingIn = ({ view }: ReviewContext, title: string): Set<string> =>
  new Set(
    view.missing.find(({ section }) => section.title === title)?.missing.map(({ path }) => String(path[0])),
  )

const groupsOf = (context: ReviewContext): Group[] =>
  [...lineOf(context.view).sections.toReview, ...lineOf(context.view).sections.toBind]
    .map((section, at) => ({
      at,
      title: sectionTitle(context, section),
      questions: questionsIn(context.view, section),
      missing: missingIn(context, section.title),
    }))
    .filter(
      ({ questions, missing }) =>
        missing.size > 0 || questions.some(({ field }) => context.view.household[field] !== undefined),
    )

/** Once the person has answered, the answer is shown like any other. */
const isAskedAlone = ({ view }: ReviewContext, { field, definition }: HouseholdQuestion): boolean =>
  view.status === 'ready_for_review' &&
  definition.material &&
  view.household[field] !== undefined &&
  !isPersons(view.household, field)

export const reviewQuestions = (context: ReviewContext): HouseholdQuestion[] =>
  groupsOf(context)
    .flatMap(({ questions }) => questions)
    .filter(question => !isAskedAlone(context, question))

export const materialQuestions = (context: ReviewContext): HouseholdQuestion[] =>
  groupsOf(context)
    .flatMap(({ questions }) => questions)
    .filter(question => isAskedAlone(context, question))

const estimateOf = ({ view }: ReviewContext, field: string): FieldEstimate | undefined =>
  view.household.field_estimates.find(entry => entry.field === field && !entry.confirmed_by_user)

const said = (context: ReviewContext, question: HouseholdQuestion): Html => {
  const { field, definition } = question
  const estimate = estimateOf(context, field)
  return answerItem(question, {
    lines: answerLines(field, definition, context.view.household[field]),
    below: estimate && estimateMark({ ...estimate, source: sourceWords(estimate.source) }),
  })
}

const unsaid = (question: HouseholdQuestion): Html =>
  answerItem(question, { lines: [html`<span class="badge danger">${say('Missing')}</span>`] })

const isSaid = ({ view }: ReviewContext, { field }: HouseholdQuestion): boolean =>
  view.household[field] !== undefined

const answers = (context: ReviewContext, { questions, missing }: Group): Html => html`<ul class="estimates">
${questions.map(question => {
  if (isAskedAlone(context, question)) return ''
  if (isSaid(context, question)) return said(context, question)
  return missing.has(question.field) || missing.has(question.name.split('.')[0] ?? '') ? unsaid(question) : ''
})}
</ul>`

const asked = (context: ReviewContext, question: PlainQuestion): Html =>
  askedField(context, question, question.text)

const rowsView = (
  context: ReviewContext,
  question: HouseholdQuestion,
  rows: readonly PlainQuestion[][],
): Html => {
  const error = errorAt(context, question.name)
  const id = fieldId(question.name)
  return html`<div id="${id}" tabindex="-1" role="group" aria-label="${labelOf(question)}"${error ? html` aria-describedby="${id}-error"` : ''}>
${!isOpenEnded(context.view, question.field) ? '' : html`<p class="hint small">${say('To remove one, clear all of its fields.')}</p>`}
${error ? html`<p class="error-text small" id="${id}-error">${error}</p>` : ''}
${rows.map(
  (
    row,
    at,
  ) => html`<fieldset class="wide"><legend>${rowTitle(context.view, question.field, { at, isSpare: at === rows.length - 1 })}</legend>
${row.map(one => asked(context, one))}
</fieldset>`,
)}
</div>`
}

export const askedView = (context: ReviewContext, question: HouseholdQuestion): Html =>
  question.rows ? rowsView(context, question, question.rows) : asked(context, question)

const askedAlone = (context: ReviewContext, questions: readonly HouseholdQuestion[]): Html =>
  html`${questions.map(question => materialView(context, question, question.rows ? rowsView(context, question, question.rows) : undefined))}`

const isTouched = (context: ReviewContext, question: PlainQuestion): boolean =>
  errorAt(context, question.name) !== undefined || typedOver(question, context.typed) !== null

const isOpen = (context: ReviewContext, { questions, missing }: Group): boolean =>
  missing.size > 0 ||
  questions.some(question =>
    [question, ...(question.rows?.flat() ?? [])].some(one => isTouched(context, one)),
  )

const editor = (context: ReviewContext, group: Group): Html => {
  const { title, missing } = group
  const questions = group.questions.filter(question => !isAskedAlone(context, question))
  return questions.length === 0
    ? html``
    : html`<details class="correct"${isOpen(context, group) ? html` open` : ''}><summary>${missing.size > 0 ? say('Answer') : say('Edit')}<span class="hidden">: ${title}</span></summary>
${questions.map(question => askedView(context, question))}
<p class="row"><button class="secondary">${say('Save')}<span class="hidden">: ${title}</span></button></p>
</details>`
}

const groups = (context: ReviewContext, below: (group: Group) => Html | string): Html =>
  html`${groupsOf(context).map(
    group => html`<section class="card bound sheet" aria-labelledby="group-${group.at}">
<h2 id="group-${group.at}">${group.title}</h2>
${answers(context, group)}
${askedAlone(
  context,
  group.questions.filter(question => isAskedAlone(context, question)),
)}
${below(group)}
</section>`,
  )}`

export const groupsView = (context: ReviewContext): Html => groups(context, () => '')

export const reviewForm = (context: ReviewContext, after: Html = html``, id = KEPT_FORM): Html =>
  html`<form method="post" action="${context.path}/correct" id="${id}" novalidate>
${context.token}<input type="hidden" name="review_token" value="${context.view.review_token}">
${groups(context, group => editor(context, group))}
${after}
</form>`

export const CONFIRMED = 'application'

export const confirmView = (context: ReviewContext): Html =>
  html`${noticesView(context.view.compensation)}
${agreement(context, context.view.words, {
  name: CONFIRMED,
  heading: say('Is all of this correct?'),
  label: say('I have read this, and it is correct.'),
})}
<p class="row"><button formaction="${context.path}/confirm">${say('This is correct. Get my quotes')}</button></p>
<p class="soft small">${say('This is free, and you don’t buy anything yet.')}</p>`
