import { html } from 'hono/html'
import type { Static, TObject, TSchema } from 'typebox'
import type { App } from '../../../platform/app.ts'
import { Failure, type FieldProblem } from '../../../platform/errors.ts'
import type { Budget } from '../../../platform/http/budgets/budget.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { languageCookie, SWITCH_FIELD } from '../../../platform/http/pages/readers-language.ts'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { isLanguage } from '../../../platform/language/language.ts'
import {
  type Control,
  errorSummary,
  type FieldError,
  fieldView,
  type Option,
  titleToCorrect,
} from '../../../platform/pages/fields.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { say, sayKnown } from '../say.ts'
import type { CalculatorResponse } from '../schemas.ts'
import { answerView, type Drawn } from './answer-view.ts'
import {
  type FieldGroup,
  type Filled,
  type Form,
  type FormField,
  filledFrom,
  inputFrom,
  isSent,
  linkTo,
  readFilled,
  typing,
} from './form.ts'
import { fieldErrors } from './form-words.ts'

type Filling = { schema: TSchema; filled: Filled; errors: readonly FieldError[] }

const optionsWith = (options: readonly Option[], [text = '']: readonly string[]): readonly Option[] =>
  text === '' || options.some(({ value }) => value === text)
    ? options
    : [...options, { value: text, label: text.replaceAll('_', '/') }]

const translated = (options: readonly Option[]): Option[] =>
  options.map(option => ({ ...option, label: sayKnown(option.label) }))

const controlOf = (field: FormField, schema: TSchema, texts: readonly string[]): Control => {
  const { digits, usual } = typing(schema, field)
  if (!field.control) return { kind: 'line', digits, placeholder: usual }
  const { kind, options } = field.control
  return { kind, options: translated(kind === 'select' ? optionsWith(options, texts) : options) }
}

const questionView = (field: FormField, { schema, filled, errors }: Filling): Html => {
  const texts = filled.get(field.name) ?? []
  const error = errors.find(({ name }) => name === field.name)?.message
  return fieldView({
    ...field,
    label: sayKnown(field.label),
    hint: field.hint && sayKnown(field.hint),
    texts,
    error,
    control: controlOf(field, schema, texts),
  })
}

const groupView = ({ legend, hint, fields }: FieldGroup, filling: Filling) => html`<fieldset>
<legend>${sayKnown(legend)}</legend>
${hint ? html`<p class="hint small">${sayKnown(hint)}</p>` : ''}
<div class="fields">
${fields.map(field => questionView(field, filling))}</div>
</fieldset>
`

const formGroups = ({ groups }: Form, filling: Filling): Html =>
  html`${groups.map(group => groupView(group, filling))}`

export type CalculatorPage<I extends TObject, R> = {
  name: string
  title: string
  lede: string
  form: Form
  schema: I
  estimate: (input: Static<I>) => R
  draw: (answer: R, input: Static<I>) => Drawn
  next: readonly Related[]
}

type Related = { name: string; label: string; carries: 'all' | Readonly<Record<string, string>> }

type Envelope = CalculatorResponse<string, unknown, unknown>
type Outcome<R> = { kind: 'empty' } | { kind: 'errors'; errors: FieldError[] } | { kind: 'answer'; answer: R }

// These pages use no database, so their budget is leased: only one call in six touches the database.
const budget: Budget = { name: 'calculator_pages', points: 120, seconds: 60, by: 'address', leased: true }

const attempt = <R>(form: Form, estimate: () => R): Outcome<R> => {
  try {
    return { kind: 'answer', answer: estimate() }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { fields = [] } = error.details
    const errors = fieldErrors(form, fields)
    return {
      kind: 'errors',
      errors: errors.length > 0 ? errors : [{ name: null, message: sayKnown(error.message) }],
    }
  }
}

const outcomeOf = <R>(form: Form, problems: FieldProblem[], estimate: () => R): Outcome<R> =>
  problems.length > 0 ? { kind: 'errors', errors: fieldErrors(form, problems) } : attempt(form, estimate)

type View = {
  path: string
  example: string
  form: Form
  schema: TObject
  filled: Filled
  errors: FieldError[]
  answer: Html
}

const waiting = () =>
  html`<div class="empty wide-only"><p>${say('Your result appears here, with a chart and our sources. We don’t keep anything you enter.')}</p></div>`

