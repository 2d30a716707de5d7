import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { withMoreProblems } from '../../../platform/http/field-problems.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { Json } from '../../line/fields/merge.ts'
import {
  ESTIMATE_SHAPE,
  namedEstimate,
  placedEstimates,
  type SentEstimates,
} from '../../line/fields/sent-estimate.ts'
import { intakeProblems } from './intake-problems.ts'

const PLACE = /^(?:intake\.)?home\[(\d{1,2})\]\.(.+)$/

/** The only field of the applicant that every home has too. */
const OF_ALL = /^(?:intake\.)?policy_expire$/

const EXPECTED = 'the path of a home value, such as home[0].roof_date, or put the entry in that home'

const rowsOf = ({ home }: Json): unknown[] => (Array.isArray(home) ? [...home] : [])

export const withRowEstimates = (intake: Json, beside: SentEstimates = []): Json => {
  const { field_estimates: inside, ...rest } = intake
  const entries = [
    ...placedEstimates(beside, 'field_estimates'),
    ...placedEstimates(inside, 'intake.field_estimates'),
  ]
  if (entries.length === 0) return intake
  const rows = rowsOf(rest)
  const problems: FieldProblem[] = []
  const lists = new Map<number, unknown[]>()
  for (const { at, entry } of entries) {
    const named = namedEstimate(entry)
    if (!isObject(named)) {
      problems.push({ path: at, code: 'wrong_type', expected: ESTIMATE_SHAPE })
      continue
    }
    const { field: said = '', ...more } = named
    const path = OF_ALL.test(String(said)) ? 'home[0].policy_expire' : said
    const [, index, field] = PLACE.exec(String(path)) ?? []
    const place = Number(index)
    const begun = lists.get(place)
    if (begun) {
      begun.push({ field, ...more })
      continue
    }
    const row = rows[place] ?? {}
    if (field === undefined || place > rows.length || !isObject(row)) {
      problems.push({ path: `${at}.field`, code: 'not_an_application_field', expected: EXPECTED })
      continue
    }
    const known = placedEstimates(row.field_estimates, at).map(known => known.entry)
    const list = [...known, { field, ...more }]
    lists.set(place, list)
    rows[place] = { ...row, field_estimates: list }
  }
  if (problems.length > 0)
    fail('invalid_request', { fields: withMoreProblems(problems, intakeProblems({ intake: rest })) })
  return { ...rest, home: rows }
}
