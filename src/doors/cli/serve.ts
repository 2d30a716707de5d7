import cluster from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { styleText } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import type { Config } from '../../platform/config.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { createLog, type Log } from '../../platform/lib/log.ts'
import { startTracing } from '../../platform/lib/start-tracing.ts'
import { startService } from '../../service.ts'
import type { News } from './processes/supervise.ts'
import { watchRejections } from './rejections.ts'
import { stopSignal } from './stop-signal.ts'

const bold = (text: string): string => styleText('bold', text)
const dim = (text: string): string => styleText('dim', text)
const green = (text: string): string => styleText('green', text)

const firstKey = (url: string): string[] => [
  `  ${bold('Your first operator key')}, in two calls:`,
  `    curl -X POST ${url}/api/agent/key/request -H 'Content-Type: application/json' -d '{"email":"you@example.com"}'`,
  `    curl -X POST ${url}/api/agent/key/confirm -H 'Content-Type: application/json' -d '{"email":"you@example.com","otp":"THE CODE"}'`,
]

const summary = ({ publicUrl, smtpUrl, production, databaseUrl, dataDir }: Config): string =>
  [
    '',
    `  ${green(bold('Bindery is running'))}  ${dim(databaseUrl ? 'on your PostgreSQL' : `on its own PostgreSQL in ${dataDir}`)}`,
    '',
    `  API      ${publicUrl}/api/agent`,
    `  Docs     ${publicUrl}/docs`,
    `  Contract ${publicUrl}/openapi.yaml`,
    ...(smtpUrl === null && !production
      ? [`  Mail     ${publicUrl}/dev/mailbox  ${dim('(no mail server is set: codes are read here)')}`]
      : []),
    '',
    ...(production ? [] : [...firstKey(publicUrl), '']),
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
  if (parts.serve && speaks()) console.error(summary(config))
  if (notice !== undefined) console.error(notice)
  if (!signal.aborted) await once(signal, 'abort')
  service.drain()
  if (parts.serve) await setTimeout(config.drainSeconds * SECOND)
  await service.stop()
}

/** On a machine with much memory V8 lets the heap grow to four times what is in use before it collects. */
const HEAP_GROWTH = '--heap-growing-percent=50'

export const serve = async (config: Config, parts: Parts): Promise<number> => {
  setFlagsFromString(HEAP_GROWTH)
  const log = createLog(config.logLevel)
  const unwatch = watchRejections(log)
  const tracing = config.traceEndpoint === null ? null : await startTracing(config.traceEndpoint)
  await run(config, log, parts).finally(unwatch)
  await tracing?.stop().catch((error: unknown) => log.warn({ err: error }, 'last traces not sent'))
  return 0
}
