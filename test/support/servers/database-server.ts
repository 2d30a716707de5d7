import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { connectionUrl } from '../../../src/platform/db/embedded/attachment.ts'
import { socketDirFor } from '../../../src/platform/db/embedded/folders.ts'
import { dataHome } from './data-home.ts'
import type { SharedServer } from './shared-servers.ts'

// Speed only: a test kills processes, never the machine, so nothing committed depends on fsync.
const SETTINGS = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  // Each database is looked at once in this time, and a run makes hundreds, which live for seconds.
  'autovacuum_naptime=1d',
]

const cleaner = fileURLToPath(new URL('./orphan-cleaner.mjs', import.meta.url))

/** Stops PostgreSQL and the services on it when this run is interrupted, even by SIGKILL and while PostgreSQL starts. */
const startCleaner = (folder: string): ChildProcess => {
  const url = connectionUrl(socketDirFor(folder))
  const marker = url.slice(url.indexOf('?'))
  const child = spawn(process.execPath, [cleaner, folder, marker], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  child.unref()
  return child
}

/** One real PostgreSQL for the whole run. */
export const startDatabaseServer = async (): Promise<SharedServer> => {
  const folder = await realpath(await mkdtemp(join(dataHome(), 'bindery-test-')))
  const orphanCleaner = startCleaner(folder)
  const server = await attachEmbedded(folder, {
    postgresOptions: SETTINGS,
  })
  return {
    url: server.url,
    async stop() {
      await server.detach()
      orphanCleaner.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
