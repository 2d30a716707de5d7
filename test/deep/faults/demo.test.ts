import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { lines } from '../../../src/products/lines.ts'
import { createDatabase, query } from '../../support/database/database.ts'
import { call, latestCode, mailbox } from '../../support/people/client.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { startProcess } from '../../support/servers/process.ts'
import { DEMONSTRATION } from '../../support/servers/production.ts'
import { SECRET_KEY } from '../../support/servers/service.ts'

const printedIn = (output: string, name: string): string =>
  new RegExp(`^  ${name} +(\\S+)`, 'm').exec(stripVTControlCharacters(output))?.[1] ?? ''

const start = async (databaseUrl: string, args: string[]) => {
  const service = await startProcess({ databaseUrl, args })
  onTestFinished(() => service.kill())
  await until(() => printedIn(service.output(), 'Mailbox') !== '')
  return { ...service, printed: (name: string) => printedIn(service.output(), name) }
}

type Stored = { line: string; status: string; count: number }

const stored = (databaseUrl: string) =>
  query<Stored>(databaseUrl, 'select line, status, count(*)::int from intakes group by 1, 2 order by 1, 2')

const rowsIn = (databaseUrl: string) =>
  query<Record<string, number>>(
    databaseUrl,
    `select (select count(*)::int from operators) as operators, (select count(*)::int from intakes) as intakes,
       (select count(*)::int from policies) as policies, (select count(*)::int from documents) as documents,
       (select count(*)::int from payments) as payments`,
  )

/** Signs in as the page asks, with what arrives in the mailbox. */
const openAsHomeowner = async (url: string, login: string, email: string) => {
  const visitor = newVisitor(url)
  await visitor.open(login)
  await visitor.send('/portal/login', { ref: String(new URL(login).searchParams.get('ref')), email })
  const mail = await until(async () =>
    (await mailbox(url, email)).find(({ subject }) => subject === 'Your link to sign in'),
  )
  const link = String(mail?.links[0])
  await visitor.open(link)
  let seen = await visitor.send(new URL(link).pathname)
  while (seen.location !== null) seen = await visitor.open(seen.location)
  return seen
}

const openDesk = async (url: string, email: string) => {
  const visitor = newVisitor(url)
  await visitor.open('/desk/sign-in')
  await visitor.send('/desk/sign-in', { email })
  await until(async () => (await mailbox(url, email)).length > 0)
  await visitor.send('/desk/code', { email, code: await latestCode(url, email) })
  return visitor.open('/desk')
}

test('the demonstration shows every status of both lines once, its key works, its links open, and a second start adds nothing', async () => {
  const databaseUrl = await createDatabase()
  const first = await start(databaseUrl, ['serve', '--demo'])
  const every = Object.entries(lines).flatMap(([line, { lifecycle }]) =>
    lifecycle.states.map(status => ({ line, status, count: 1 })),
  )
  const byName = (a: Stored, b: Stored) => `${a.line} ${a.status}`.localeCompare(`${b.line} ${b.status}`)
  expect(every.length).toBeGreaterThan(20)
  expect((await stored(databaseUrl)).sort(byName)).toEqual(every.sort(byName))
  expect(first.output()).toContain('Demonstration, not insurance')

  const key = first.printed('Key')
  const { status, body } = await call(`${first.url}/api/agent/homeowners/dashboard`, { key })
  expect(status).toBe(200)
  expect(body.properties).toHaveLength(lines.homeowners.lifecycle.states.length)

  const dashboard = newVisitor(first.url)
  const entered = await dashboard.open(first.printed('Dashboard'))
  expect(entered.status).toBeLessThan(400)

  const [portal, policy] = ['Portal', 'Policy'].map(first.printed)
  const quotes = await openAsHomeowner(first.url, String(portal), 'david.cole@example.com')
  expect(quotes.text).toContain('Your quotes')
  expect(quotes.text).toContain('Demonstration, not insurance')
  const bound = await openAsHomeowner(first.url, String(policy), 'felix.grant@example.com')
  expect(bound.text).toMatch(/binder/i)

  const desk = await openDesk(first.url, 'demo-staff@example.com')
  for (const [kind, count] of Object.entries({ documents: 4, payments: 1, questions: 1 }))
    expect(desk.text).toMatch(new RegExp(`href="/desk\\?what=${kind}"[^>]*>[^<]* <strong>${count}<`))
  expect((await call(first.printed('Mailbox'))).text).toContain('david.cole@example.com')

  const before = await rowsIn(databaseUrl)
  await first.stop()
  const second = await start(databaseUrl, ['demo'])
  expect(await rowsIn(databaseUrl)).toEqual(before)
  expect((await stored(databaseUrl)).sort(byName)).toEqual(every)
  const again = await call(`${second.url}/api/agent/homeowners/dashboard`, { key: second.printed('Key') })
  expect(again.status).toBe(200)
  expect(await second.stop()).toBe(0)
})

test.each([
  ['production', DEMONSTRATION, 'refused in production'],
  ['an email server', { SMTP_URL: 'smtp://127.0.0.1:2525' }, 'without SMTP_URL'],
  ['no demo carriers', { DEMO_CARRIERS: 'off' }, 'without DEMO_CARRIERS=off'],
])('the demonstration does not start with %s', async (_name, env, reason) => {
  const databaseUrl = await createDatabase()
  const ended = await runBindery(['demo'], { SECRET_KEY, DATABASE_URL: databaseUrl, ...env })
  expect(ended.code).toBe(1)
  expect(ended.errors).toContain(reason)
  expect(await stored(databaseUrl)).toEqual([])
})

test('the demonstration says of a port that is taken what serve says', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void taken.close())
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  expect(await runBindery(['demo'], { SECRET_KEY, PORT: String(port) })).toMatchObject({
    code: 1,
    errors: `bindery: PORT ${port} is taken: stop what uses it, or set another PORT.\n`,
  })
})
