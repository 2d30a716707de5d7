import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { styleText } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { unsupportedNode } from '../../platform/config/node-lines.ts'
import type { Config } from '../../platform/config.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { counter } from '../../platform/lib/counters.ts'
import { createLog, type Log, linesInTurns } from '../../platform/lib/log.ts'
import { readableLog } from '../../platform/lib/readable-log.ts'
import { startService } from '../../service.ts'
import type { News } from './processes/supervise.ts'
import { stopSignal } from './stop-signal.ts'

/** Rejected unawaited by graphile-worker 0.17.3 (`batch` in main.js) after a forced stop. The job is freed anyway. */
const BATCHER_RELEASED = 'This batcher has been released, and so no more calls can be made.'

const isKnownRejection = (error: unknown): boolean =>
  error instanceof Error && error.message === BATCHER_RELEASED

const count = counter({
  name: 'bindery_unhandled_rejections_total',
  help: 'Rejected promises that no code was waiting for.',
  labels: ['kind'],
  known: [{ kind: 'known' }, { kind: 'unknown' }],
})

/** After an unexpected fault the state of the process is unknown, so it ends. */
const watchRejections = (log: Log): (() => void) => {
  const judge = (error: unknown): void => {
    const known = isKnownRejection(error)
    count({ kind: known ? 'known' : 'unknown' })
    if (known) {
      log.warn({ err: error }, 'known rejection of the job library')
      return
    }
    log.fatal({ err: error }, 'unhandled rejection: the process ends')
    process.exit(1)
  }
  process.on('unhandledRejection', judge)
  return () => process.off('unhandledRejection', judge)
}

const bold = (text: string): string => styleText('bold', text)
const dim = (text: string): string => styleText('dim', text)
const green = (text: string): string => styleText('green', text)

const summary = (
  { publicUrl, smtpUrl, production, databaseUrl, dataDir }: Config,
  { isDemo }: { isDemo: boolean },
): string =>
  [
    '',
    `  ${green(bold('Bindery is running'))}  ${dim(databaseUrl ? 'on your PostgreSQL' : `on its own PostgreSQL in ${dataDir}`)}`,
    '',
    `  Home       ${publicUrl}/`,
    ...(isDemo ? [] : [`  Dashboard  ${publicUrl}/dashboard  ${dim('(your first key is here)')}`]),
    `  Docs       ${publicUrl}/docs`,
    ...(smtpUrl === null && !production
      ? [`  Mailbox    ${publicUrl}/dev/mailbox  ${dim('(no mail server is set: codes are read here)')}`]
      : []),
    '',
  ].join('\n')

type Parts = { serve: boolean; work: boolean; notice?: string }

const tell = (news: News): void => {
  if (cluster.isWorker) process.send?.(news)
}

const adminDoor = () => (cluster.isWorker ? { onAdminPort: (adminPort: number) => tell({ adminPort }) } : {})

const speaks = (): boolean => cluster.isPrimary || cluster.worker?.id === 1

const run = async (config: Config, log: Log, { notice, ...parts }: Parts): Promise<void> => {
  const signal = stopSignal()
  const service = await startService({ config, log, signal, ...parts, ...adminDoor() }).catch(
    (error: unknown) => {
      if (signal.aborted) return null
      throw error
    },
  )
  if (service === null) return
  tell({ running: true })
  if (parts.serve && speaks()) console.error(summary(config, { isDemo: notice !== undefined }))
  if (notice !== undefined) console.error(notice)
  if (!signal.aborted) await once(signal, 'abort')
  service.drain()
  if (parts.serve) await setTimeout(config.drainSeconds * SECOND)
  await service.stop()
}

const logTo = ({ production }: Config) =>
  process.stdout.isTTY && !production
    ? readableLog(text => process.stdout.write(text))
    : linesInTurns(process.stdout)

/** On a machine with much memory V8 lets the heap grow to four times what is in use before it collects. */
const HEAP_GROWTH = '--heap-growing-percent=50'

export const serve = async (config: Config, parts: Parts): Promise<number> => {
  setFlagsFromString(HEAP_GROWTH)
  const log = createLog(config.logLevel, logTo(config))
  const oldNode = unsupportedNode(process.versions.node, new Date())
  if (config.production && speaks() && oldNode !== null) log.warn(oldNode)
  const unwatch = watchRejections(log)
  const tracing =
    config.traceEndpoint === null ? null : (await import('./tracing.ts')).startTracing(config.traceEndpoint)
  await run(config, log, parts).finally(unwatch)
  await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'last traces not sent'))
  return 0
}
