import { Ajv } from 'ajv'
import Type, { type Static, type TSchema } from 'typebox'
import { lazily } from '../../../platform/lib/lazily.ts'
import { PLAIN_LINE } from '../../../platform/lib/plain-line.ts'

// PostgreSQL rejects control characters and lone surrogates in JSON.
export const oneLine = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: PLAIN_LINE })
export const identifier = Type.String({ maxLength: 60, pattern: '^[a-z][a-z0-9_]*$' })
export const dollarAmount = (minimum: number, maximum: number) => Type.Integer({ minimum, maximum })

const MOMENT = {
  maxLength: 40,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
}

export const momentSchema = Type.String(MOMENT)

export const validUntilSchema = Type.String({
  ...MOMENT,
  description: 'When the offer ends, in the future. Left out: 30 days after it is published.',
})

export const priceFactorList = Type.Array(
  Type.Object({
    factor: identifier,
    label: oneLine(120),
    effect: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
  }),
  { maxItems: 100 },
)

const PHONE = '^[+0-9(][0-9 ().-]{6,24}$'

/** The agency named in the notice (FCRA 615(a)) and at most four reasons (NCOIL model act). */
export const creditPart = {
  consumer_report: Type.Optional(
    Type.Object({ agency: oneLine(120), address: oneLine(200), phone: Type.String({ pattern: PHONE }) }),
  ),
  score_reasons: Type.Optional(Type.Array(oneLine(200), { minItems: 1, maxItems: 4 })),
}

const ajv = new Ajv({ removeAdditional: 'all' })

export const guardFor = <S extends TSchema>(schema: S): ((answer: unknown) => answer is Static<S>) => {
  const check = lazily(() => ajv.compile<Static<S>>(schema))
  return (answer): answer is Static<S> => check()(answer)
}

export type ParsedAnswer<A> = { outcome: string; answer: A | null }

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

/** A carrier must echo the request_id, so a response to another request is never used. */
export const parseEchoed = (text: string, request_id: string): Echoed => {
  const value = parse(text)
  if (value === undefined) return { outcome: 'not_json' }
  const { request_id: echoed, ...answer } = Object(value) as Record<string, unknown>
  if (typeof echoed === 'string' && echoed !== request_id) return { outcome: 'other_request' }
  return echoed === request_id ? { outcome: 'echoed', answer } : { outcome: 'not_an_answer' }
}
