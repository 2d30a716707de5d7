import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { attachEmbedded } from '../src/platform/db/embedded/attach.ts'

export type DatabaseServer = {
  /** The initial database, a template for the others. */
  url: string
  /** Copies it. No connection to it may be open. */
  copy(name: string): Promise<string>
  stop(): Promise<void>
}

/** A PostgreSQL with the same settings as the embedded one. */
export const startDatabase = async (): Promise<DatabaseServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-bench-'))
  const { url, detach } = await attachEmbedded(dataDir)
  const original = 'bench'
  const withName = (name: string): string => url.replace('/bindery?', `/${name}?`)
  const asAdmin = async (statement: string): Promise<void> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query(statement)
    await client.end()
  }
  await asAdmin(`create database ${original}`)
  return {
    url: withName(original),
    copy: async name => {
      await asAdmin(`create database ${name} template ${original}`)
      return withName(name)
    },
    stop: async () => {
      await detach()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
