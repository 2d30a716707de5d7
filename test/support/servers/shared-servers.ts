import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { startPrism } from '../contract/prism.ts'
import { inMemory } from './data-home.ts'
import { startDatabaseServer } from './database-server.ts'
import { holdPorts } from './free-port.ts'
import { toolsFolder } from './tools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedServers: string
  }
}

export type SharedServer = { url: string; stop(): Promise<void> }

const checkout = fileURLToPath(new URL('../../..', import.meta.url))

/** Its address is the folder that it was built into. */
const buildBundle = async (): Promise<SharedServer> => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: checkout })
  return { url: `${new URL('../../../dist/bin/', import.meta.url)}`, stop: async () => {} }
}

const starters: Record<string, () => Promise<SharedServer>> = {
  '/database': startDatabaseServer,
  '/prism': startPrism,
  '/tools': async () => ({ url: await toolsFolder(), stop: async () => undefined }),
  '/bundle': buildBundle,
}

/** The temporary folder of a run, so that nothing is left in the system's. Like that one it is open to every user. */
const ownTemporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-run-'))
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return folder
}

/** Ends what the run started and deletes its folders when it is interrupted, even by SIGKILL. */
const startCleaner = (folders: readonly string[]): ChildProcess => {
  const cleaner = fileURLToPath(new URL('./orphan-cleaner.mjs', import.meta.url))
  const child = spawn(process.execPath, [cleaner, ...folders], {
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    detached: true,
  })
  child.unref()
  return child
}

/** What all files of a run share is started when the first of them asks for it: a test of pure rules never does. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folders = [ownTemporaryFolder(), inMemory()]
  const cleaner = startCleaner([...folders, project.tmpDir])
  await holdPorts()
  const started = new Map<string, Promise<SharedServer>>()
  const startedOnce = (name: string): Promise<SharedServer> => {
    const known = started.get(name) ?? (starters[name] as () => Promise<SharedServer>)()
    started.set(name, known)
    return known
  }
  const desk = createServer(async ({ url = '' }, answer) => {
    try {
      answer.end((await startedOnce(url)).url)
    } catch (error) {
      answer.writeHead(500).end(String(error))
    }
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  project.provide('sharedServers', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`)
  return async () => {
    desk.closeAllConnections()
    desk.close()
    const running = await Promise.allSettled(started.values())
    for (const one of running) if (one.status === 'fulfilled') await one.value.stop()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    cleaner.kill('SIGKILL')
  }
}
