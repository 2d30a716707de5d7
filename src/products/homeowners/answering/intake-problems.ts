import type { FieldProblem } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { Json } from '../../line/fields/merge.ts'
import { readFields, under } from '../../line/fields/read-fields.ts'
import { applicantFields } from '../application/fields.ts'
import { asSent, withHomeAddress } from './home-address.ts'
import { MOST_HOMES } from './match-rows.ts'
import { readRow } from './read-row.ts'

export const intakeProblems = ({ intake }: Json): FieldProblem[] => {
  if (!isObject(intake)) return []
  const placed = withHomeAddress(intake, [])
  const { home, field_estimates: _, credit_check_authorized: __, ...applicant } = placed
  const rows = Array.isArray(home) ? home.slice(0, MOST_HOMES) : []
  const ofRows = rows.flatMap((row: unknown, at) =>
    isObject(row)
      ? readRow(row).problems.map(problem => ({ ...problem, path: under(`home[${at}]`, problem.path) }))
      : [],
  )
  return [...readFields(applicantFields, applicant).problems, ...asSent(ofRows, placed !== intake)].map(
    problem => ({
      ...problem,
      path: under('intake', problem.path),
    }),
  )
}
