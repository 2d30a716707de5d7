import { createHash } from 'node:crypto'
import type pg from 'pg'
import { giveName, statementName } from './statement-names.ts'

const CONCERNED = /graphile_worker|"migrations"|pg_notify\(|LISTEN "|advisory_/

/**
 * What is not found through the search path: the queue's own schema, channels and advisory locks, which are those of
 * the database, and the list of migrations, whose name the queue's own list takes. Citus cannot run the library's
 * add_job. Values are never in a text.
 */
const worded = (schema: string): ((text: string) => string) => {
  const seed = createHash('sha256').update(schema).digest().readBigInt64BE()
  const known = new Map<string, string>()
  const reword = (text: string): string =>
    text
      .replaceAll(/\bselect\s+"?graphile_worker"?\.add_job\(/g, 'select put_job(')
      .replaceAll(/"?\bgraphile_worker\b"?/g, `"${schema}"`)
      .replaceAll('"migrations"', '"applied_migrations"')
      .replaceAll('pg_notify(', `pg_notify('${schema}/' || `)
      .replaceAll('LISTEN "', `LISTEN "${schema}/`)
      .replaceAll(/pg_(?:try_)?advisory_\w+\(/g, `$&'${seed}'::bigint # `)
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const here = CONCERNED.test(text) ? reword(text) : text
    if (statementName(text) !== undefined) {
      giveName(here)
      known.set(text, here)
    }
    return here
  }
}

type Base = new (config: pg.ClientConfig) => pg.Client
type Asked = string | { text: string }

/** A client whose tables, functions, jobs, channels and locks are those of one schema. Null: of the default one. */
export const speakingFor = (Client: Base, schema: string | null): Base => {
  if (schema === null) return Client
  const here = worded(schema)
  return class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method, with a promise or a callback.
    override query(...[asked, ...rest]: [Asked, ...any[]]): any {
      const said = typeof asked === 'string' ? here(asked) : { ...asked, text: here(asked.text) }
      return (super.query as (...args: unknown[]) => unknown)(said, ...rest)
    }

    override emit(...[event, ...told]: Parameters<pg.Client['emit']>): boolean {
      const [message] = told as [pg.Notification?]
      return event === 'notification' && message
        ? super.emit(event, { ...message, channel: message.channel.replace(`${schema}/`, '') })
        : super.emit(event, ...told)
    }
  }
}
