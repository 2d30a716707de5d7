import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
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

/** One real PostgreSQL for the whole run. */
export const startDatabaseServer = async (): Promise<SharedServer> => {
  const folder = await realpath(await mkdtemp(join(dataHome(), 'bindery-test-')))
  const server = await attachEmbedded(folder, { postgresOptions: SETTINGS })
  return {
    url: server.url,
    async stop() {
      await server.detach()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
