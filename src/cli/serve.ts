import { setTimeout } from 'node:timers/promises'
import { styleText } from 'node:util'
import type { Config } from '../config.ts'
import { startService } from '../service.ts'

// Long enough for every open connection to be told to close with its next answer.
const DRAIN_MS = 500

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

const signalled = (): Promise<void> =>
  new Promise(resolve => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve())
  })

/** Runs until a signal, then lets what is under way finish. */
export const serve = async (config: Config, parts: { serve: boolean; work: boolean }): Promise<number> => {
  const stopping = signalled()
  const service = await startService({ config, ...parts })
  if (parts.serve) console.error(summary(config))
  await stopping
  service.drain()
  if (parts.serve) await setTimeout(DRAIN_MS)
  await service.stop()
  return 0
}
