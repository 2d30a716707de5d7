import { expect, test } from 'vitest'
import type { Db } from './database.ts'
import { actsBeforeCommit, assertTransaction } from './transact.ts'

test('work that must commit with its caller refuses to run outside a transaction', () => {
  const at = (isTransaction: boolean) => () => assertTransaction({ db: { isTransaction } as Db })
  expect(at(false)).toThrow('transaction')
  expect(at(true)).not.toThrow()
})

const noting = () => {
  const ran: string[] = []
  const acts = actsBeforeCommit()
  const note = (act: string, then?: () => void) => async () => {
    ran.push(act)
    then?.()
  }
  return { ran, acts, note }
}

test('of several acts with one name the last runs, and one that is added meanwhile runs after the others', async () => {
  const { ran, acts, note } = noting()
  acts.set('a', note('first a'))
  acts.set(
    'a',
    note('second a', () => acts.set('a', note('third a'))),
  )
  acts.set('b', note('b'))
  await acts.run()
  expect(ran).toEqual(['second a', 'b', 'third a'])
})

test('an act takes the place of the one with its name, and does not run if there is none', async () => {
  const { ran, acts, note } = noting()
  acts.set('a', note('first a'))
  acts.set('b', note('b'))
  acts.replace('a', note('second a'))
  acts.replace('c', note('c'))
  await acts.run()
  expect(ran).toEqual(['second a', 'b'])
})