export const trouble = (): Html =>
  html`<p id="trouble" class="callout warning" role="alert" hidden data-busy="${say('Too many requests. Wait a minute, then try again.')}" data-fault="${say('Something went wrong on our side. Wait a moment, then try again.')}" data-offline="${say('We can’t reach the service. Check your connection and try again.')}"></p>`

const calculatorView = ({ path, example, form, schema, filled, errors, answer }: View): Html => html`
<div id="calculator" hx-history-elt>
${errors.length > 0 ? errorSummary(errors) : ''}
<div class="calculator">
<form action="${path}" method="get" id="${KEPT_FORM}" novalidate hx-get="${path}" hx-target="#calculator" hx-select="#calculator" hx-swap="outerHTML" hx-push-url="true" hx-sync="this:replace" hx-status:429="swap:none push:false" hx-status:5xx="swap:none push:false">
<p class="soft small">${say('Gray values are used for fields you leave empty.')} <a href="${example}">${say('See an example')}</a></p>
${formGroups(form, { schema, filled, errors })}
${trouble()}
<p class="row"><button>${say('Calculate')}</button> <a href="${path}">${say('Start over')}</a></p>
</form>
<div>${answer}</div>
</div>
</div>`

const carried = (filled: Filled, carries: Readonly<Record<string, string>>): Filled =>
  new Map(
    Object.entries(carries).flatMap(([to, from]) => (filled.has(from) ? [[to, filled.get(from) ?? []]] : [])),
  )

const linkFrom = (filled: Filled, { name, carries }: Related): string =>
  linkTo(`/calculators/${name}`, carries === 'all' ? filled : carried(filled, carries))

type Calculated<R> = { outcome: Outcome<R>; filled: Filled; path: string; publicUrl: string }

const resultView = <I extends TObject, R extends Envelope>(
  { form, draw, next }: CalculatorPage<I, R>,
  input: Static<I>,
  { outcome, filled, path, publicUrl }: Calculated<R>,
): Html => {
  if (outcome.kind !== 'answer') return waiting()
  return answerView({
    form,
    answer: outcome.answer,
    drawn: draw(outcome.answer, input),
    link: linkTo(path, filled),
    next: next.map(related => ({ label: sayKnown(related.label), href: linkFrom(filled, related) })),
    call: { url: `${publicUrl}/api/agent${path}`, input },
  })
}

export const calculatorPage = <I extends TObject, R extends Envelope>(
  calculator: CalculatorPage<I, R>,
): DocumentRow<App> => {
  const { name, title, lede, form, schema, estimate } = calculator
  const check = inputChecker(schema)
  const path = `/calculators/${name}`
  const [typical] = (schema as { examples?: unknown[] }).examples ?? []
  const example = linkTo(path, filledFrom(form, typical))

  const respond = async ({ config }: App, { query, nonce }: DocumentRequest): Promise<Document> => {
    const heading = sayKnown(title)
    const filled = readFilled(form, query)
    const input = inputFrom(schema, filled) as Static<I>
    const tried: Outcome<R> = isSent(form, query)
      ? outcomeOf(form, check(input), () => estimate(input))
      : { kind: 'empty' }
    const switched = [query[SWITCH_FIELD]].flat().find(isLanguage)
    const cookies = switched ? [languageCookie(switched)] : []
    if (switched && tried.kind !== 'errors') return redirect(linkTo(path, filled), cookies)
    const outcome: Outcome<R> = switched ? { kind: 'empty' } : tried
    const errors = outcome.kind === 'errors' ? outcome.errors : []
    const answer = resultView(calculator, input, { outcome, filled, path, publicUrl: config.publicUrl })
    const document = await page({
      title: titleToCorrect(heading, errors),
      share: { path, description: sayKnown(lede) },
      status: errors.length > 0 ? 400 : 200,
      scripts: { nonce, names: ['htmx.js', 'calculators.js'] },
      body: html`<p class="small"><a href="/calculators">${say('All calculators')}</a></p>
<h1>${heading}</h1>
<p class="lede">${sayKnown(lede)}</p>
${calculatorView({ path, example, form, schema, filled, errors, answer })}`,
    })
    return { ...document, cookies }
  }

  return { path, page: true, translated: true, contract: null, budget, respond }
}
