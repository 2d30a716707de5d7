import type { HomeValues } from './application.ts'

// Common USPS abbreviations, so two spellings of an address do not become two homes.
const WORDS: Readonly<Record<string, string>> = {
  street: 'st',
  avenue: 'ave',
  av: 'ave',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  highway: 'hwy',
  lane: 'ln',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  square: 'sq',
  terrace: 'ter',
  trail: 'trl',
  north: 'n',
  south: 's',
  east: 'e',
  west: 'w',
  apartment: 'unit',
  apt: 'unit',
  suite: 'unit',
  ste: 'unit',
}

const word = (text: string): string => (Object.hasOwn(WORDS, text) ? (WORDS[text] ?? text) : text)

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('#', ' unit ')
    .replaceAll(/[.,']/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part !== '')
    .map(word)
    .join(' ')
    .replaceAll('unit unit', 'unit')

export const addressKey = ({ street, city, state, zip }: HomeValues): string | null =>
  street && city && state && zip ? [plain(street), plain(city), state, zip].join('|') : null
