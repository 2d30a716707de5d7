import { type FieldProblem, MOST_PROBLEMS } from '../../../platform/errors.ts'
import { closest } from '../../../platform/lib/closest.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import { confidences } from '../../../platform/values/sourced.ts'
import { type SentEstimate, sameValue } from './estimates.ts'
import { choice, type FieldTable, namedIn, text, time, yesNo } from './field.ts'
import type { Json } from './merge.ts'
import { include, type Reading, readFields } from './read-fields.ts'
import { ESTIMATE_SHAPE, namedEstimate, type PlacedEstimate } from './sent-estimate.ts'

export const estimateFields = {
  field: text('Field', 'Path of the estimated field.'),
  source: text('Source', 'Where the value comes from: crm, public_records, listing, policy_declarations, …', {
    maxLength: 100,
  }),
  confidence: choice('Confidence', 'How sure the source is.', { values: confidences }),
  confirmed_by_user: yesNo('Confirmed', 'True once the person has confirmed the value.'),
  estimated_at: time('Estimated at', 'When the estimate was made: an RFC 3339 time or an ISO date.'),
  reason: text('Reason', 'Why this value.', { maxLength: 300 }),
  rule: text('Rule', 'Of an estimate by the service: the name of its rule. Ignored when sent.', {
    maxLength: 60,
  }),
}

const flat = (path: string): string => path.replace(/^intake\./, '').replace(/^address\./, '')

const fieldAt = (fields: FieldTable, path: string): string | undefined => {
  const name = flat(path)
  const list = namedIn(fields, name.replace(/[.[].*$/, ''))
  return list !== undefined && fields[list]?.kind === 'list' ? list : namedIn(fields, name)
}

/** A typo here would leave its value confirmed, so it is refused. An entry about an unknown key beside it is kept. */
const notAField = (fields: FieldTable, path: string, named: string): FieldProblem => {
  const meant = closest(flat(named).replace(/^\w+\[\d+\]\./, ''), Object.keys(fields))
  return {
    path,
    code: 'not_an_application_field',
    expected: 'the name of a field of the application',
    ...(meant !== undefined && { did_you_mean: meant }),
  }
}

type Into = { fields: FieldTable; row: Reading }

const takeValue = (
  { fields, row }: Into,
  at: string,
  { name, value }: { name: string; value: unknown },
): void => {
  const read = readFields(fields, { [name]: value })
  const inEntry = (path: string): string => `value${path.slice(name.length)}`
  include(row, at, {
    values: new Map(),
    unknown: new Map([...read.unknown].map(([path, item]) => [inEntry(path), item])),
    problems: read.problems.map(problem => ({ ...problem, path: inEntry(problem.path) })),
  })
  const sent = read.values.get(name)
  if (sent === undefined || sent === null) return
  if (row.values.has(name) && !sameValue(row.values.get(name), sent))
    row.problems.push({
      path: `${at}.value`,
      code: 'differs',
      facts: { other: name },
      expected: 'the same value, or only one of the two',
    })
  else row.values.set(name, sent)
}

/** 0.9 and 90 both mean high. */
const confidenceOf = (sent: unknown): unknown => {
  if (typeof sent !== 'number' || sent < 0 || sent > 100) return sent
  const share = sent > 1 ? sent / 100 : sent
  return share >= 0.8 ? 'high' : share >= 0.5 ? 'medium' : 'low'
}

const readEntry = (into: Into, at: string, item: Json): SentEstimate | undefined => {
  const { fields, row } = into
  const { value, confidence, ...entry } = item
  const read = readFields(estimateFields, { ...entry, confidence: confidenceOf(confidence) })
  const path = read.values.get('field')
  if (typeof path !== 'string') {
    const isMissing = !read.problems.some(problem => problem.path === 'field')
    if (isMissing) read.problems.push({ path: 'field', code: 'required' })
    include(row, at, read)
    return undefined
  }
  const field = fieldAt(fields, path)
  if (field === undefined) {
    if (row.unknown.has(flat(path))) row.unknown.set(`field_estimates.${path}`, item)
    else {
      row.problems.push(notAField(fields, `${at}.field`, path))
      include(row, at, { ...read, unknown: new Map() })
    }
    return undefined
  }
  include(row, at, read)
  takeValue(into, at, { name: field, value })
  const given = Object.fromEntries(
    [...read.values].filter(([name, sent]) => name !== 'rule' && sent !== null),
  )
  return { ...(given as Partial<SentEstimate>), field }
}

export const readEstimates = (
  fields: FieldTable,
  row: Reading,
  placed: readonly PlacedEstimate[],
): SentEstimate[] => {
  const entries = new Map<string, SentEstimate>()
  for (const { at, entry: sent } of placed) {
    if (row.problems.length >= MOST_PROBLEMS) break
    const named = namedEstimate(sent)
    if (!isObject(named)) {
      row.problems.push({ path: at, code: 'wrong_type', expected: ESTIMATE_SHAPE })
      continue
    }
    const entry = readEntry({ fields, row }, at, named)
    if (entry === undefined) continue
    if (entries.has(entry.field))
      row.problems.push({ path: `${at}.field`, code: 'repeated', expected: 'one entry per field' })
    entries.set(entry.field, entry)
  }
  return [...entries.values()]
}
