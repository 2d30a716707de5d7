import { toBase62 } from '../../../src/platform/lib/random.ts'

const endsIn = (letter: string, at: number): boolean => toBase62(at, 8).endsWith(letter)

/** Two milliseconds. IDs made in them sort the other way in a language, where "a" comes before "Z". */
export const sortedOtherwise = (now: Date): [Date, Date] => {
  const first = Array.from({ length: 62 }, (_, more) => now.getTime() + more).find(at => endsIn('Z', at)) ?? 0
  return [new Date(first), new Date(first + 1)]
}
