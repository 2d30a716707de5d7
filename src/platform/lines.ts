import { keysOf } from './lib/keys-of.ts'

type Facts = {
  /** What its uids begin with, before the underscore. */
  prefix: string
  title: string
  titled: string
  /** What a uid names, and where its caller reads it. */
  application: string
  place: string
  scope: string
  tag: string
  /** In the files of other systems. */
  alsoCalled: readonly string[]
}

/** What every room knows of a line of business. What a line does is in `products/lines.ts`. */
export const LINES = {
  homeowners: {
    prefix: 'hom',
    title: 'Homeowners',
    titled: 'a homeowners',
    application: 'a homeowners application',
    place: 'POST /api/agent/homeowners/quotes',
    scope:
      'Submit and read homeowners applications for your customers, get quotes, and email customers about them.',
    tag: 'Homeowners insurance for your customers: one endpoint from the first answer to the offers.',
    alsoCalled: ['home', 'homeowner', 'HO', 'HO-3', 'HO-5', 'HO-6', 'HO-8', 'DP-3', 'homeowners insurance'],
  },
  umbrella: {
    prefix: 'umb',
    title: 'Umbrella',
    titled: 'an umbrella',
    application: 'an umbrella purchase',
    place: 'POST /api/agent/umbrella/status',
    scope: 'Apply for and buy umbrella insurance for your customers, and read your open applications.',
    tag: 'Umbrella insurance for your customers: draft, review, offers, and purchase.',
    alsoCalled: [
      'UMBRP',
      'PUMB',
      'PUP',
      'personal umbrella',
      'umbrella liability',
      'personal umbrella liability',
    ],
  },
} as const satisfies Record<string, Facts>

export type LineName = keyof typeof LINES

export const lineNames = keysOf(LINES)

export const lineOf = (uid: string): LineName | null => {
  const [prefix] = uid.split('_')
  return lineNames.find(name => LINES[name].prefix === prefix) ?? null
}

export type ScopeName = LineName | 'calculators'

export const scopeNames: readonly ScopeName[] = ['calculators', ...lineNames.toReversed()]
