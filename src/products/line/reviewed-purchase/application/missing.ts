import type { Field } from '../../fields/field.ts'
import { type Shape, shapeOf } from '../../fields/field-schema.ts'
import { type InferenceRule, withInferences } from '../../fields/infer.ts'
import type { ListRule, QuestionSection, ReviewedLine } from '../reviewed-line.ts'
import { type Household, pathOf, wireName } from './application.ts'

export type Missing = Shape & {
  field: string
  path: (string | number)[]
  label: string
  description: string
}

const fieldIn = ({ fields, name: line }: ReviewedLine, name: string): Field => {
  const { [name]: field } = fields
  if (!field) throw new Error(`${line} has no field ${name}.`)
  return field
}

const missing = (field: Field, at: Pick<Missing, 'field' | 'path' | 'label'>): Missing => ({
  ...at,
  description: field.description,
  ...shapeOf(field),
})

export const missingAnswer = (line: ReviewedLine, name: string): Missing => {
  const field = fieldIn(line, name)
  return missing(field, { field: wireName(name), path: pathOf(name), label: field.label })
}

type Items = { name: string; rule: ListRule; stored: readonly Readonly<Record<string, unknown>>[] }

const missingInItems = (line: ReviewedLine, { name, rule, stored }: Items, least: number): Missing[] => {
  const list = fieldIn(line, name)
  if (list.kind !== 'list') throw new Error(`${name} is not a list.`)
  return Array.from({ length: Math.max(least, stored.length) }, (_, at) =>
    rule.needs
      .filter(need => stored[at]?.[need] === undefined)
      .map(need => {
        const field = list.item[need] as Field
        return missing(field, {
          field: `${name}[${at}].${need}`,
          path: [name, at, need],
          label: `${list.label} ${at + 1}: ${field.label}`,
        })
      }),
  ).flat()
}

type Asked = { required: readonly string[]; today: string }

const missingAt = (
  line: ReviewedLine,
  household: Household,
  { name, required, today }: Asked & { name: string },
): Missing[] => {
  const { [name]: rule } = line.lists
  const isAsked = required.includes(name)
  if (rule && (rule.isOptional || isAsked)) {
    const stored = household[name] as Items['stored'] | undefined
    return missingInItems(line, { name, rule, stored: stored ?? [] }, rule.least(household, today))
  }
  return isAsked && household[name] === undefined ? [missingAnswer(line, name)] : []
}

export type OpenSection = { section: QuestionSection; missing: Missing[] }

const open = (
  line: ReviewedLine,
  household: Household,
  { sections, ...asked }: Asked & { sections: readonly QuestionSection[] },
): OpenSection[] =>
  sections
    .map(section => ({
      section,
      missing: section.fields.flatMap(name => missingAt(line, household, { name, ...asked })),
    }))
    .filter(({ missing: found }) => found.length > 0)

export const openForReview = (line: ReviewedLine, household: Household, today: string): OpenSection[] =>
  open(line, household, {
    sections: line.sections.toReview,
    required: line.required.toReview(household),
    today,
  })

export const openToBind = (line: ReviewedLine, household: Household): OpenSection[] =>
  open(line, household, {
    sections: line.sections.toBind,
    required: line.required.toBind(household),
    today: '',
  })

const nothing: InferenceRule<Household> = () => null

/** Nothing is assumed while answers still arrive. What a person has reviewed stays as it is. */
export const withServiceEstimates = (
  line: ReviewedLine,
  household: Household,
  { today, isReviewed = false }: { today: string; isReviewed?: boolean },
): Household => {
  const { inferred, assumed } = line.estimates
  const known = withInferences(household, inferred, today)
  const none = Object.fromEntries(Object.keys(assumed).map(name => [name, nothing]))
  const unguessed = withInferences(known, none, today)
  const isAnswered = isReviewed || openForReview(line, unguessed, today).length === 0
  return withInferences(known, isAnswered ? assumed : none, today)
}
