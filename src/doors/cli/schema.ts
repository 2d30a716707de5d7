import { execFile } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { databaseSchema } from '../../platform/config/network.ts'
import { type Config, ConfigError } from '../../platform/config.ts'
import { createPatientPool } from '../../platform/db/database.ts'
import { attachEmbedded } from '../../platform/db/embedded/attach.ts'
import { copyBefore, copyDatabase } from '../../platform/db/embedded/copies.ts'
import { homeOf, moveSchema } from '../../platform/db/move-schema.ts'
import { tables } from '../../tables.ts'
import type { Given } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withDatabase } from './with-app.ts'

const refuse = (sentence: string): never => {
  throw new ConfigError(sentence)
}

const BY_HAND = 'Make a backup of your own, then run this again with --backed-up.'

const stamp = (): string => new Date().toISOString().replace(/\D/g, '').slice(0, 14)

const PASSWORD = /^(\w+:\/\/[^:@/?]*):([^@/?]*)@/

const dump = async ({ databaseSchema: from, dataDir }: Config, url: string): Promise<string> => {
  const file = join(dataDir, `before-schema-${stamp()}.dump`)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await (await open(file, 'wx', 0o600)).close()
  const { ours, queue } = homeOf(from)
  const server = url.replace(PASSWORD, '$1@')
  const args = [
    '--format=custom',
    `--schema=${ours}`,
    `--schema=${queue}`,
    `--file=${file}`,
    `--dbname=${server}`,
  ]
  // Others on this machine can read the arguments of a program.
  const [, , password] = PASSWORD.exec(url) ?? []
  const env = { ...process.env, ...(password !== undefined && { PGPASSWORD: decodeURIComponent(password) }) }
  await promisify(execFile)('pg_dump', args, { env }).catch(
    ({ code, stderr }: { code: unknown; stderr?: string }) =>
      refuse(
        code === 'ENOENT'
          ? `pg_dump, which makes the backup, is not installed here. ${BY_HAND}`
          : `pg_dump made no backup (${stderr?.trim().split('\n')[0]}). ${BY_HAND}`,
      ),
  )
  return file
}

/** The copy of an embedded database is the one before this, so that `bindery copies` restores it. */
const backUp = async (config: Config): Promise<string> => {
  const { databaseUrl, dataDir } = config
  if (databaseUrl !== null) return dump(config, databaseUrl)
  const copy = `${copyBefore('')}${stamp()}`
  await copyDatabase(dataDir, copy)
  return copy
}

const settingOf = (schema: string | null): string =>
  schema === null ? 'no DATABASE_SCHEMA' : `DATABASE_SCHEMA=${schema}`

export const schema = async (
  config: Config,
  { args: [act, name], values }: Pick<Given, 'args' | 'values'>,
): Promise<number> => {
  if (act !== 'rename' || name === undefined)
    return misuse('Usage: bindery schema rename NAME, with the service stopped')
  const { databaseSchema: from, databaseUrl, dataDir } = config
  const to = databaseSchema(name, refuse)
  if (from === to) refuse(`Everything is in ${homeOf(to).ours} already.`)
  await withDatabase(config, async () => undefined)
  const server = databaseUrl === null ? await attachEmbedded(dataDir) : null
  try {
    const backup = values['backed-up'] ? 'yours' : await backUp(config)
    const url = String(server?.url ?? databaseUrl)
    const pool = createPatientPool({ url, onError: () => undefined })
    const client = await pool.connect()
    try {
      await moveSchema(
        client,
        { from, to },
        tables.map(table => table.name),
      )
    } finally {
      client.release(true)
      await pool.end()
    }
    console.log(`Everything is in ${homeOf(to).ours} now. The backup from before: ${backup}.`)
    console.log(`Start the service with ${settingOf(to)}: it would find an empty database otherwise.`)
    console.log(`To go back: bindery schema rename ${homeOf(from).ours}, with ${settingOf(to)}.`)
    return 0
  } finally {
    await server?.detach()
  }
}
