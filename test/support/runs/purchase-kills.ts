import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { listDocuments } from '../../../src/agency/documents/documents.ts'
import { findPayment } from '../../../src/agency/payments/payments.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { pngOf } from '../browser/pictures.ts'
import { hangs, startCarrier, umbrellaOffer } from '../carriers/carrier-server.ts'
import { carriersFile } from '../carriers/carriers-file.ts'
import { createDatabase, query } from '../database/database.ts'
import { dice } from '../database/tampering.ts'
import { type Answer, getKey, newEmail } from '../people/client.ts'
import { aCheckFor, STAFF, signIn } from '../people/desk.ts'
import {
  bindAnswers,
  completeHousehold,
  type UmbrellaOperation,
  umbrellaCall,
  yes,
} from '../people/umbrella-applications.ts'
import { newVisitor, type Visitor } from '../people/visitor.ts'
import { type ServiceProcess, startProcess } from '../servers/process.ts'
import { serviceForThisTest, type TestService } from '../servers/service.ts'
import { hurry } from './hurry.ts'
import { scaled, seed } from './scale.ts'
import { until } from './until.ts'

const BEGUN_BEFORE_EACH = 2
/** The audit chain of a purchase grows by more than this. */
const ENTRIES_OF_ONE = 8
/** Enough to start the next ones while the first are killed. */
const REPLICAS = 3
/** Where a purchase waits for the next replica fifty times, it takes its time. */
const PATIENCE_MS = scaled(60_000, 600_000)

const content = pngOf(300, 300).toString('base64')
const attachments = ['declarations', 'auto_declarations'].map(type => ({ type, filename: 'a.png', content }))

type Replica = ServiceProcess & { name: string }

type World = {
  key: string
  agency: TestService
  /** Of the staff member at the desk. Every replica knows the session. */
  jar: Visitor['jar']
  /** Of a replica that lives, or lived a moment ago. */
  urlNow(): string
}

/** A staff member sends a form again until the page says that it was done. */
const atDesk = ({ jar, urlNow }: World, path: string, fields: Record<string, string>) =>
  until(
    async () => {
      const visitor = newVisitor(urlNow())
      for (const [name, value] of jar) visitor.jar.set(name, value)
      await visitor.open('/desk')
      return (await visitor.send(path, fields)).status === 303
    },
    { withinMs: PATIENCE_MS },
  )

const acceptDocuments = async (world: World, uid: string) => {
  const doubtful = async () => {
    const documents = await listDocuments(world.agency.app, uid)
    return documents.every(({ status }) => status === 'needs_person') ? documents : null
  }
  const documents = (await until(doubtful, { withinMs: PATIENCE_MS, everyMs: 100 })) ?? []
  for (const { document_id } of documents)
    await atDesk(world, `/desk/documents/${document_id}`, { act: 'accepted' })
}

const markPaid = async (world: World, uid: string) => {
  const { payment_id } = (await readIntake(world.agency.app, uid))?.application.purchase ?? {}
  const payment = await findPayment(world.agency.app, String(payment_id))
  await atDesk(world, `/desk/payments/${payment_id}`, aCheckFor(payment?.amount_cents ?? 0, 'Check 1'))
}

