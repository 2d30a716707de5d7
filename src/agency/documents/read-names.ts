const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'md', 'phd', 'esq'])

const withoutMarks = (text: string): string => text.replaceAll(/\p{M}/gu, '')

/** Marks that stand alone are removed first, because putting thousands of them in order takes minutes. */
const wordsOf = (text: string): string[] =>
  withoutMarks(withoutMarks(text).normalize('NFKD'))
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter(word => word !== '')

type Name = { first: string; last: string }

/** Middle names, initials and suffixes vary between documents, so only first and last names must match. */
const nameOf = (full: string): Name | null => {
  const words = wordsOf(full).filter(word => word.length > 1 && !SUFFIXES.has(word))
  const [first, last] = [words[0], words.at(-1)]
  return first !== undefined && last !== undefined && words.length > 1 ? { first, last } : null
}

const MOST_BETWEEN = 2

const stands = (words: readonly string[], { first, last }: Name): boolean =>
  words.some((word, at) => {
    if (word === first) return words.slice(at + 1, at + 2 + MOST_BETWEEN).includes(last)
    return word === last && words[at + 1] === first
  })

const LABELLED =
  /(?:named insureds?|name of insured|insured name|policyholder)[^\p{L}]{1,20}(?:and address[^\p{L}]{1,20})?\p{L}{2,} (?:\p{L}\.? )?\p{L}{2,}/iu

export const whoIsInsured = (text: string, known: readonly string[]): 'known' | 'another' | 'unclear' => {
  const words = wordsOf(text)
  const names = known.flatMap(full => nameOf(full) ?? [])
  if (names.some(name => stands(words, name))) return 'known'
  const seen = new Set(words)
  const unheardOf = names.every(({ first, last }) => !seen.has(first) && !seen.has(last))
  return names.length > 0 && unheardOf && LABELLED.test(text) ? 'another' : 'unclear'
}

const NAME_LINE = /^[\p{L}\p{M}.,'’&/ -]+$/u
const AND = /\s+(?:and|&|or)\s+|\s*&\s*|\s*\/\s*/i

/** "Ada and William King" are two people of one last name. None: it is no line of names. */
export const namesIn = (line: string): string[] => {
  const text = line.trim().replace(/[,&]$/, '')
  if (!NAME_LINE.test(text)) return []
  const parts = text.split(AND).map(part => part.trim())
  const last = parts.at(-1)?.split(' ') ?? []
  if (last.length < 2 || last.length > 6) return []
  return parts.map(part => (part.includes(' ') ? part : `${part} ${last.at(-1)}`))
}

/** Of the names printed, whom we know; and of those we know, who is missing. */
export const compareNames = (
  printed: readonly string[],
  known: readonly string[],
): { others: string[]; missing: string[] } => {
  const same = (one: string, other: string): boolean => {
    const words = wordsOf(one)
    const name = nameOf(other)
    return words.join(' ') === wordsOf(other).join(' ') || (name !== null && stands(words, name))
  }
  return {
    others: printed.filter(one => !known.some(name => same(one, name))),
    missing: known.filter(name => !printed.some(one => same(one, name))),
  }
}
