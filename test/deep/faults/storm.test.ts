import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { call, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, type Homeowner } from '../../support/people/homeowner-in-portal.ts'
import { hurry } from '../../support/runs/hurry.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import { runBindery } from '../../support/servers/command.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { startProcess } from '../../support/servers/process.ts'
import { SECRET_KEY, serviceForThisTest } from '../../support/servers/service.ts'
import { type SmtpInbox, startSmtp } from '../../support/servers/smtp.ts'
import { startProxy, type TcpFault, type TcpProxy } from '../../support/servers/tcp-proxy.ts'

const FAULTS = scaled(4, 120)
const KILLS = scaled(2, 20)
const AGENTS = scaled(1, 4)
const BUYERS = 2
const PRICE = 600
const MAY_FAIL_WITH = [409, 503]

/** What goes silent costs seconds each time, so it comes once in a while: to the database, the mail and the carrier in turn. */
const SILENT = [6, 17, 31]
const faultAt = (at: number): TcpFault =>
  SILENT.includes(at % 36) ? 'silence' : ((['reset', 'truncate', 'delay'] as const)[at % 3] ?? 'reset')

const startDatabase = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bindery-storm-'))
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const { url, detach } = await attachEmbedded(dataDir, { postgresOptions: ['fsync=off'] })
  onTestFinished(detach)
  const parts = new URL(url.replace('@/', '@socket/'))
  const proxy = await startProxy(
    `${parts.searchParams.get('host')}/.s.PGSQL.${parts.searchParams.get('port')}`,
  )
  onTestFinished(() => proxy.close())
  const postmaster = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
  return {
    url,
    proxy,
    proxied: `postgresql://bindery@127.0.0.1:${proxy.port}${parts.pathname}?sslmode=disable`,
    async kill() {
      const killed = await postmaster()
      process.kill(killed, 'SIGKILL')
      await until(async () => (await postmaster()) !== killed)
    },
  }
}

const proxyTo = async (port: number): Promise<TcpProxy> => {
  const proxy = await startProxy(port)
  onTestFinished(() => proxy.close())
  return proxy
}

const keyByEmail = async (url: string, { emails }: SmtpInbox): Promise<string> => {
  const email = newEmail()
  await call(`${url}/api/agent/key/request`, { body: { email } })
  const mail = await until(() => emails[0])
  const otp = /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1]
  return String((await call(`${url}/api/agent/key/confirm`, { body: { email, otp } })).body.api_key)
}

const cheap = (quote_number: string) =>
  homeOffer({
    quote_number,
    annual_price: PRICE,
    price_factors: [{ factor: 'base', label: 'Base price', effect: PRICE }],
  })

/** What a person does at each step on the way to a policy. */
const STEPS: Record<string, (homeowner: Homeowner) => Promise<unknown>> = {
  offers: homeowner => homeowner.selectBest(),
  review: homeowner => homeowner.confirmAll(),
  sign: homeowner => homeowner.sign(),
}

/** A person who sees an error tries again, from where the page says they are. */
const buy = (homeowner: Homeowner): Promise<unknown> =>
  until(
    async () => {
      const { step } = await homeowner.view()
      await STEPS[step]?.(homeowner)
      return step === 'binding' || step === 'bound'
    },
    { withinMs: 60_000 },
  )

