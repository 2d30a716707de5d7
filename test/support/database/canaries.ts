import { valueIn } from '../../../src/platform/db/seals/sealed-column.ts'
import { sealedColumns } from '../../../src/tables.ts'
import type { TestService } from '../servers/service.ts'
import { query } from './database.ts'

/** Base64 of bytes depends on where in the text they stand: three forms, without what their neighbours touch. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].map(before =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(before === 0 ? 0 : before + 1, -4),
  )

/** Every way in which somebody who reads the bytes would still read the secret. */
const formsOf = (secret: string): string[] => {
  const bytes = Buffer.from(secret)
  return [secret, JSON.stringify(secret).slice(1, -1), bytes.toString('hex'), ...inBase64(bytes)]
}

/** Which of them can be read there, in capitals or not. */
export const readableIn = (text: string, secrets: readonly string[]): string[] => {
  const seen = text.toLowerCase()
  return secrets.filter(secret => formsOf(secret).some(form => seen.includes(form.toLowerCase())))
}

/** Every encrypted value, opened: what somebody with the key would read. */
export const openedDump = async ({ app, databaseUrl }: TestService): Promise<Map<string, string>> => {
  const dump = new Map<string, string>()
  for (const column of sealedColumns) {
    const { table, key, only = 'true', context } = column
    const rows = await query<Record<string, unknown> & { value: Buffer | null }>(
      databaseUrl,
      `select ${key.join(', ')}, ${valueIn(column)} as value from ${table} where ${only}`,
    )
    const texts = rows.map(row => (row.value ? app.sealer.openJsonText(context(row), row.value) : ''))
    dump.set(`${table}.${column.column}`, texts.join('\n'))
  }
  return dump
}

type Table = { name: string }

/** Jobs are gone once they are done: from now on a copy of each stays, for the dump. */
export const keepJobs = (databaseUrl: string) =>
  query(
    databaseUrl,
    `create table kept_jobs (payload text);
     create function keep_job() returns trigger language plpgsql as
       $$ begin insert into public.kept_jobs values (new.payload::text); return null; end $$;
     create trigger keep_job after insert or update of payload on graphile_worker._private_jobs
       for each row execute function keep_job()`,
  )

/** Every row of every table as text, as somebody with a copy of the database would see it. */
export const dumpOf = async (databaseUrl: string): Promise<Map<string, string>> => {
  const tables = await query<Table>(
    databaseUrl,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const dump = new Map<string, string>()
  for (const { name } of tables) {
    const rows = await query<{ row: string }>(databaseUrl, `select t::text as row from ${name} as t`)
    dump.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return dump
}
