import { type FieldProblem, fail } from '../../errors.ts'
import { isObject, type Json } from '../../line/fields/merge.ts'

type Sent = { field: string } & Json

const PLACE = /^home\[(\d{1,2})\]\.(.+)$/

const EXPECTED = 'the path of a home value, such as home[0].roof_date'

const rowsOf = ({ home }: Json): unknown[] => (Array.isArray(home) ? [...home] : [])

export const withRowEstimates = (intake: Json, estimates: readonly Sent[]): Json => {
  if (estimates.length === 0) return intake
  const rows = rowsOf(intake)
  const problems: FieldProblem[] = []
  estimates.forEach(({ field: path, ...entry }, at) => {
    const [, index, field] = PLACE.exec(path) ?? []
    const row = rows[Number(index)] ?? {}
    if (field === undefined || Number(index) > rows.length || !isObject(row)) {
      problems.push({
        path: `field_estimates[${at}].field`,
        code: 'not_an_application_field',
        expected: EXPECTED,
      })
      return
    }
    const known = Array.isArray(row.field_estimates) ? row.field_estimates : []
    rows[Number(index)] = { ...row, field_estimates: [...known, { field, ...entry }] }
  })
  if (problems.length > 0) fail('invalid_request', { fields: problems })
  return { ...intake, home: rows }
}
