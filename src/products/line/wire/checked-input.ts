import type { Static, TObject } from 'typebox'
import { type FieldProblem, fail } from '../../../platform/errors.ts'
import { withMoreProblems } from '../../../platform/http/field-problems.ts'
import { inputChecker } from '../../../platform/http/schemas.ts'
import type { Json } from '../fields/merge.ts'

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
