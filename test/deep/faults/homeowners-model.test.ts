import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLockTimeout } from '../../../src/platform/db/database.ts'
import { Failure } from '../../../src/platform/errors.ts'
import {
  type HomeownersEvent,
  type HomeownersStatus,
  homeownersLifecycle,
} from '../../../src/products/homeowners/application/lifecycle.ts'
import { bindHomeowners } from '../../../src/products/homeowners/buying/settle-orders.ts'
import { quoteHomeowners } from '../../../src/products/homeowners/quoting/quote-job.ts'
import { query } from '../../support/database/database.ts'
import { type Answer, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import {
  ALLOWED,
  allowed,
  begun,
  checkedIntakes,
  dying,
  jobFacts,
  patiently,
  playAll,
  revisionOf,
} from '../../support/runs/model.ts'
import { scaled } from '../../support/runs/scale.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const SEQUENCES = scaled(40, 10_000)
const AT_ONCE = 8

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const quote = (uid: string, app = service.app): Promise<void> =>
  patiently(async () => quoteHomeowners.run(app, { uid, revision: await revisionOf(service, uid) }, jobFacts))

/** After the first offers got their ids. */
const crashInQuoting = (uid: string): Promise<void> => quote(uid, dying(service, 60)).catch(() => undefined)

const issue = (uid: string): Promise<void> =>
  patiently(() => bindHomeowners.run(service.app, { uid }, jobFacts))

let crashes = 0
/** Before the policy, between it and its binder, or before the mail. */
const crashInBinding = (uid: string): Promise<void> =>
  bindHomeowners
    .run(dying(service, [0, 30, 50][crashes++ % 3] ?? 0), { uid }, jobFacts)
    .catch(() => undefined)

/** Two runs of one job: the later may find that the earlier was faster. */
const issueOnce = (uid: string): Promise<void> =>
  issue(uid).catch((error: Error) => {
    if (!error.message.includes('settled meanwhile')) throw error
  })

/** What the homeowner tries may be refused, in words. */
const tries = async (attempt: Promise<unknown>): Promise<void> => {
  try {
    await attempt
  } catch (error) {
    const isRefused = error instanceof Failure && ALLOWED.includes(error.status)
    if (!isRefused && !isLockTimeout(error)) throw error
  }
}

const person = (uid: string) => asHomeowner(service, uid)
const buys = async (uid: string): Promise<void> => {
  await tries(person(uid).selectBest())
  await tries(person(uid).confirmAll())
  await tries(person(uid).sign())
}

/** One home now; the others stay quoted. */
const buysOne = async (uid: string): Promise<void> => {
  const offers = person(uid).choice(await person(uid).view())
  await tries(person(uid).select(offers.slice(-1)))
  await tries(person(uid).confirmAll())
  await tries(person(uid).sign())
}

const corrects = async (uid: string): Promise<void> => {
  const { review } = await person(uid).view()
  const corrected = { 'home[0].home_sqft': 1200 + (streets++ % 900) }
  await tries(person(uid).confirm({ review_token: review.token, confirmed: [], corrected }))
}

/** In the sandbox the first carrier will not issue these. */
const REFUSED = [5551, 5552]
const sizes = (): number => REFUSED[streets++ % 8] ?? 1200 + (streets % 900)

const authorizes = async (uid: string): Promise<void> => {
  const { creditAuthorization } = await person(uid).view()
  await tries(person(uid).answer({ patch: {}, credit_check_authorized: creditAuthorization }))
}

let streets = 0
const steps: Record<string, (uid: string) => Promise<unknown>> = {
  complete: uid => call({ uid, intake: { ...completeIntake(), email: `${uid.toLowerCase()}@example.com` } }),
  authorize: uid => call({ uid, credit_check_authorized: true }),
  withdraw: uid => call({ uid, credit_check_authorized: false }),
  rated: uid => call({ uid, intake: { home: [{ home_sqft: sizes() }] } }),
  unrated: uid => call({ uid, intake: { marital_status: 'married' } }),
  address: uid => call({ uid, intake: { home: [{ street: `${++streets} Moved Street` }] } }),
  shared: uid => call({ uid, intake: { home: [{ street: `${streets++ % 5} Shared Street` }] } }),
  secondHome: uid => call({ uid, intake: { home: [{}, completeIntake().home[0]] } }),
  incomplete: uid => call({ uid, intake: { home: [{ roof_date: null }] } }),
  poll: uid => call({ uid }),
  quote: uid => quote(uid),
  crash: crashInQuoting,
  authorizes,
  selects: uid => tries(person(uid).selectBest()),
  confirms: uid => tries(person(uid).confirmAll()),
  corrects,
  signs: uid => tries(person(uid).sign()),
  buys,
  buysOne,
  withdrawsConsent: uid => tries(person(uid).withdrawConsent()),
  withdraws: uid => tries(person(uid).withdraw()),
  issue: issueOnce,
  crashIssuing: crashInBinding,
}

const call = async (body: object): Promise<Answer> =>
  allowed(service, await quotesCall(service.url, key, body))

const stepName = fc.constantFrom(...Object.keys(steps))
/** One step, or two by racing callers. */
const move = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(stepName) },
  { weight: 1, arbitrary: fc.tuple(stepName, stepName) },
)
const sequence = fc.record({
  sandbox: fc.boolean(),
  start: fc.constantFrom(
    [],
    ['complete', 'authorize', 'quote'],
    ['complete', 'secondHome', 'authorize', 'quote'],
    ['complete', 'shared', 'authorize', 'quote'],
  ),
  moves: fc.array(move, { minLength: 1, maxLength: 6 }),
})

