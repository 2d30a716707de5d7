import { createHash } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Confidence } from '../../line/fields/estimates.ts'
import { unconfirmed } from '../../line/fields/estimates.ts'
import type { Field } from '../../line/fields/field.ts'
import { addressOf } from '../application/address-lines.ts'
import type { Application, Home } from '../application/application.ts'
import { type HomeFieldName, homeFields } from '../application/fields.ts'
import { sourceWords, valueWords } from '../application/value-words.ts'

export type ReviewItem = {
  name: string
  field: string
  label: string
  description: string
  value: unknown
  words: string
  source: string
  reason: string | null
  confidence: Confidence
  rated: boolean
  definition: Field
}

export type Review = {
  token: string
  homes: { property_id: string; address: string; items: ReviewItem[] }[]
}

const itemsOf = (home: Home, index: number): ReviewItem[] =>
  unconfirmed(home).map(({ field, source, confidence, reason }) => {
    const name = field as HomeFieldName
    const definition = homeFields[name]
    const { label, description, rated } = definition
    return {
      name: `home[${index}].${name}`,
      field,
      label,
      description,
      value: home[name],
      words: valueWords(name, definition, home[name]),
      source: sourceWords(source),
      reason: reason ?? null,
      confidence,
      rated,
      definition,
    }
  })

/** Changes whenever a displayed value changes, so the person confirms exactly what they saw. */
const tokenOf = (homes: Review['homes']): string =>
  createHash('sha256')
    .update(
      canonicalJson(homes.flatMap(({ items }) => items.map(({ name, value }) => [name, value ?? null]))),
    )
    .digest('base64url')
    .slice(0, 22)

/** Of all homes, or only of those to buy for. */
export const reviewOf = ({ homes }: Application, only: readonly Home[] = homes): Review => {
  const reviewed = homes.flatMap((home, index) => {
    const items = only.includes(home) ? itemsOf(home, index) : []
    if (items.length === 0) return []
    return [{ property_id: home.property_id ?? '', address: addressOf(home, index), items }]
  })
  return { token: tokenOf(reviewed), homes: reviewed }
}

export const itemsIn = ({ homes }: Review): ReviewItem[] => homes.flatMap(({ items }) => items)
