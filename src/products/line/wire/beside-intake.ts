import type { Static, TObject } from 'typebox'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { withMoreProblems } from '../../../platform/http/field-problems.ts'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { isObject } from '../../../platform/lib/is-object.ts'
import type { Json } from '../fields/merge.ts'

export const besideIntake = (input: Json, names: readonly string[]): Json => {
  const { intake } = input
  if (!isObject(intake)) return input
  const inside = names.filter(name => intake[name] !== undefined)
  const fields = inside
    .filter(name => input[name] !== undefined && input[name] !== intake[name])
    .map(name => ({
      path: name,
      code: 'differs' as const,
      facts: { other: `intake.${name}` },
      expected: 'the same value in both places, or only one of them',
    }))
  if (fields.length > 0) fail('invalid_request', { fields })
  const rest = Object.fromEntries(Object.entries(intake).filter(([name]) => !inside.includes(name)))
  return { ...input, ...Object.fromEntries(inside.map(name => [name, intake[name]])), intake: rest }
}

export const checkedInput = <S extends TObject>(
  schema: S,
  alsoWrong: (input: Json) => FieldProblem[] = () => [],
): ((input: Json) => Static<S>) => {
  const problemsIn = inputChecker(schema)
  return input => {
    const fields = problemsIn(input)
    return fields.length === 0
      ? (input as Static<S>)
      : fail('invalid_request', { fields: withMoreProblems(fields, alsoWrong(input)) })
  }
}
