import { fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cpus, loadavg } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startDatabase } from '../bench/database.ts'
import {
  cpuMicroseconds,
  machineBusy,
  megabytesOfTree,
  peakMegabytes,
  residentMegabytes,
} from '../bench/process-facts.ts'
import { median } from '../bench/rounds.ts'
import { call } from '../test/support/people/client.ts'
import { completeIntake } from '../test/support/people/homeowner-applications.ts'
import { startShopping } from '../test/support/people/shopper.ts'
import { bindAnswers, completeHousehold, yes } from '../test/support/people/umbrella-applications.ts'
import { until } from '../test/support/runs/until.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { startSmtp } from '../test/support/servers/smtp.ts'
import type { Ticket } from './attackers.ts'

const ADDRESSES = 50
const SHOPPERS = 8
const ASKS_FOR_DOCUMENTS = 'Brindlemoor'
const MINUTES = Number(process.env.ATTACK_MINUTES ?? 10)
const IDLE_SECONDS = Math.min(60, Math.max(10, MINUTES * 6))
const MEMORY_MB = 512
/** Leaves room for buffers and the stacks of threads. */
const HEAP_MB = 256
const CALL_EVERY_MS = 200
const MIB = 2 ** 20
/** What anonymous callers may store in a day, see `http/budgets/costs.ts`, and as much again for what the database keeps around it. */
const DISK_CEILING_MB = 2 * 1024

const root = fileURLToPath(new URL('../', import.meta.url))

const sizeOf = async (url: string): Promise<number> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
  await client.end()
  return rows[0].bytes as number
}

