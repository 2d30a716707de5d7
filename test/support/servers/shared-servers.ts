import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPrism } from '../contract/prism.ts'
import { startDatabaseServer } from './database-server.ts'
import { holdPorts } from './free-port.ts'
import { toolsFolder } from './tools.ts'

declare module 'vitest' {
  interface ProvidedContext {
    sharedServers: string
  }
}

export type SharedServer = { url: string; stop(): Promise<void> }

const starters: Record<string, () => Promise<SharedServer>> = {
  '/database': startDatabaseServer,
  '/prism': startPrism,
  '/tools': async () => ({ url: await toolsFolder(), stop: async () => undefined }),
}

/** The temporary folder of a run, so that nothing is left in the system's. Like that one it is open to every user. */
const ownTemporaryFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-run-'))
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  return folder
}

/** What all files of a run share is started when the first of them asks for it: a test of pure rules never does. */
// biome-ignore lint/style/noDefaultExport: vitest calls the default export.
export default async (project: TestProject): Promise<() => Promise<void>> => {
  const folder = ownTemporaryFolder()
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
    rmSync(folder, { recursive: true, force: true })
  }
}
