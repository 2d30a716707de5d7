import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../../platform/config.ts'
import { blameSetting } from '../../../platform/http/listen.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { counter } from '../../../platform/lib/counters.ts'
import { createLog, type Log } from '../../../platform/lib/log.ts'
import { stopSignal } from '../stop-signal.ts'
import { askAll, forget, type Kin } from './ask-all.ts'

const RESTART_AFTER_MS = SECOND

const countEnded = counter({
  name: 'bindery_processes_ended_total',
  help: 'Processes that ended by themselves and were replaced.',
  labels: [],
  known: [{}],
})

export type News = { adminPort: number } | { running: true }

const isNews = (message: unknown): message is News =>
  typeof message === 'object' && message !== null && ('adminPort' in message || 'running' in message)

const PATHS = ['/metrics', '/healthz', '/readyz']

const startAdmin = async (host: string, port: number, kin: Kin) => {
  const respond = async (path: string, reply: ServerResponse): Promise<void> => {
    if (!PATHS.includes(path)) return void reply.writeHead(404).end()
    const { status, type, body } = await askAll(kin, path)
    reply.writeHead(status, { 'content-type': type }).end(body)
  }
  const server = createServer(({ url = '' }, reply) => void respond(url.replace(/\?.*/, ''), reply))
  server.listen(port, host)
  await blameSetting(once(server, 'listening'), { host, port, portSetting: 'ADMIN_PORT' })
  return server
}

type Family = { count: number; oneFirst: boolean; log: Log; signal: AbortSignal; kin: Kin }

const keepAlive = async ({ count, oneFirst, log, signal, kin }: Family): Promise<number> => {
  let everRan = false
  let onFirst = (): void => undefined
  const first = new Promise<void>(resolve => {
    onFirst = resolve
  })
  let failed: number | null = null
  const alive = new Set<Worker>()
  const stopAll = () => {
    for (const { process: child } of alive) child.kill('SIGTERM')
  }
  const live = async (): Promise<void> => {
    while (!signal.aborted && failed === null) {
      const worker = cluster.fork()
      alive.add(worker)
      worker.on('message', message => {
        if (!isNews(message)) return
        if ('running' in message) {
          everRan = true
          onFirst()
        } else kin.ports.set(worker.id, message.adminPort)
      })
      const [code, killedBy] = (await once(worker, 'exit')) as [number | null, string | null]
      alive.delete(worker)
      forget(kin, worker.id)
      if (signal.aborted || failed !== null) return
      if (!everRan) {
        failed = code ?? 1
        stopAll()
        return
      }
      countEnded({})
      log.error({ pid: worker.process.pid, code, signal: killedBy }, 'process ended, starting another')
      await setTimeout(RESTART_AFTER_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  signal.addEventListener('abort', stopAll)
  const one = live().finally(() => onFirst())
  if (oneFirst) await first
  await Promise.all([one, ...Array.from({ length: count - 1 }, live)])
  return failed ?? 0
}

/** A larger young generation takes more memory and saves no work. */
const YOUNG = '--max-semi-space-size=8'

/** Hands connections to the other processes and adds up their metrics, and nothing else, so that nothing can end it. */
export const superviseProcesses = async (config: Config, count: number): Promise<number> => {
  const log = createLog(config.logLevel)
  const kin: Kin = { ports: new Map(), said: new Map(), counted: '' }
  const { host, adminPort } = config
  const admin = adminPort === null ? null : await startAdmin(host, adminPort, kin)
  cluster.setupPrimary({ execArgv: [YOUNG, ...process.execArgv] })
  // One process alone copies and upgrades an embedded database.
  const oneFirst = config.databaseUrl === null
  const code = await keepAlive({ count, oneFirst, log, signal: stopSignal(), kin })
  admin?.close().closeAllConnections()
  return code
}
