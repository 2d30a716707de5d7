import { typedEmail } from '../../../platform/lib/email-address.ts'
import { standardWords } from '../../../platform/values/address-key.ts'

export type BookFacts = {
  names: readonly (string | undefined)[]
  emails: readonly (string | undefined)[]
  phones: readonly (string | undefined)[]
  addresses: readonly (string | undefined)[]
}

const SHORTEST = 2
const LONGEST = 12
const MOST_WORDS = 8
const LONGEST_IN_PAIR = 4

const plainWords = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '')

const lettersOf = (word: string): number => [...word].length

const beginning = (word: string, letters: number): string =>
  word.length <= letters ? word : [...word].slice(0, letters).join('')

const wordTerm = (word: string): string => `word/${beginning(word, LONGEST)}`

const prefixes = (word: string): string[] => {
  const most = Math.max(SHORTEST, Math.min(lettersOf(word), LONGEST))
  return Array.from({ length: most - SHORTEST + 1 }, (_, at) => `word/${beginning(word, at + SHORTEST)}`)
}

const pairTerm = (one: string, other: string, letters: number): string =>
  `pair/${[beginning(one, letters), beginning(other, letters)].toSorted().join('/')}`

const pairsOf = <T>(all: readonly T[]): [T, T][] =>
  all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))

const pairTerms = (name: string): string[] => {
  const words = [...new Set(plainWords(name))].filter(word => lettersOf(word) >= SHORTEST)
  return pairsOf(words.slice(0, MOST_WORDS)).flatMap(([one, other]) => {
    const most = Math.min(lettersOf(one), lettersOf(other), LONGEST_IN_PAIR)
    return Array.from({ length: most - SHORTEST + 1 }, (_, at) => pairTerm(one, other, at + SHORTEST))
  })
}

const phoneTerm = (phone: string): string => `phone/${phone.replaceAll(/\D/g, '').slice(-10)}`

const emailTerm = (email: string): string => `email/${typedEmail(email)}`

export const policyTerm = (number: string): string =>
  `policy/${number.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')}`

/** An application without an operator belongs to a shopper. Every application has this term. */
export const ownerTerm = (owner: string | null): string => `owner/${owner ?? 'shopper'}`

const given = (values: readonly (string | undefined)[]): string[] =>
  values.filter(value => value !== undefined && value !== '') as string[]

export const termsOf = ({ names, emails, phones, addresses }: BookFacts): Set<string> =>
  new Set([
    ...given(names).flatMap(plainWords).flatMap(prefixes),
    ...given(names).flatMap(pairTerms),
    ...given(addresses).flatMap(text => [...plainWords(text), ...standardWords(text)].map(wordTerm)),
    ...given(emails).map(emailTerm),
    ...given(phones).map(phoneTerm),
  ])

const searched = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter(word => word.length >= SHORTEST || /^\d$/.test(word))
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)

const allOf = (words: readonly string[]): string[] => searched(words).map(wordTerm)

const looksLikePhone = (text: string): boolean =>
  /^[\d\s().+-]+$/.test(text) && /^1?\d{10}$/.test(text.replaceAll(/\D/g, ''))

const looksLikeNumber = (text: string): boolean => /\d/.test(text) && text.length >= 5

export const meaningsOf = (text: string): string[][] => {
  const typed = text.trim()
  if (typed.includes('@')) return [[emailTerm(typed)]]
  if (/^opr_\w+$/.test(typed)) return [[ownerTerm(typed)]]
  const meanings = [
    ...(looksLikePhone(typed) ? [[phoneTerm(typed)]] : []),
    ...(looksLikeNumber(typed) ? [[policyTerm(typed)]] : []),
    allOf(plainWords(typed)),
    allOf(standardWords(typed)),
  ].filter(terms => terms.length > 0)
  return [...new Map(meanings.map(terms => [terms.join(' '), terms])).values()]
}

/** All terms must be found. The pair comes first, and a word that is whole in it needs no term of its own. */
export const nameMeaningOf = (text: string): string[] | null => {
  const words = text.includes('@') ? [] : searched(plainWords(text))
  const [one, other] = words
  if (one === undefined || other === undefined || !words.every(word => /^\p{L}+$/u.test(word))) return null
  const letters = Math.min(lettersOf(one), lettersOf(other), LONGEST_IN_PAIR)
  const others = words.filter((word, at) => at > 1 || lettersOf(word) > letters)
  return [pairTerm(one, other, letters), ...others.map(wordTerm)]
}
