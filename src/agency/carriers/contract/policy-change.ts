import Type, { type Static } from 'typebox'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { LIMIT_NAMES } from './limit-names.ts'

const closed = { additionalProperties: false } as const
const MOST = 300
const MOST_NAMES = 10
export const MOST_DOLLARS = 100_000_000

const text = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MOST, description }))

/** What a policy should say, or says since its carrier changed it. */
export const PolicyChange = Type.Object(
  {
    lender_name: text('As in its letter, with letters such as ISAOA.'),
    lender_address: text('For insurance documents.'),
    loan_number: text('The new one.'),
    replaces_lender: text('The lender on the policy that it replaces. Without lender_name, none does.'),
    limits: Type.Optional(
      Type.Partial(
        Type.Object(
          recordOf(Object.values(LIMIT_NAMES).flat(), () =>
            Type.Integer({ minimum: 0, maximum: MOST_DOLLARS }),
          ),
        ),
        { ...closed, description: 'The new ones, in whole dollars.' },
      ),
    ),
    named_insureds: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: MOST }), {
        minItems: 1,
        maxItems: MOST_NAMES,
        description: 'All of them from then on.',
      }),
    ),
    mailing_address: text('The new one, on one line.'),
    incorrect: text('What the policy says.'),
    correct: text('What it should say.'),
  },
  { $id: 'PolicyChange', ...closed, description: 'Only the fields of its kind.' },
)
export type PolicyChange = Static<typeof PolicyChange>

export const changeKinds = ['lender', 'mailing_address', 'coverage', 'named_insured', 'correction'] as const
export type ChangeKind = (typeof changeKinds)[number]

export const isChange = (kind: string): kind is ChangeKind => changeKinds.some(one => one === kind)
