import { createHash } from 'node:crypto'
import { canonicalJson } from '../lib/canonical-json.ts'
import { unconfirmed } from '../line/estimates.ts'
import type { Application, Home } from './application.ts'
import { type HomeFieldName, homeFields } from './fields.ts'
import { addressOf } from './place-words.ts'
import type { Review, ReviewItem } from './portal-facts.ts'
import { sourceWords, valueWords } from './value-words.ts'

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

/** What was looked at: of two pages that show different values only one has it. */
const tokenOf = (homes: Review['homes']): string =>
  createHash('sha256')
    .update(
      canonicalJson(homes.flatMap(({ items }) => items.map(({ name, value }) => [name, value ?? null]))),
    )
    .digest('base64url')
    .slice(0, 22)

/** Every estimate that the homeowner still has to confirm or correct, home by home. */
export const reviewOf = ({ homes }: Application): Review => {
  const reviewed = homes.flatMap((home, index) => {
    const items = itemsOf(home, index)
    if (items.length === 0) return []
    return [{ property_id: home.property_id ?? '', address: addressOf(home, index), items }]
  })
  return { token: tokenOf(reviewed), homes: reviewed }
}

export const itemsIn = ({ homes }: Review): ReviewItem[] => homes.flatMap(({ items }) => items)
