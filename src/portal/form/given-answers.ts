import { html } from 'hono/html'
import { addressOf } from '../../homeowners/application/address-lines.ts'
import type { Applicant, Application, Home } from '../../homeowners/application/application.ts'
import {
  applicantFieldNames,
  applicantFields,
  homeFieldNames,
  homeFields,
} from '../../homeowners/application/fields.ts'
import { valueWords } from '../../homeowners/application/value-words.ts'
import type { PortalView } from '../../homeowners/portal/facts.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import type { Field, FieldTable } from '../../line/fields/field.ts'
import { usd } from '../../line/fields/money.ts'
import type { Html } from '../../pages/frame.ts'
import { say, sayHtml, sayKnown } from '../words/say.ts'
import { lossWords } from './field-words.ts'
import { type FormQuestion, labelOf, optionLabel } from './question-field.ts'

export type GivenAnswer = FormQuestion & { value: unknown; words: string }

type AnswerGroup = { heading: string; items: GivenAnswer[] }

const UNITS = {
  home_sqft: '{count, plural, one {# square foot} other {# square feet}}',
  continuously_insured: '{count, plural, one {# year} other {# years}}',
} as const

const isCounted = (field: string): field is keyof typeof UNITS => Object.hasOwn(UNITS, field)

const wordsInItem = (name: string, definition: Field, value: unknown): string => {
  if (definition.kind === 'money') return usd(Number(value))
  const option = lossWords[name]?.options?.[String(value)]
  return option === undefined ? answerWords(name, definition, value) : sayKnown(option)
}

const itemWords = (fields: FieldTable, item: Readonly<Record<string, unknown>>): string =>
  Object.entries(fields)
    .filter(([name]) => item[name] !== undefined)
    .map(
      ([name, definition]) => `${sayKnown(definition.label)}: ${wordsInItem(name, definition, item[name])}`,
    )
    .join(', ')

export const answerWords = (field: string, definition: Field, value: unknown): string => {
  if (definition.kind === 'choice') return optionLabel(field, String(value))
  if (definition.kind === 'list' && Array.isArray(value) && value.length > 0)
    return value.map(item => itemWords(definition.item, item)).join('; ')
  return isCounted(field) && value !== undefined && value !== null
    ? say(UNITS[field], { count: Number(value) })
    : sayKnown(valueWords(field, definition, value))
}

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

const answerGroups = ({ applicant, homes }: Application): AnswerGroup[] =>
  [
    { heading: say('You'), items: ofPerson(applicant) },
    ...homes.map((home, index) => ({ heading: addressOf(home, index), items: ofHome(home, index) })),
  ].filter(({ items }) => items.length > 0)

export const settledAnswers = ({ homes }: Application): GivenAnswer[] =>
  homes.flatMap((home, index) => {
    const open = new Set(unconfirmed(home).map(({ field }) => `home[${index}].${field}`))
    return ofHome(home, index).filter(({ name, definition }) => !open.has(name) && definition.kind !== 'list')
  })

export const correctableQuestions = (
  { review }: PortalView,
  application: Application,
): (FormQuestion & { value: unknown })[] => [
  ...review.homes.flatMap(({ items }) => items),
  ...settledAnswers(application),
]

const groupsView = (application: Application): Html =>
  html`${answerGroups(application).map(
    ({ heading, items }) => html`<div class="card"><h3>${heading}</h3>
<dl class="covers">${items.map(item => html`<div><dt>${labelOf(item)}</dt><dd>${item.words}</dd></div>`)}</dl></div>`,
  )}`

export const givenAnswersView = (
  application: Application,
): Html => html`<details class="known"><summary>${say('Everything in your application so far')}</summary>
${groupsView(application)}
</details>`

/** All of it, because the signature is for all of it. */
export const signedApplicationView = (
  application: Application,
  agency: string,
): Html => html`<details class="known" open><summary>${say('Your application')}</summary>
<p>${sayHtml('This is what you’re signing. If something is wrong, don’t sign. <a>Correct it</a>, or contact {agency}.', { a: text => html`<a href="/portal/review">${text}</a>`, agency })}</p>
${groupsView(application)}
</details>`
