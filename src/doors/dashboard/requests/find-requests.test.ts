import fc from 'fast-check'
import { expect, test } from 'vitest'
import { merged } from './find-requests.ts'

test('sorted lists become one sorted list that loses and repeats nothing', () => {
  const times = fc.array(fc.nat(50), { maxLength: 12 }).map(list => list.sort((a, b) => b - a))
  fc.assert(
    fc.property(fc.array(times, { maxLength: 4 }), all => {
      const lists = all.map((list, line) => list.map(at => ({ line, at: new Date(at) })))
      const found = merged(lists)
      for (const [line, list] of lists.entries()) expect(found.filter(row => row.line === line)).toEqual(list)
      const moments = found.map(({ at }) => at.getTime())
      expect(moments).toEqual(moments.toSorted((one, other) => other - one))
    }),
  )
})

test('rows of the same moment, and rows that a list holds out of order, stay as they were', () => {
  const row = (name: string, at: number) => ({ name, at: new Date(at) })
  const found = merged([
    [row('a', 1), row('b', 3)],
    [row('c', 2), row('d', 1)],
  ])
  expect(found.map(({ name }) => name)).toEqual(['c', 'a', 'b', 'd'])
})
