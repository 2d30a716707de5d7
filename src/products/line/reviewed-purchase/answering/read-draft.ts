import type { FieldProblem } from '../../../../platform/errors.ts'
import { isObject } from '../../../../platform/lib/is-object.ts'
import type { SentEstimate } from '../../fields/estimates.ts'
import type { Field } from '../../fields/field.ts'
import type { Json } from '../../fields/merge.ts'
import { readWithAddress } from '../../fields/read-address.ts'
import { readEstimates } from '../../fields/read-estimates.ts'
import { type Reading, under } from '../../fields/read-fields.ts'
import type { SentEntry } from '../../fields/sent-estimate.ts'
import { emptyApplication, type Household } from '../application/application.ts'
import { unmasked } from '../application/value-words.ts'
import type { ReviewedLine } from '../reviewed-line.ts'

export type SentDraft = { intake: Json; field_estimates?: readonly SentEntry[] | undefined }

export type Draft = Pick<Reading, 'values' | 'unknown' | 'problems'> & { estimates: SentEstimate[] }

const inIntake = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map(problem => ({ ...problem, path: under('intake', problem.path) }))

const MASKED = 'the full number, or no value to keep the current one'

type Masked = { sent: string; stored: unknown; path: string; expected?: string }

const unmaskText = (draft: Draft, { sent, stored, path, expected = MASKED }: Masked): string => {
  const text = unmasked(sent, stored)
  if (text === null) draft.problems.push({ path, code: 'masked', expected })
  return text ?? sent
}

type Item = Readonly<Record<string, unknown>>

/** A list replaces the one before it, so its items have no place of their own. */
const isSamePerson =
  ({ full_name, birthday }: Item) =>
  (stored: Item): boolean =>
    full_name !== undefined && stored.full_name === full_name && stored.birthday === birthday

type SentList = { list: Extract<Field, { kind: 'list' }>; path: string; stored: readonly Item[] }

const unmaskItems = (draft: Draft, sent: readonly Item[], { list, path, stored }: SentList): Item[] => {
  const masks = Object.keys(list.item).filter(name => list.item[name]?.masked)
  const expected = `the full number, or the masked one beside the full_name and birthday of the same ${list.itemLabel.split(' ').at(-1)}`
  return sent.map((item, at) => {
    const same = stored.find(isSamePerson(item))
    const numbers = masks.flatMap(name => {
      const { [name]: number } = item
      if (typeof number !== 'string') return []
      const masked = { sent: number, stored: same?.[name], path: `${path}[${at}].${name}`, expected }
      return [[name, unmaskText(draft, masked)]]
    })
    return { ...item, ...Object.fromEntries(numbers) }
  })
}

/** Agents may echo a masked number, which must not overwrite the real one. */
const unmask = ({ fields }: ReviewedLine, draft: Draft, household: Household): void => {
  for (const [name, sent] of draft.values) {
    const { [name]: field } = fields
    const { [name]: stored } = household
    const path = `intake.${name}`
    if (field?.kind === 'list' && Array.isArray(sent)) {
      const known = (stored as readonly Item[] | undefined) ?? []
      draft.values.set(name, unmaskItems(draft, sent, { list: field, path, stored: known }))
    } else if (field?.masked && typeof sent === 'string')
      draft.values.set(name, unmaskText(draft, { sent, stored, path }))
  }
}

const listOf = (sent: unknown): unknown[] => {
  if (Array.isArray(sent)) return sent
  return sent === undefined ? [] : [sent]
}

export const readDraft = (
  line: ReviewedLine,
  household: Household,
  { intake, field_estimates = [] }: SentDraft,
): Draft => {
  const { field_estimates: inside, ...values } = intake
  const row = readWithAddress(line.fields, values)
  const beside: Reading = { values: row.values, unknown: row.unknown, problems: [] }
  const estimates = readEstimates(line.fields, beside, [...field_estimates, ...listOf(inside)])
  const draft: Draft = {
    values: row.values,
    unknown: row.unknown,
    problems: [...inIntake(row.problems), ...beside.problems],
    estimates,
  }
  unmask(line, draft, household)
  return draft
}

export const draftProblems =
  (line: ReviewedLine) =>
  ({ intake, field_estimates }: Json): FieldProblem[] =>
    isObject(intake)
      ? readDraft(line, emptyApplication().household, {
          intake,
          field_estimates: listOf(field_estimates) as SentEntry[],
        }).problems
      : []
