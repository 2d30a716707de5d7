import Type from 'typebox'
import { fail } from '../../../platform/errors.ts'
import { namesContact } from '../../../platform/values/personal-text.ts'
import { refuseForbidden } from '../fields/forbidden-keys.ts'

export type Metadata = Readonly<Record<string, string>>
export type SentMetadata = Readonly<Record<string, string | null>>

const MOST_PAIRS = 10
const LONGEST_VALUE = 200
const NAME = '[A-Za-z][A-Za-z0-9_.-]{0,39}'
const NAMES = new RegExp(`^${NAME}$`)

const EXAMPLE = { reference: 'LOAN-4711' }

export const SentMetadata = Type.Unsafe<SentMetadata>({
  type: 'object',
  maxProperties: MOST_PAIRS,
  additionalProperties: { type: ['string', 'null'], minLength: 1, maxLength: LONGEST_VALUE },
  description: `Your own notes, such as a reference: up to ${MOST_PAIRS} names with a value each. Only your lists show them, never carriers or customers. Email addresses and phone numbers are refused. Sent pairs are added or replaced, and null removes one.`,
  examples: [EXAMPLE],
})

export const ShownMetadata = Type.Unsafe<Metadata>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'The metadata you sent with this request.',
  examples: [EXAMPLE],
})

export const MetadataFilter = Type.String({
  pattern: `^${NAME}:`,
  maxLength: 41 + LONGEST_VALUE,
  description: 'Only what has this pair of metadata, as name:value, such as reference:LOAN-4711',
})

export const pairIn = (filter: string): { name: string; value: string } => {
  const at = filter.indexOf(':')
  return { name: filter.slice(0, at), value: filter.slice(at + 1) }
}

export const mergeMetadata = (before: Metadata, sent: SentMetadata): Metadata => {
  refuseForbidden(sent, 'metadata')
  const unnamed = Object.keys(sent).filter(name => !NAMES.test(name))
  if (unnamed.length > 0)
    fail('invalid_request', {
      fields: unnamed.map(name => ({
        path: `metadata.${name.slice(0, 60)}`,
        code: 'wrong_format',
        expected:
          'a name of up to 40 letters, digits, dots, hyphens and underscores that starts with a letter',
      })),
    })
  const personal = Object.entries(sent).filter(([, value]) => value !== null && namesContact(value))
  if (personal.length > 0)
    fail('invalid_request', {
      fields: personal.map(([name]) => ({
        path: `metadata.${name}`,
        code: 'personal_data',
        expected: 'a reference of your own that names nobody',
      })),
    })
  const pairs = Object.entries({ ...before, ...sent }).filter(
    (pair): pair is [string, string] => pair[1] !== null,
  )
  if (pairs.length > MOST_PAIRS)
    fail('invalid_request', {
      fields: [
        {
          path: 'metadata',
          code: 'too_many_items',
          expected: `at most ${MOST_PAIRS} pairs in all. Remove one by sending null for it`,
        },
      ],
    })
  return Object.fromEntries(pairs)
}
