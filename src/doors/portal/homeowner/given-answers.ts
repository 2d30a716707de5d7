import type { FieldEstimate } from '../../../platform/values/sourced.ts'
import {
  type Applicant,
  type Application,
  addressOf,
  type Home,
  isInsured,
} from '../../../products/homeowners/application/application.ts'
import {
  applicantFieldNames,
  applicantFields,
  homeFieldNames,
  homeFields,
} from '../../../products/homeowners/application/fields.ts'
import { correctableOfPerson } from '../../../products/homeowners/buying/confirm.ts'
import type { ReviewItem } from '../../../products/homeowners/buying/review.ts'
import type { PortalView } from '../../../products/homeowners/portal/view.ts'
import { unconfirmed } from '../../../products/line/fields/estimates.ts'
import { answerWords } from '../form/answer-words.ts'
import type { FormQuestion } from '../form/question-field.ts'
import { say } from '../words/say.ts'

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

export const openEstimates = ({ homes }: Application): Map<string, FieldEstimate> =>
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
