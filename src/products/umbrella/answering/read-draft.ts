import type { FieldProblem } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { SentEstimate } from '../../line/fields/estimates.ts'
import type { Json } from '../../line/fields/merge.ts'
import { readWithAddress } from '../../line/fields/read-address.ts'
import { readEstimates } from '../../line/fields/read-estimates.ts'
import { type Reading, under } from '../../line/fields/read-fields.ts'
import type { SentEntry } from '../../line/fields/sent-estimate.ts'
import { emptyApplication, type Household } from '../application/application.ts'
import { isUmbrellaField, umbrellaFields } from '../application/fields.ts'
import { unmasked } from '../application/value-words.ts'

export type SentDraft = { intake: Json; field_estimates?: readonly SentEntry[] | undefined }

export type Draft = Pick<Reading, 'values' | 'unknown' | 'problems'> & { estimates: SentEstimate[] }

const inIntake = (problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.map(problem => ({ ...problem, path: under('intake', problem.path) }))

const MASKED = { code: 'masked' as const, expected: 'the full number, or no value to keep the current one' }

const MASKED_IN_LIST = {
  code: 'masked' as const,
  expected: 'the full number, or the masked one beside the full_name and birthday of the same driver',
}

type Masked = { sent: string; stored: unknown; path: string; problem?: typeof MASKED | typeof MASKED_IN_LIST }

const unmaskText = (draft: Draft, { sent, stored, path, problem = MASKED }: Masked): string => {
  const text = unmasked(sent, stored)
  if (text === null) draft.problems.push({ path, ...problem })
  return text ?? sent
}

type Person = { full_name?: unknown; birthday?: unknown }

/** A list replaces the one before it, so its items have no place of their own. */
const isSamePerson =
  ({ full_name, birthday }: Person) =>
  (stored: Person): boolean =>
    full_name !== undefined && stored.full_name === full_name && stored.birthday === birthday

/** Agents may echo a masked license number, which must not overwrite the real one. */
const unmask = (draft: Draft, household: Household): void => {
  for (const [name, sent] of draft.values) {
    const path = `intake.${name}`
    if (isUmbrellaField(name) && umbrellaFields[name].masked && typeof sent === 'string')
      draft.values.set(name, unmaskText(draft, { sent, stored: household[name], path }))
    if (name !== 'additional_drivers' || !Array.isArray(sent)) continue
    const drivers = sent.map((driver, at) => {
      const { license_number: number } = driver
      if (typeof number !== 'string') return driver
      const same = household.additional_drivers?.find(isSamePerson(driver))
      const license_number = unmaskText(draft, {
        sent: number,
        stored: same?.license_number,
        path: `${path}[${at}].license_number`,
        problem: MASKED_IN_LIST,
      })
      return { ...driver, license_number }
    })
    draft.values.set(name, drivers)
  }
}

const listOf = (sent: unknown): unknown[] => {
  if (Array.isArray(sent)) return sent
  return sent === undefined ? [] : [sent]
}

export const readDraft = (household: Household, { intake, field_estimates = [] }: SentDraft): Draft => {
  const { field_estimates: inside, ...values } = intake
  const row = readWithAddress(umbrellaFields, values)
  const beside: Reading = { values: row.values, unknown: row.unknown, problems: [] }
  const estimates = readEstimates(umbrellaFields, beside, [...field_estimates, ...listOf(inside)])
  const draft: Draft = {
    values: row.values,
    unknown: row.unknown,
    problems: [...inIntake(row.problems), ...beside.problems],
    estimates,
  }
  unmask(draft, household)
  return draft
}

export const draftProblems = ({ intake, field_estimates }: Json): FieldProblem[] =>
  isObject(intake)
    ? readDraft(emptyApplication().household, {
        intake,
        field_estimates: listOf(field_estimates) as SentEntry[],
      }).problems
    : []