test(
  `${FAULTS} broken links and ${KILLS} killed databases under load: nothing acknowledged is lost, nothing happens twice, the process lives`,
  async () => {
    const database = await startDatabase()
    const smtp = await startSmtp(await freePort())
    onTestFinished(() => smtp.close())
    const smtpLink = await proxyTo(Number(new URL(smtp.url).port))
    const carrier = await startCarrier(0, cheap)
    onTestFinished(() => carrier.close())
    const carrierLink = await proxyTo(Number(new URL(carrier.url).port))
    const file = carriersFile([
      { id: 'far', url: carrier.url.replace(/:\d+/, `:${carrierLink.port}`), time_limit_seconds: 5 },
    ])
    const both = { SMTP_URL: `smtp://127.0.0.1:${smtpLink.port}`, CARRIERS_FILE: file }
    const service = await startProcess({
      databaseUrl: database.proxied,
      env: { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...both },
    })
    const portal = await serviceForThisTest({
      databaseUrl: database.proxied,
      env: both,
      work: false,
    })
    const ledger = new Map<string, string>()
    const signed = new Set<string>()
    const strange: unknown[] = []
    let over = false

    /** As the skill says: the same call with the same key, until it is answered. */
    const submit = async (key: string): Promise<void> => {
      const intake = completeIntake()
      const body = { intake, credit_check_authorized: true }
      const headers = { 'idempotency-key': randomUUID() }
      await until(
        async () => {
          const answer = await quotesCall(service.url, key, body, headers).catch(() => null)
          if (answer?.status === 202) ledger.set(String(answer.body.uid), intake.email)
          else if (answer && !MAY_FAIL_WITH.includes(answer.status)) strange.push(answer)
          return answer?.status === 202
        },
        { withinMs: 60_000 },
      )
    }
    const agent = async (key: string): Promise<void> => {
      while (!over) await submit(key)
    }
    const aQuotedHome = async () => {
      const [home] = await query<{ uid: string }>(
        database.url,
        "select uid from intakes where status = 'quoted' order by uid limit 1",
      )
      return home?.uid
    }
    /** Both may come for the same home. */
    const buyer = async (): Promise<void> => {
      for (;;) {
        const next = await until(async () => over || (await aQuotedHome()), { withinMs: 120_000 })
        if (typeof next !== 'string') return
        await buy(asHomeowner(portal, next))
        signed.add(next)
      }
    }
    const key = await keyByEmail(service.url, smtp)
    const working = Promise.all([
      ...Array.from({ length: AGENTS }, () => agent(key)),
      ...Array.from({ length: BUYERS }, buyer),
    ])
    const goOn = async () => {
      const known = ledger.size
      await until(() => ledger.size > known, { withinMs: 60_000 })
    }

    const somebodySigns = async () => {
      const known = signed.size
      const signs = async () => {
        await hurry(database.url)
        return signed.size > known
      }
      await until(signs, { withinMs: 60_000, everyMs: 250 })
    }

    // Half of the faults strike the database.
    const links = [database.proxy, smtpLink, database.proxy, carrierLink]
    for (let at = 0; at < FAULTS; at++) {
      links[at % links.length]?.strike(faultAt(at))
      if (at % (FAULTS / KILLS) === 0) {
        await somebodySigns()
        await database.kill()
      }
      await goOn()
    }
    over = true
    await working

    expect(strange).toEqual([])
    const uids = [...ledger.keys()].toSorted()
    const listed = async (sql: string) =>
      (await query<{ name: string }>(database.url, sql)).map(({ name }) => name).toSorted()
    const left = async () => ({
      open: await query(
        database.url,
        "select uid, status from intakes where status not in ('quoted', 'bound')",
      ),
      unsent: await query(database.url, "select subject, status from emails where status <> 'sent'"),
      unanswered: await query(
        database.url,
        "select uid from intakes where status = 'quoted' except select uid from carrier_answers where carrier_id = 'far'",
      ),
    })
    await until(
      async () => {
        await hurry(database.url)
        expect(await left()).toEqual({ open: [], unsent: [], unanswered: [] })
        return true
      },
      { withinMs: scaled(120_000, 600_000), everyMs: 500 },
    )
    expect(await listed('select uid as name from intakes')).toEqual(uids)
    const bound = [...signed].toSorted()
    expect(await listed("select uid as name from intakes where status = 'bound'")).toEqual(bound)
    expect(await listed("select uid || ' ' || purpose as name from consents")).toEqual(
      [
        ...uids.map(uid => `${uid} homeowners_soft_credit_check`),
        ...bound.flatMap(uid => [
          `${uid} electronic_records`,
          `${uid} homeowners_application_signature`,
          `${uid} homeowners_offer_choice`,
          `${uid} homeowners_estimates_review`,
          `${uid} state_notices`,
        ]),
      ].toSorted(),
    )
    expect(await listed('select uid as name from policies')).toEqual(bound)
    expect(await listed('select uid as name from policy_documents join policies using (policy_id)')).toEqual(
      bound,
    )
    // A buyer who comes while this carrier is cut off buys from another one.
    const fromFar = await listed("select uid as name from policies where carrier_id = 'far'")
    expect(carrier.policies.size).toBe(fromFar.length)
    expect(fromFar.length).toBeGreaterThan(0)
    expect(bound.length).toBeGreaterThanOrEqual(KILLS)
    const answered = await listed("select uid as name from carrier_answers where carrier_id = 'far'")
    const boughtElsewhere = bound.filter(uid => !fromFar.includes(uid))
    expect([...new Set([...answered, ...boughtElsewhere])].toSorted()).toEqual(uids)
    expect(
      await query(
        database.url,
        'select from offers group by uid, revision, item, carrier_id having count(*) > 1',
      ),
    ).toEqual([])
    expect(carrier.ledger.size).toBeLessThanOrEqual(uids.length)
    /** A mail server that was cut off may have accepted an email that comes again, with the same id. */
    const told = (subject: string) => {
      const emails = smtp.emails.filter(mail => mail.subject === subject)
      return [
        ...new Map(emails.map(({ messageId, to }) => [messageId, to?.[0]?.address])).values(),
      ].toSorted()
    }
    expect(told('Your home insurance quotes are ready')).toEqual([...ledger.values()].toSorted())
    expect(told('Your policy is bound')).toEqual(bound.map(uid => ledger.get(uid)).toSorted())
    const verified = await runBindery(['audit', 'verify'], { DATABASE_URL: database.url, SECRET_KEY })
    expect(verified).toMatchObject({ code: 0 })
    expect((await call(`${service.url}/readyz`)).status).toBe(200)
    expect(await service.stop()).toBe(0)
  },
  scaled(240_000, 3_600_000),
)
