import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../src/config.ts'
import { attachEmbedded } from '../../src/db/embedded/attach.ts'
import { createLog } from '../../src/lib/log.ts'
import { closeAll, migrateAll, openApp } from '../../src/open-app.ts'

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string
  }
}

// Speed only: a test kills processes, never the machine, so nothing committed depends on fsync.
const SETTINGS = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=300']

const migrateTemplate = async (url: string): Promise<void> => {
  const closers: Parameters<typeof openApp>[1] = []
  const log = createLog('error')
  const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) })
  await migrateAll(await openApp({ config, log }, closers))
  await closeAll(closers, log)
}

const cleaner = fileURLToPath(new URL('./orphan-cleaner.mjs', import.meta.url))

/** Stops PostgreSQL and the services on it when this run is interrupted, even by SIGKILL. */
const startCleaner = (folder: string, url: string): ChildProcess => {
  const marker = url.slice(url.indexOf('?'))
  const child = spawn(process.execPath, [cleaner, folder, marker], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  child.unref()
  return child
}

/** One real PostgreSQL for the whole run, its database migrated once; tests copy it in some 30 ms. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-test-'))
  const server = await attachEmbedded(folder, {
    postgresOptions: SETTINGS,
  })
  const orphanCleaner = startCleaner(folder, server.url)
  await migrateTemplate(server.url)
  project.provide('databaseServer', server.url)
  return async () => {
    await server.detach()
    orphanCleaner.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}
