import type { FieldProblem } from '../../../platform/errors.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { Json } from '../../line/fields/merge.ts'
import { readFields, under } from '../../line/fields/read-fields.ts'
import { applicantFields } from '../application/fields.ts'
import { MOST_HOMES, readRow } from './match-rows.ts'

const ADDRESS = ['address', 'streetnumber', 'street', 'city', 'state', 'zip']

/** With several homes, or with another address in the row, it may mean something else, so it stays there. */
export const withHomeAddress = (intake: Json, stored: readonly unknown[]): Json => {
  const { address, home = [], ...rest } = intake
  if (!isObject(address) || !Array.isArray(home) || Math.max(home.length, stored.length) > 1) return intake
  const [row = {}] = home as unknown[]
  return !isObject(row) || ADDRESS.some(name => row[name] !== undefined)
    ? intake
    : { ...rest, home: [{ ...row, address }] }
}

const ROW = 'home[0].'

export const asSent = <P extends { path: string }>(problems: readonly P[], isMoved: boolean): P[] =>
  problems.map(problem =>
    isMoved && problem.path.startsWith(`${ROW}address`)
      ? { ...problem, path: problem.path.slice(ROW.length) }
      : problem,
  )

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
