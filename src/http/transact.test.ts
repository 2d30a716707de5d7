import { expect, test } from 'vitest'
import type { Db } from '../db/database.ts'
import { assertTransaction } from './transact.ts'

test('work that must commit with its caller refuses to run outside a transaction', () => {
  const at = (isTransaction: boolean) => () => assertTransaction({ db: { isTransaction } as Db })
  expect(at(false)).toThrow('transaction')
  expect(at(true)).not.toThrow()
})
