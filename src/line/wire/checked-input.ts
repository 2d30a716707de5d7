import type { Static, TObject } from 'typebox'
import { fail } from '../../errors.ts'
import { inputChecker } from '../../http/schemas.ts'

export const checkedInput = <S extends TObject>(schema: S): ((input: unknown) => Static<S>) => {
  const problemsIn = inputChecker(schema)
  return input => {
    const fields = problemsIn(input)
    return fields.length === 0 ? (input as Static<S>) : fail('invalid_request', { fields })
  }
}
