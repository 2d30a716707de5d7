import { html } from 'hono/html'
import {
  COVERAGES,
  type CoverageCode,
  coverageAmountWords,
  menuOf,
} from '../../../agency/carriers/contract/coverages.ts'
import { type FieldView, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { valueFromText } from '../../line/portal/form-text.ts'
import { type FormQuestion, shownField, typedOver } from '../../line/portal/question-field.ts'
import { errorAt } from '../../line/portal/screen.ts'
import { addressOf, type Home, isInsured } from '../application/application.ts'
import { coverageCodes } from '../application/coverage-fields.ts'
import { homeFields } from '../application/fields.ts'
import { replacementCost } from '../quoting/replacement-cost.ts'
import { say, sayKnown } from './say.ts'
import { homesField, type Portal, type StepContext } from './step-context.ts'

/** More homes than that are a page that nobody reads to its end. */
const MOST_HOMES = 5
const SPARE_ITEMS = 1

type Place = { home: Home; index: number }
type Asked = { name: string; text: string; code: CoverageCode } & Place

const homesIn = ({ application: { homes } }: Portal): Place[] =>
  homes.length > MOST_HOMES
    ? []
    : homes.map((home, index) => ({ home, index })).filter(({ home }) => !isInsured(home))

const textOf = ({ home }: Place, code: CoverageCode): string => {
  const start = code === 'dwelling_coverage' ? replacementCost(home) : ''
  return String(home[code] ?? start)
}

const askedOf = (place: Place): Asked[] =>
  coverageCodes.map(code => ({
    ...place,
    code,
    name: `home[${place.index}].${code}`,
    text: textOf(place, code),
  }))

const itemName = (index: number, at: number, part: string): string =>
  `home[${index}].scheduled_items[${at}].${part}`

const optionsOf = ({ home, code, text }: Asked) => {
  const dwelling = home.dwelling_coverage ?? replacementCost(home)
  const menu = menuOf(code, { state: home.state, dwelling }).map(String)
  const values = text === '' || menu.includes(text) ? menu : [...menu, text]
  return [
    { value: '', label: say('The insurance company’s standard') },
    ...values.map(value => ({
      value,
      label: sayKnown(coverageAmountWords(code, /^\d+$/.test(value) ? Number(value) : value)),
    })),
  ]
}

const control = (asked: Asked): FieldView['control'] =>
  asked.code === 'dwelling_coverage'
    ? { kind: 'line', digits: true, short: true }
    : { kind: 'select', options: optionsOf(asked) }

const coverage = (context: StepContext, asked: Asked): Html => {
  const { name, text, code, home } = asked
  const estimate =
    code === 'dwelling_coverage' ? say('Our estimate: {cost}.', { cost: usd(replacementCost(home)) }) : ''
  return html`${shownField(name, text)}${fieldView({
    name,
    label: sayKnown(COVERAGES[code].label),
    hint: `${sayKnown(COVERAGES[code].says)} ${estimate}`.trim(),
    error: errorAt(context, name),
    texts: [typedOver({ name, text }, context.typed) ?? text],
    control: control(asked),
  })}`
}

const items = (context: StepContext, { home, index }: Place): Html => {
  const { scheduled_items: stored = [] } = home
  const line = (at: number, part: 'description' | 'value', label: string, text: string): Html =>
    fieldView({
      name: itemName(index, at, part),
      label,
      error: errorAt(context, itemName(index, at, part)),
      texts: [context.typed.get(itemName(index, at, part)) ?? text],
      control: { kind: 'line', short: part === 'value', digits: part === 'value' },
    })
  return html`<fieldset class="wide"><legend>${say('Things insured for their own value')}</legend>
<p class="hint small">${say('Jewelry, art, instruments: the policy pays little for them unless they are listed. To remove one, clear both fields.')}</p>
${Array.from(
  { length: stored.length + SPARE_ITEMS },
  (_, at) =>
    html`${line(at, 'description', say('Item {number}', { number: at + 1 }), stored[at]?.description ?? '')}${line(at, 'value', say('Value'), stored[at]?.value === undefined ? '' : String(stored[at]?.value))}`,
)}</fieldset>`
}

export const coverageChoices = (context: StepContext): Html => {
  const homes = homesIn(context)
  if (homes.length === 0) return html``
  const isOpen = context.errors.some(({ name }) => name?.startsWith('home['))
  return html`<details class="known" id="coverage"${isOpen ? html` open` : ''}><summary>${say('Choose your coverage')}</summary>
<form method="post" action="/portal/quotes/coverage" class="card bound sheet" novalidate>
${context.token}<input type="hidden" name="token" value="${context.view.review.token}">${homesField(context.application)}
<p>${say('We ask the companies again for what you choose here. Where a company offers something else, its quote says so.')}</p>
${homes.map(
  place => html`${homes.length > 1 ? html`<h3>${addressOf(place.home, place.index)}</h3>` : ''}
${askedOf(place).map(asked => coverage(context, asked))}
${items(context, place)}`,
)}
<p class="row"><button>${say('Get quotes for this coverage')}</button></p>
</form></details>`
}

const itemsIn = (form: URLSearchParams, { home, index }: Place): [string, unknown][] => {
  const { scheduled_items: stored = [] } = home
  if (!form.has(itemName(index, 0, 'description'))) return []
  const typed = Array.from({ length: stored.length + SPARE_ITEMS }, (_, at) => ({
    description: form.get(itemName(index, at, 'description'))?.trim() ?? '',
    value: form.get(itemName(index, at, 'value'))?.trim() ?? '',
  })).filter(({ description, value }) => description + value !== '')
  const isSame =
    typed.length === stored.length &&
    typed.every(({ description, value }, at) => {
      const known = stored[at]
      return description === (known?.description ?? '') && value === String(known?.value ?? '')
    })
  return isSame ? [] : [[`home[${index}].scheduled_items`, typed]]
}

export const chosenCoverage = (portal: Portal, form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    homesIn(portal).flatMap(place => [
      ...askedOf(place).flatMap(({ name, text, code }): [string, unknown][] => {
        const typed = typedOver({ name, text }, form)
        if (typed === null) return []
        return [[name, typed === '' ? null : valueFromText(homeFields[code], typed)]]
      }),
      ...itemsIn(form, place),
    ]),
  )

export const coverageQuestions = (portal: Portal): FormQuestion[] =>
  homesIn(portal).flatMap(place =>
    askedOf(place).map(({ name, code }) => {
      const { [code]: definition } = homeFields
      return { name, label: definition.label, description: definition.description, definition }
    }),
  )
