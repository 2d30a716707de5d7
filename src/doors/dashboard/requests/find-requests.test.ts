import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged } from './find-requests.ts'
import { type FoundRow, insertedAt } from './listed-request.ts'

const home = (at: number) => ({ line: 'homeowners', row: { inserted_at: new Date(at) } }) as FoundRow
const umbrella = (at: number) => ({ line: 'umbrella', row: { created_at: new Date(at) } }) as FoundRow

test('two sorted lists become one sorted list that loses and repeats nothing', () => {
  const times = fc.array(fc.nat(50), { maxLength: 12 }).map(list => list.sort((a, b) => b - a))
  fc.assert(
    fc.property(times, times, (a, b) => {
      const [homes, umbrellas] = [a.map(home), b.map(umbrella)]
      const all = merged(homes, umbrellas)
      expect(all.filter(({ line }) => line === 'homeowners')).toEqual(homes)
      expect(all.filter(({ line }) => line === 'umbrella')).toEqual(umbrellas)
      const found = all.map(row => insertedAt(row).getTime())
      expect(found).toEqual(found.toSorted((one, other) => other - one))
    }),
  )
})
