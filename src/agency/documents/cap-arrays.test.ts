import { expect, test } from 'vitest'
import { capArrays } from './cap-arrays.ts'

const capped = (mostBytes: number) => {
  const scope = Object.create(globalThis) as typeof globalThis
  capArrays(scope, {
    mostBytes,
    over: () => {
      throw new Error('over')
    },
  })
  return scope
}

test('arrays are counted by their bytes, whatever their kind and origin, and one over the cap is not made', () => {
  for (const make of [
    (scope: typeof globalThis) => new scope.Uint8Array(101),
    (scope: typeof globalThis) => new scope.Float64Array(13),
    (scope: typeof globalThis) => [new scope.Uint8Array(60), new scope.Uint8Array(60)],
    (scope: typeof globalThis) => new scope.Uint8Array(new Uint8Array(101)),
  ])
    expect(() => make(capped(100))).toThrow('over')
})