const startService = async (databaseUrl: string, smtpUrl: string) => {
  const [port, adminPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${HEAP_MB}`, 'dist/bin/main.js', 'serve', '--processes', '1'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        OPERATOR_APPROVAL: 'auto',
        PORT: String(port),
        ADMIN_PORT: String(adminPort),
        PUBLIC_URL: 'https://bindery.invalid',
        DATABASE_URL: databaseUrl,
        SMTP_URL: smtpUrl,
        SMTP_ALLOW_PLAINTEXT: 'on',
        MAIL_FROM: 'attack@bindery.invalid',
        SECRET_KEY: randomBytes(32).toString('base64url'),
        AGENCY_NAME: 'Attacked Agency',
        AGENCY_PHONE: '+1 555 0100',
        AGENCY_ADDRESS: '1 Main Street, Peoria, IL 61602',
        DEMO_CARRIERS: 'on',
        LOG_LEVEL: 'warn',
      },
    },
  )
  let alive = true
  void once(child, 'exit').then(() => {
    alive = false
  })
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, { withinMs: 60_000 })
  return {
    url,
    admin: `http://127.0.0.1:${adminPort}`,
    pid: child.pid ?? 0,
    alive: () => alive,
    stop: async () => {
      if (!alive) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

type Site = Awaited<ReturnType<typeof startService>>

type Inbox = Awaited<ReturnType<typeof startSmtp>>

const keyOf = async ({ url }: Site, inbox: Inbox): Promise<string> => {
  const email = 'honest@operator.example'
  await call(`${url}/api/agent/key/request`, { body: { email } })
  const mail = await until(() => inbox.emails.find(({ to }) => to?.[0]?.address === email), {
    withinMs: 30_000,
  })
  const otp = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0]
  const { body } = await call(`${url}/api/agent/key/confirm`, { body: { email, otp } })
  return String(body.api_key)
}

type Seen = { ms: number[]; failures: string[] }

/** What an operator's agent does all day, five calls a second. */
const honestly = async ({ url }: Site, key: string, untilMs: number): Promise<Seen> => {
  const seen: Seen = { ms: [], failures: [] }
  let uid = ''
  const steps = [
    () =>
      call(`${url}/api/agent/homeowners/quotes`, { key, body: { intake: completeIntake(), sandbox: true } }),
    () => call(`${url}/api/agent/homeowners/quotes`, { key, body: { uid } }),
    () => call(`${url}/api/agent/calculators/umbrella`, { key, body: { zip: '94110' } }),
    () => call(`${url}/api/agent/homeowners/dashboard`, { key }),
    () => call(`${url}/api/agent/homeowners/quotes`, { key, body: { uid } }),
  ]
  for (let at = 0; performance.now() < untilMs; at++) {
    const began = performance.now()
    try {
      const { status, body } = (await steps[at % steps.length]?.()) ?? fail()
      if (status >= 400) seen.failures.push(`${status} ${body.error}`)
      if (typeof body.uid === 'string') uid = body.uid
    } catch (error) {
      seen.failures.push(String((error as Error).cause ?? error))
    }
    seen.ms.push(performance.now() - began)
    await setTimeout(Math.max(0, CALL_EVERY_MS - (performance.now() - began)))
  }
  return seen
}

const fail = (): never => {
  throw new Error('no such step or carrier')
}

/** A shopper whose carrier asks for documents. */
const documentsNeeded = async ({ url }: Site): Promise<Ticket> => {
  const intake = { ...completeHousehold(), ...bindAnswers() }
  const shopper = await startShopping(url, 'umbrella', { intake, sandbox: true })
  await shopper.confirmReview()
  const { offers } = (await shopper.untilAt('quoted')).body as {
    offers: { carrier: string; selection_token: string }[]
  }
  const offer = offers.find(({ carrier }) => carrier.includes(ASKS_FOR_DOCUMENTS))
  const { selection_token } = offer ?? fail()
  await shopper.select({ selection_token, selection_confirmed: true, credit_consent: yes })
  await shopper.bind({ bind_confirmed: true })
  await shopper.untilAt('documents_needed')
  return { uid: shopper.uid, token: shopper.token() }
}

const quantile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN

const securityEvents = async ({ admin }: Site): Promise<string> => {
  const text = await (await fetch(`${admin}/metrics`)).text()
  return [...text.matchAll(/bindery_security_events_total\{event="(\w+)"\} (\d+)/g)]
    .filter(([, , count]) => count !== '0')
    .map(([, event, count]) => `${event} ${count}`)
    .join(', ')
}

const row = (name: string, value: string, wanted: string, ok: boolean): boolean => {
  console.log(`| ${name} | ${value} | ${wanted} | ${ok ? 'yes' : 'NO'} |`)
  return ok
}

const seconds = (count: number): number => performance.now() + count * 1000

const database = await startDatabase()
const inbox = await startSmtp(await freePort())
const service = await startService(database.url, inbox.url)
const key = await keyOf(service, inbox)
await honestly(service, key, seconds(10))
const idle = await honestly(service, key, seconds(IDLE_SECONDS))
const before = await sizeOf(database.url)
const idlePeak = residentMegabytes(service.pid)

const tickets: Ticket[] = []
for (let at = 0; at < SHOPPERS; at++) tickets.push(await documentsNeeded(service))
const attackers = fork(fileURLToPath(new URL('attackers.ts', import.meta.url)), [
  service.url,
  String(ADDRESSES),
])
await once(attackers, 'message')
let answered: Record<string, number> = {}
attackers.on('message', counts => {
  answered = counts as typeof answered
})
console.error(`attacking for ${MINUTES} minutes`)
attackers.send(tickets)
let together = 0
const looks = setInterval(() => {
  together = Math.max(together, megabytesOfTree(service.pid))
}, 100)
const cpuBefore = cpuMicroseconds(service.pid)
const { result: attacked, busy } = await machineBusy(() => honestly(service, key, seconds(MINUTES * 60)))
const cpuShare = (cpuMicroseconds(service.pid) - cpuBefore) / (MINUTES * 60 * 1e6)
clearInterval(looks)
attackers.disconnect()

const alive = service.alive() && (await fetch(`${service.url}/healthz`).catch(() => null))?.status === 200
const peak = peakMegabytes(service.pid)
const growthMb = ((await sizeOf(database.url)) - before) / MIB
const [idleMs, attackedMs] = [median(idle.ms), median(attacked.ms)]

console.log(
  `| Mixed attack of ${MINUTES} minutes from ${ADDRESSES} addresses | Measured | Limit | Held |\n|---|---|---|---|`,
)
const held = [
  row('the process lives', String(alive), 'true', alive),
  row(
    'peak memory of the process (VmHWM)',
    `${peak} MB (${idlePeak} before)`,
    `${MEMORY_MB} MB`,
    peak > 0 && peak <= MEMORY_MB,
  ),
  row(
    'peak memory with the readers of files (PSS, ten times a second)',
    `${together} MB`,
    `${MEMORY_MB} MB`,
    together > 0 && together <= MEMORY_MB,
  ),
  row(
    'honest calls that failed',
    `${attacked.failures.length} of ${attacked.ms.length}`,
    '0',
    attacked.failures.length === 0,
  ),
  row(
    'median of honest calls',
    `${attackedMs.toFixed(1)} ms (idle ${idleMs.toFixed(1)} ms; 99%: ${quantile(attacked.ms, 0.99).toFixed(0)} ms)`,
    `${(3 * idleMs).toFixed(1)} ms`,
    attackedMs <= 3 * idleMs,
  ),
  row(
    'growth of the database',
    `${growthMb.toFixed(0)} MB`,
    `${DISK_CEILING_MB} MB a day`,
    growthMb < DISK_CEILING_MB,
  ),
  row(
    'emails to the one victim',
    String(inbox.emails.filter(({ to }) => to?.[0]?.address === 'one@victim.example').length),
    '40',
    inbox.emails.filter(({ to }) => to?.[0]?.address === 'one@victim.example').length <= 40,
  ),
]
console.log(
  `\nThe process used ${(cpuShare * 100).toFixed(0)}% of one CPU. The machine was ${(busy * 100).toFixed(0)}% busy with this and anything else: load ${loadavg()[1]?.toFixed(1)} on ${cpus().length} CPUs.`,
)
console.log(
  `\nEmails sent in all: ${inbox.emails.length}. Answers to the attackers: ${JSON.stringify(answered)}.`,
)
if (alive) console.log(`Security events: ${await securityEvents(service)}.`)
if (attacked.failures.length > 0) console.log(`Failures: ${attacked.failures.slice(0, 10).join('; ')}`)
await service.stop()
await inbox.close()
await database.stop()
process.exit(held.every(Boolean) ? 0 : 1)