/** One purchase as an agent makes it: every call is sent again, under its own key, until there is an answer. */
const buy = async (world: World, note: (uid: string) => void): Promise<void> => {
  const { key, urlNow } = world
  const intake = completeHousehold({ ...bindAnswers(), desired_coverage_limit: 1_000_000 })
  const act = (operation: UmbrellaOperation, body: object, headers = {}): Promise<Answer> =>
    until(
      async () => {
        const answer = await umbrellaCall({ url: urlNow(), key }, operation, body, headers)
        return answer.status < 300 ? answer : null
      },
      { withinMs: PATIENCE_MS },
    ) as Promise<Answer>
  const once = (operation: UmbrellaOperation, body: object) =>
    act(operation, body, { 'idempotency-key': `${operation}-${intake.email}` })
  const drafted = (await once('draft', { intake })).body
  const uid = String(drafted.uid)
  note(uid)
  const comesTo = (status: string): Promise<Answer> =>
    until(
      async () => {
        const answer = await act('status', { uid }, { prefer: 'wait=5' })
        return answer.body.status === status ? answer : null
      },
      { withinMs: PATIENCE_MS },
    ) as Promise<Answer>
  await once('quotes', { uid, review_token: drafted.review_token, review_confirmed: true })
  const offers = (await comesTo('quoted')).body.offers as { carrier: string; selection_token: string }[]
  const selection_token = offers.find(({ carrier }) => carrier.includes('far'))?.selection_token
  await once('select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
  await once('bind', { uid, bind_confirmed: true })
  await comesTo('documents_needed')
  await once('attach', { uid, attachments })
  await acceptDocuments(world, uid)
  await comesTo('payment_needed')
  await markPaid(world, uid)
  await comesTo('bound')
}

type Kills = { kills: number; from?: number }

/** kill -9 at any moment between the first draft and the policy: each purchase ends as if there had been none. */
export const killPurchases = async ({ kills, from = seed() }: Kills): Promise<void> => {
  const roll = dice(from)
  const far = await startCarrier(0, quote_number => umbrellaOffer({ quote_number }))
  onTestFinished(() => far.close())
  /** Each replica orders at an address of its own, so that the carrier knows who asks. */
  const envOf = (replica: string) => ({
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    STAFF_EMAILS: STAFF,
    CARRIERS_FILE: carriersFile([
      {
        id: 'far',
        umbrella_url: far.url,
        bind_url: `${far.url}/${replica}/bind`,
        umbrella_states: ['IL'],
        workflow: 'agency_pay',
      },
    ]),
  })
  const databaseUrl = await createDatabase()
  const agency = await serviceForThisTest({ databaseUrl, env: envOf('agency'), work: false })
  const key = await getKey(agency.url, newEmail())

  const starting: Promise<Replica>[] = []
  const live: Replica[] = []
  let started = 0
  const start = () => {
    const name = `replica-${++started}`
    const begun = startProcess({ databaseUrl, env: envOf(name) })
    onTestFinished(() => begun.then(service => service.kill()).catch(() => undefined))
    starting.push(begun.then(service => ({ ...service, name })))
  }
  const join = async () => live.push((await starting.shift()) as Replica)
  const anyUrl = () => live[roll.below(Math.max(live.length, 1))]?.url ?? agency.url
  while (started < Math.min(REPLICAS, kills)) start()
  await join()

  const { jar } = await signIn(agency, agency.url)
  const world = { key, agency, jar, urlNow: anyUrl }
  const purchases: string[] = []
  const bought: Promise<void>[] = []
  const begin = () => {
    const purchase = buy(world, uid => purchases.push(uid))
    purchase.catch(() => undefined)
    bought.push(purchase)
  }
  const entries = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int from audit_entries`.execute(
      agency.app.db,
    )
    return rows[0]?.count ?? 0
  }
  /** What a kill made fail is tried again at once. */
  const soon = <T>(look: () => T | Promise<T>) =>
    until(
      async () => {
        await hurry(databaseUrl)
        return look()
      },
      { withinMs: PATIENCE_MS, everyMs: 250 },
    )
  /** Wherever the purchases are: those just begun, and those that an earlier kill held up. */
  const atAnyMoment = async (): Promise<Replica> => {
    const moment = (await entries()) + 1 + roll.below(BEGUN_BEFORE_EACH * ENTRIES_OF_ONE - 1)
    await soon(async () => (await entries()) >= moment)
    return live[0] as Replica
  }
  /** The worst one: the carrier has issued the policy, and nobody has heard of it yet. */
  const asItOrders = async (): Promise<Replica> => {
    const orders = far.orders.length
    far.nextBinds = [hangs]
    // What a replica sent before it was killed may arrive only now.
    const ordering = () =>
      live.find(({ name }) => far.orders.slice(orders).some(({ path }) => path.includes(`/${name}/`)))
    return (await soon(ordering)) as Replica
  }
  for (let kill = 0; kill < kills; kill++) {
    if (starting.length > 0) await join()
    for (let more = 0; more < BEGUN_BEFORE_EACH; more++) begin()
    const doomed = kill % 2 === 0 ? await asItOrders() : await atAnyMoment()
    live.splice(live.indexOf(doomed), 1)
    await doomed.kill()
    if (started < kills) start()
  }
  await serviceForThisTest({ databaseUrl, env: envOf('last') })
  const isOver = async () => {
    const open = await query(databaseUrl, "select from intakes where status <> 'bound'")
    return purchases.length === bought.length && open.length === 0
  }
  await Promise.all([soon(isOver), ...bought])

  const ledger = await query<{ uid: string; what: string }>(
    databaseUrl,
    `select uid, 'intake' as what from intakes union all
     select uid, purpose from consents union all
     select uid, 'order' from bind_orders union all
     select uid, 'policy' from policies union all
     select uid, 'binder' from policy_documents join policies using (policy_id) union all
     select uid, 'payment ' || status from payments union all
     select intake_uid, 'mail ' || purpose from emails where intake_uid is not null`,
  )
  const each = [
    'binder',
    'intake',
    'mail documents_needed',
    'mail offers_ready',
    'mail payment_needed',
    'mail payment_received',
    'mail policy_bound',
    'order',
    'payment paid',
    'policy',
    'state_notices',
    'umbrella_application_review',
    'umbrella_credit_check',
    'umbrella_offer_choice',
    'umbrella_purchase_attestation',
  ]
  const written = ledger.map(({ uid, what }) => `${uid} ${what}`).toSorted()
  expect(written, `SEED=${from}`).toEqual(
    purchases.flatMap(uid => each.map(what => `${uid} ${what}`)).toSorted(),
  )
  expect(far.policies.size).toBe(purchases.length)
}
