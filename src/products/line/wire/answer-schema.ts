import Type from 'typebox'
import { acts } from '../../../platform/key/acts.ts'
import { WaitingOn } from './waiting-on.ts'

const closed = { additionalProperties: false } as const

export const Statement = Type.Object(
  { version: Type.String(), text: Type.String() },
  {
    additionalProperties: false,
    description:
      'What the consent or confirmation in the next call states. Show the person these exact words.',
  },
)

export const PriceFactors = Type.Array(
  Type.Object(
    {
      factor: Type.String(),
      label: Type.String(),
      effect: Type.Number(),
      kind: Type.Optional(
        Type.Enum(['base'], { description: 'base: effect is in dollars. Without a kind, it multiplies.' }),
      ),
    },
    closed,
  ),
  { description: 'Factors that multiply to the price.' },
)

type Factor = { factor: string; label: string; effect: number }

export const shownFactors = (factors: readonly Factor[]) =>
  factors.map(({ factor, label, effect }) => ({
    factor,
    label,
    effect,
    ...(factor === 'base' && { kind: 'base' as const }),
  }))

type Words = { version: string; words: string }

export const statementOf = ({ version, words: text }: Words) => ({ version, text })

export const answered = {
  uid: Type.String({ description: 'Send it with every later call.' }),
  response_summary: Type.String({ description: 'What happened, in one sentence.' }),
  unrecognized_fields: Type.Array(Type.String(), {
    description: 'Keys that nobody knows: kept, and perhaps a typing mistake.',
  }),
  field_hints: Type.Optional(
    Type.Array(Type.Object({ field: Type.String(), did_you_mean: Type.String() }, closed), {
      description: 'For keys in unrecognized_fields: the field you may have meant.',
    }),
  ),
  compensation_disclosure: Type.Optional(Statement),
  person_acts: Type.Optional(
    Type.Object(
      { url: Type.String({ format: 'uri' }), acts: Type.Array(Type.Enum([...acts])) },
      {
        ...closed,
        description: 'What the person does on our page.',
      },
    ),
  ),
  quoting: Type.Optional(
    Type.Object(
      {
        asked: Type.Integer(),
        answered: Type.Integer(),
        waiting_on: Type.Array(Type.String(), { description: 'Carriers that have not answered.' }),
        expected_by: Type.Optional(
          Type.String({
            format: 'date-time',
            description: 'By when all of them are expected to answer, at the latest.',
          }),
        ),
      },
      { ...closed, description: 'Until every carrier has answered. Later offers are added to offers.' },
    ),
  ),
  declines: Type.Optional(
    Type.Array(
      Type.Object({ carrier: Type.String(), reason_code: Type.String(), reason: Type.String() }, closed),
    ),
  ),
  poll: {
    waiting_on: WaitingOn,
    expected_by: Type.Optional(
      Type.String({ format: 'date-time', description: 'When the answer we wait for is expected.' }),
    ),
    status_url: Type.String({ format: 'uri' }),
    poll_request: Type.Object(
      {
        method: Type.Enum(['POST']),
        url: Type.String({ format: 'uri' }),
        body: Type.Object({ uid: Type.String() }, closed),
      },
      closed,
    ),
    poll_after_seconds: Type.Integer({ minimum: 1, description: 'Follows waiting_on.' }),
  },
  agent_instructions: Type.Array(Type.String(), { description: 'What to do next.' }),
}

export const receiptProperty = {
  receipt: Type.Optional(
    Type.String({
      description:
        'Proof of what this call put on record: a JWS that the keys in /.well-known/jwks.json verify. It holds hashes and no personal data. Keep it.',
    }),
  ),
}