type Sequence = { sandbox: boolean; start: readonly string[]; moves: string[][] }

/** To every end that there is. */
const first: Sequence[] = [
  { sandbox: true, start: [], moves: [] },
  ...[[], ['selects'], ['buys'], ['withdraws']].map(names => ({
    sandbox: true,
    start: ['complete', 'authorize', 'quote'],
    moves: names.map(name => [name]),
  })),
]

const play = async ({ sandbox, start, moves }: Sequence): Promise<void> => {
  const { body } = await begun(() => call({ intake: { full_name: 'Ada Homeowner' }, sandbox }))
  const uid = String(body.uid)
  for (const name of start) await steps[name]?.(uid)
  for (const names of moves) await Promise.all(names.map(name => steps[name]?.(uid)))
  await quote(uid)
  await issue(uid)
}

const isEvent = (event: string): event is HomeownersEvent =>
  !['updated', 'consent_given', 'consent_offered', 'consent_refused'].includes(event)

/** What the table makes of the recorded events; a transition outside it throws. */
const replayed = (events: readonly string[]): HomeownersStatus =>
  events
    .filter(isEvent)
    .reduce<HomeownersStatus>((state, event) => homeownersLifecycle.next(state, event), 'needs_more_info')

test(
  `${SEQUENCES} random sequences with racing callers and crashing jobs: no transition outside the table, nothing lost, nothing twice`,
  async () => {
    await playAll(sequence, { count: SEQUENCES, atOnce: AT_ONCE, first }, play)
    const intakes = await checkedIntakes(service, replayed)
    expect(intakes).toHaveLength(SEQUENCES)
    const seen = new Set<HomeownersStatus>()
    for (const { status, consent_id } of intakes) {
      expect(status).not.toBe('pending_quotes')
      if (status === 'quoted' || status === 'selected') expect(consent_id).not.toBeNull()
      seen.add(status)
    }
    expect([...seen].toSorted()).toEqual(['bound', 'needs_more_info', 'quoted', 'selected', 'withdrawn'])

    const findings = await query<{ what: string }>(
      service.databaseUrl,
      `select 'offers of a superseded revision' as what from offers join intakes using (uid)
       where superseded_at is null
         and (offers.revision <> intakes.revision or intakes.status not in ('quoted', 'selected', 'bound'))
     union all
     select 'an offer twice' from offers group by uid, revision, item, carrier_id having count(*) > 1
     union all
     select 'an email twice' from emails where subject like '%quotes are ready' group by recipient_mac having count(*) > 1
     union all
     select 'quoted without offers or declines' from intakes where status = 'quoted'
       and not exists (select from carrier_answers where carrier_answers.uid = intakes.uid and carrier_answers.revision = intakes.revision)
     union all
     select 'selected without an offer' from intakes where status = 'selected'
       and not exists (select from offers where offers.uid = intakes.uid and selected_at is not null and superseded_at is null)
     union all
     select 'an order that nobody settled' from bind_orders where settled_at is null
     union all
     select 'bound without a policy' from intakes
       where status = 'bound' and not exists (select from policies where policies.uid = intakes.uid)
     union all
     select 'a policy of a request that is over' from policies join intakes using (uid)
       where status in ('withdrawn', 'expired')
     union all
     select 'a live purchase that does not hold its property' from bind_orders
       join intakes using (uid) left join property_purchases using (uid, item)
       where not sandbox and outcome = 'bound' and property_purchases.uid is null
     union all
     select 'a property held without a purchase' from property_purchases
       left join bind_orders on bind_orders.uid = property_purchases.uid
         and bind_orders.item = property_purchases.item and outcome = 'bound'
       where order_id is null
     union all
     select 'an issued order without a policy' from bind_orders left join policies using (order_id)
       where outcome = 'bound' and policy_id is null
     union all
     select 'a policy without a binder' from policies left join policy_documents using (policy_id) where document_id is null
     union all
     select 'a policy that is not told once, or told in the sandbox' from intakes
       where (select count(*) from emails where intake_uid = intakes.uid and purpose = 'policy_bound') <>
         case when sandbox then 0 else (
           select count(*) from audit_entries
           where audit_entries.uid = intakes.uid and jsonb_array_length(facts -> 'policies') > 0
         ) end`,
    )
    expect(findings).toEqual([])
  },
  scaled(600_000, 3_600_000),
)
