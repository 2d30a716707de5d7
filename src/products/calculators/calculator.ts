import type { Static, TObject, TSchema } from 'typebox'
import { operation } from '../../platform/app.ts'
import type { OperatorCaller, SharedCaller } from '../../platform/key/guard.ts'
import type { Constant } from './schemas.ts'

type Definition<I extends TObject, O extends TSchema> = {
  id: string
  summary: string
  description: string
  input: I
  output: O
  constant: Constant<string>
  estimate: (input: Static<I>) => Static<O>
}

/** A calculator reads only its input, no database and no clock, so equal inputs get identical responses. */
export const calculator = <I extends TObject, O extends TSchema>({ estimate, ...wire }: Definition<I, O>) =>
  operation({
    ...wire,
    guidance: {
      before: 'ask for the required fields. Defaults fill the rest.',
      onFailure: '400 names each field and what it expects.',
    },
    reads: true,
    run: (_app, _caller: OperatorCaller | SharedCaller, input: Static<I>): Static<O> => estimate(input),
  })
