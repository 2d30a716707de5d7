import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import type { ProblemCode } from '../../../platform/problem-catalog.ts'
import {
  type EstimatedRow,
  type FieldEstimate,
  type Origin,
  SERVICE_SOURCE,
} from '../../../platform/values/sourced.ts'
import type { Unrecognized } from './forbidden-keys.ts'

export type SentEstimate = Pick<FieldEstimate, 'field'> & Partial<FieldEstimate>

const UNSPECIFIED = 'unspecified'

export const unconfirmed = ({ field_estimates }: EstimatedRow): FieldEstimate[] =>
  field_estimates.filter(({ confirmed_by_user }) => !confirmed_by_user)

/** Whether the person gave this answer, or confirmed it. */
export const isPersons = (row: EstimatedRow, field: string): boolean =>
  row.sources?.[field] === 'person' || row.locked.includes(field)

const isTree = (value: unknown): boolean => typeof value === 'object' && value !== null

export const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) || (isTree(a) && isTree(b) && canonicalJson(a) === canonicalJson(b))

type EstimateOutcome =
  | { kind: 'entry'; entry: FieldEstimate | undefined }
  | { kind: 'refused'; code: ProblemCode; expected: string }
  | { kind: 'conflict' }

const keep = (entry: FieldEstimate | undefined): EstimateOutcome => ({ kind: 'entry', entry })
const confirmed = keep(undefined)
const refuse = (code: ProblemCode, expected: string): EstimateOutcome => ({ kind: 'refused', code, expected })

const PORTAL_ONLY = refuse(
  'person_must_confirm',
  'confirmed_by_user left out, or the value that the person gave',
)

type Arrival = {
  after: unknown
  same: boolean
  existing: FieldEstimate | undefined
  sent: SentEstimate | undefined
  isLocked: boolean
}

const upserted = ({ same, existing }: Arrival, sent: SentEstimate): EstimateOutcome => {
  const known = same ? existing : undefined
  const { source = known?.source, confidence = known?.confidence } = sent
  const isConfirmed = sent.confirmed_by_user ?? known?.confirmed_by_user ?? false
  if (isConfirmed && (source === undefined || confidence === undefined)) return confirmed
  if (source === SERVICE_SOURCE && isConfirmed) return PORTAL_ONLY
  return keep({
    ...known,
    ...sent,
    source: source ?? UNSPECIFIED,
    confidence: confidence ?? 'low',
    confirmed_by_user: isConfirmed,
  })
}

const afterOperator = (arrival: Arrival): EstimateOutcome => {
  const { same, existing, sent, isLocked } = arrival
  if (isLocked) return same ? keep(existing) : { kind: 'conflict' }
  if (arrival.after === undefined)
    return sent
      ? refuse('no_value_to_estimate', 'value in the entry, or the field beside it')
      : keep(undefined)
  if (!sent) return same ? keep(existing) : confirmed
  if (same && existing?.source === SERVICE_SOURCE)
    return sent.confirmed_by_user === true && !existing.confirmed_by_user ? PORTAL_ONLY : keep(existing)
  return upserted(arrival, sent)
}

const afterPerson = ({ same, existing }: Arrival): EstimateOutcome =>
  same && existing ? keep({ ...existing, confirmed_by_user: true }) : confirmed

export type SentAnswers = {
  values: ReadonlyMap<string, unknown>
  estimates: readonly SentEstimate[]
  by: 'operator' | 'person'
  origin: Origin
}

export type Revision = EstimatedRow & {
  conflicts: string[]
  refusals: { field: string; code: ProblemCode; expected: string }[]
}

type Row = EstimatedRow & Readonly<Record<string, unknown>>

const arrivalAt = (row: Row, field: string, { values, estimates }: SentAnswers): Arrival => {
  const before = Object.hasOwn(row, field) ? row[field] : undefined
  const after = values.has(field) ? (values.get(field) ?? undefined) : before
  return {
    after,
    same: sameValue(before, after),
    existing: row.field_estimates.find(entry => entry.field === field),
    sent: estimates.find(entry => entry.field === field),
    isLocked: row.locked.includes(field),
  }
}

const isSettled = (entry: FieldEstimate | undefined): boolean =>
  entry === undefined || entry.confirmed_by_user

/** Undefined keeps who stated it. Null means that nobody vouches for it. */
const vouchedBy = (
  { after, same, existing }: Arrival,
  entry: FieldEstimate | undefined,
  { by, origin }: SentAnswers,
): Origin | null | undefined => {
  if (after === undefined || !isSettled(entry)) return null
  return by === 'person' || !same || !isSettled(existing) ? origin : undefined
}

/** Sending the same value again changes nothing, so an agent that echoes what it read confirms nothing. */
export const reviseEstimates = (row: Row, answers: SentAnswers): Revision => {
  const entries = new Map(row.field_estimates.map(entry => [entry.field, entry]))
  const locked = new Set(row.locked)
  const sources = new Map(Object.entries(row.sources ?? {}))
  const conflicts: string[] = []
  const refusals: Revision['refusals'] = []
  for (const field of new Set([...answers.values.keys(), ...answers.estimates.map(entry => entry.field)])) {
    const arrival = arrivalAt(row, field, answers)
    const fate = answers.by === 'person' ? afterPerson(arrival) : afterOperator(arrival)
    if (fate.kind === 'conflict') conflicts.push(field)
    else if (fate.kind === 'refused') refusals.push({ field, code: fate.code, expected: fate.expected })
    else if (fate.entry) entries.set(field, fate.entry)
    else entries.delete(field)
    if (arrival.after === undefined && fate.kind === 'entry') locked.delete(field)
    else if (answers.by === 'person') locked.add(field)
    const origin = fate.kind === 'entry' ? vouchedBy(arrival, fate.entry, answers) : undefined
    if (origin === null) sources.delete(field)
    else if (origin !== undefined) sources.set(field, origin)
  }
  return {
    field_estimates: [...entries.values()].toSorted((a, b) => (a.field < b.field ? -1 : 1)),
    locked: [...locked].toSorted(),
    sources: Object.fromEntries([...sources].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    conflicts,
    refusals,
  }
}

type Estimates = Pick<EstimatedRow, 'field_estimates'>

export const changedEntries = (before: Estimates, after: Estimates): string[] => {
  const fields = new Set([...before.field_estimates, ...after.field_estimates].map(entry => entry.field))
  const entryIn = (row: Estimates, field: string) => row.field_estimates.find(entry => entry.field === field)
  return [...fields].filter(field => !sameValue(entryIn(before, field), entryIn(after, field))).toSorted()
}

export const changedUnrecognized = (before: Unrecognized, after: Unrecognized): string[] =>
  sameValue(before, after) ? [] : ['unrecognized']
