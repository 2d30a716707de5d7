import type { Field, FieldTable } from '../../line/fields/field.ts'
import { type Shape, shapeOf } from '../../line/fields/field-schema.ts'
import type { Answers } from './application.ts'
import { othersCounted } from './drivers.ts'
import { pathOf, type UmbrellaFieldName, umbrellaFields, wireName } from './fields.ts'
import { requiredForReview, requiredToBind } from './required.ts'
import { applicationSections, bindSections, type QuestionSection } from './sections.ts'

export type Missing = Shape & {
  field: string
  path: (string | number)[]
  label: string
  description: string
}

const missing = (field: Field, at: Pick<Missing, 'field' | 'path' | 'label'>): Missing => ({
  ...at,
  description: field.description,
  ...shapeOf(field),
})

export const missingAnswer = (name: UmbrellaFieldName): Missing => {
  const field = umbrellaFields[name]
  return missing(field, { field: wireName(name), path: pathOf(name), label: field.label })
}

type Items = { name: UmbrellaFieldName; item: FieldTable; needs: readonly string[] }

const drivers: Items = {
  name: 'additional_drivers',
  item: umbrellaFields.additional_drivers.item,
  needs: ['full_name', 'birthday', 'license_state', 'license_number'],
}
const cars: Items = {
  name: 'vehicles',
  item: umbrellaFields.vehicles.item,
  needs: ['year', 'make', 'model'],
}

const missingInItems = (
  { name, item, needs }: Items,
  items: readonly Readonly<Record<string, unknown>>[],
  atLeast: number,
): Missing[] =>
  Array.from({ length: Math.max(atLeast, items.length) }, (_, at) =>
    needs
      .filter(need => items[at]?.[need] === undefined)
      .map(need => {
        const field = item[need] as Field
        return missing(field, {
          field: `${name}[${at}].${need}`,
          path: [name, at, need],
          label: `${umbrellaFields[name].label} ${at + 1}: ${field.label}`,
        })
      }),
  ).flat()

type Asked = { required: readonly UmbrellaFieldName[]; others: number }

const inSection = (answers: Answers, section: QuestionSection, { required, others }: Asked): Missing[] =>
  section.fields.flatMap(name => {
    if (name === 'additional_drivers')
      return answers.additional_drivers
        ? missingInItems(drivers, answers.additional_drivers, 0)
        : missingInItems(drivers, [], others)
    if (!required.includes(name)) return []
    if (name === 'vehicles') return missingInItems(cars, answers.vehicles ?? [], answers.vehicle_count ?? 0)
    return answers[name] === undefined ? [missingAnswer(name)] : []
  })

export type OpenSection = { section: QuestionSection; missing: Missing[] }

const open = (answers: Answers, sections: readonly QuestionSection[], asked: Asked): OpenSection[] =>
  sections
    .map(section => ({ section, missing: inSection(answers, section, asked) }))
    .filter(({ missing: found }) => found.length > 0)

export const openForReview = (answers: Answers, today: string): OpenSection[] =>
  open(answers, applicationSections, {
    required: requiredForReview(answers),
    others: Math.min(othersCounted(answers, today), umbrellaFields.additional_drivers.maxItems),
  })

export const openToBind = (answers: Answers): OpenSection[] =>
  open(answers, bindSections, { required: requiredToBind(answers), others: 0 })
