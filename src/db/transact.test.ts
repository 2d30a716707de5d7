import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { assertTransaction, finish } from './transact.ts'

test('work that must commit with its caller refuses to run outside a transaction', () => {
  const at = (isTransaction: boolean) => () => assertTransaction({ db: { isTransaction } as Db })
  expect(at(false)).toThrow('transaction')
  expect(at(true)).not.toThrow()
})

test('of several acts with one name the last runs, and one that is added meanwhile runs after the others', async () => {
  const ran: string[] = []
  const last = new Map<string, () => Promise<void>>()
  const add = (name: string, act: string, then?: () => void) =>
    last.set(name, async () => {
      ran.push(act)
      then?.()
    })
  add('a', 'first a')
  add('a', 'second a', () => add('a', 'third a'))
  add('b', 'b')
  await finish(last)
  expect(ran).toEqual(['second a', 'b', 'third a'])
})
