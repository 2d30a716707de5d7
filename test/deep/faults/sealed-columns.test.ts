import { expect, test } from 'vitest'
import { sealedTables, tables } from '../../../src/tables.ts'
import { createDatabase, query } from '../../support/database/database.ts'

test('every column in the database is declared, and so is sealed or says why it need not be', async () => {
  const columns = await query<{ name: string }>(
    await createDatabase(),
    `select relname || '.' || attname as name from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
       and attnum > 0 and not attisdropped`,
  )
  const declared = tables.flatMap(({ name, columns }) => columns.map(column => `${name}.${column}`))
  expect(columns.map(({ name }) => name).toSorted()).toEqual(declared.toSorted())
})

test('every sealed table has the triggers that log its seals', async () => {
  const logged = await query<{ name: string }>(
    await createDatabase(),
    `select tgrelid::regclass::text as name from pg_trigger
     where tgname in ('seal_written', 'seal_renewed') and tgenabled = 'O' group by 1 having count(*) = 2`,
  )
  expect(logged.map(({ name }) => name).sort()).toEqual(sealedTables.map(({ table }) => table).sort())
})
