import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { SECOND } from '../../lib/clock.ts'
import { createLog, type Log } from '../../lib/log.ts'
import { stopSignal } from '../stop-signal.ts'
import { mergeMetrics } from './merge-metrics.ts'

const RESTART_AFTER_MS = SECOND
const ASKED_WITHIN_MS = 5 * SECOND

export type AdminPort = { adminPort: number }

const isAdminPort = (message: unknown): message is AdminPort =>
  typeof message === 'object' && message !== null && 'adminPort' in message

type Answer = { status: number; body: string; type: string }

const ask = async (port: number, path: string): Promise<Answer> => {
  try {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      signal: AbortSignal.timeout(ASKED_WITHIN_MS),
    })
    const type = response.headers.get('content-type') ?? 'text/plain'
    return { status: response.status, body: await response.text(), type }
  } catch {
    return { status: 503, body: '{"status":"away"}', type: 'application/json' }
  }
}

const combined = (path: string, answers: readonly Answer[]): Answer => {
  const good = answers.filter(({ status }) => status === 200)
  const [first = { status: 503, body: '{"status":"starting"}', type: 'application/json' }] =
    good.length > 0 ? good : answers
  return path === '/metrics' && good.length > 0
    ? { ...first, body: mergeMetrics(good.map(({ body }) => body)) }
    : first
}

const PATHS = ['/metrics', '/healthz', '/readyz']

const startAdmin = async ({ host, adminPort }: Config, ports: ReadonlyMap<number, number>) => {
  const respond = async (path: string, reply: ServerResponse): Promise<void> => {
    if (!PATHS.includes(path)) return void reply.writeHead(404).end()
    const answers = await Promise.all([...ports.values()].map(port => ask(port, path)))
    const { status, type, body } = combined(path, answers)
    reply.writeHead(status, { 'content-type': type }).end(body)
  }
  const server = createServer((request, reply) => void respond(request.url ?? '', reply))
  server.listen(adminPort ?? undefined, host)
  await once(server, 'listening')
  return server
}

type Family = { count: number; log: Log; signal: AbortSignal; ports: Map<number, number> }

const keepAlive = async ({ count, log, signal, ports }: Family): Promise<number> => {
  let everListened = false
  let failed: number | null = null
  const alive = new Set<Worker>()
  const stopAll = () => {
    for (const { process: child } of alive) child.kill('SIGTERM')
  }
  const live = async (): Promise<void> => {
    while (!signal.aborted && failed === null) {
      const worker = cluster.fork()
      alive.add(worker)
      worker
        .on('message', message => isAdminPort(message) && ports.set(worker.id, message.adminPort))
        .on('listening', () => {
          everListened = true
        })
      const [code, killedBy] = (await once(worker, 'exit')) as [number | null, string | null]
      alive.delete(worker)
      ports.delete(worker.id)
      if (signal.aborted || failed !== null) return
      if (!everListened) {
        failed = code ?? 1
        stopAll()
        return
      }
      log.error({ pid: worker.process.pid, code, signal: killedBy }, 'process ended, starting another')
      await setTimeout(RESTART_AFTER_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  signal.addEventListener('abort', stopAll)
  await Promise.all(Array.from({ length: count }, live))
  return failed ?? 0
}

/** This process hands connections to the others and adds up their metrics. It does nothing that could end it. */
export const superviseProcesses = async (config: Config, count: number): Promise<number> => {
  const log = createLog(config.logLevel)
  const ports = new Map<number, number>()
  const admin = config.adminPort === null ? null : await startAdmin(config, ports)
  const code = await keepAlive({ count, log, signal: stopSignal(), ports })
  admin?.close().closeAllConnections()
  return code
}
