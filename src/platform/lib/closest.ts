import { distance } from 'fastest-levenshtein'

/** A longer name is not a typo, and comparing it takes long. */
const LONGEST_NAME = 64

const SHORTEST_BEGINNING = 4

const SAME_MEANING = new Map([
  ['company', 'organization'],
  ['business', 'organization'],
])

const inOurWords = (name: string): string =>
  name.replaceAll(/[a-z]+/g, word => SAME_MEANING.get(word) ?? word)

const stepsTo = (spellings: readonly string[], candidate: string): number =>
  Math.min(...spellings.map(said => distance(said, candidate)))

export const closest = (name: string, known: readonly string[]): string | undefined => {
  if (name.length > LONGEST_NAME) return undefined
  const said = name.toLowerCase()
  const [begun, ...others] = known.filter(candidate => candidate.toLowerCase().startsWith(said))
  if (begun !== undefined && others.length === 0 && said.length >= SHORTEST_BEGINNING) return begun
  const spellings = [...new Set([said, inOurWords(said)])]
  const ranked = known
    .map(candidate => ({ candidate, steps: stepsTo(spellings, candidate.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps)
  const best = ranked[0]
  if (!best || best.steps > Math.max(2, Math.floor(name.length / 3))) return undefined
  // A shared ending wins over fewer typos: home_declarations means declarations, not auto_declarations.
  const ending = best.steps > 2 && known.find(candidate => said.endsWith(`_${candidate}`))
  return ending || best.candidate
}
