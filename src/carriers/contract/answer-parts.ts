import { Ajv } from 'ajv'
import Type, { type TSchema } from 'typebox'
import { lazily } from '../../lib/lazily.ts'

// Neither a control character nor half a surrogate pair: the database refuses both in JSON.
export const line = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[^\\p{Cc}\\p{Cs}]+$' })
export const name = Type.String({ maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' })
/** Whole dollars. */
export const dollars = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

export const priceFactorList = Type.Array(
  Type.Object({
    factor: name,
    label: line(120),
    effect: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  }),
  { maxItems: 100 },
)

const ajv = new Ajv({ removeAdditional: 'all' })

/** Whether an answer has this shape. Drops what is not in the schema, at every depth. */
export const shape = <T>(schema: TSchema): ((answer: unknown) => answer is T) => {
  const check = lazily(() => ajv.compile<T>(schema))
  return (answer): answer is T => check()(answer)
}

/** What an endpoint's words came to; without an answer the outcome says what is wrong with them. */
export type Reading<A> = { outcome: string; answer: A | null }

type Echoed =
  | { outcome: 'echoed'; answer: Record<string, unknown> }
  | { outcome: 'not_json' | 'not_an_answer' | 'other_request' }

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The answer to this request, not yet looked into; an answer names the request that it is meant for. */
export const readEchoed = (text: string, request_id: string): Echoed => {
  const value = parse(text)
  if (value === undefined) return { outcome: 'not_json' }
  const { request_id: echoed, ...answer } = Object(value) as Record<string, unknown>
  if (typeof echoed === 'string' && echoed !== request_id) return { outcome: 'other_request' }
  return echoed === request_id ? { outcome: 'echoed', answer } : { outcome: 'not_an_answer' }
}
