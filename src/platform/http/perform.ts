import type { Static, TObject, TSchema } from 'typebox'
import { transact } from '../db/transact.ts'
import { Answer } from './answer.ts'
import type { CallerBase, Operation, PipelineApp } from './operation.ts'

/** The caller must already have checked the input against the operation's schema. */
export const perform = async <
  A extends PipelineApp,
  C extends CallerBase,
  I extends TObject,
  O extends TSchema,
  P,
>(
  app: A,
  operation: Operation<A, C, I, O, P>,
  { caller, input }: { caller: C; input: Static<I> },
): Promise<Static<O>> => {
  const { reads } = operation
  const prepared = (await operation.prepare?.(app, caller, input)) as P
  const run = async (inside: A) => operation.run(inside, caller, input, prepared)
  const outcome = reads === true || reads?.(input) ? await run(app) : await transact(app, run)
  return outcome instanceof Answer ? outcome.body : outcome
}
