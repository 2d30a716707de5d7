import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { problemIn } from '../../src/audit/chain.ts'
import { listEntries } from '../../src/audit/store.ts'
import {
  type HomeownersEvent,
  type HomeownersStatus,
  homeownersLifecycle,
} from '../../src/homeowners/lifecycle.ts'
import { quoteHomeowners } from '../../src/homeowners/quote-job.ts'
import { type Answer, getKey, newEmail } from '../support/client.ts'
import { query } from '../support/database.ts'
import { completeIntake, quotesCall } from '../support/homeowners.ts'
import { scaled } from '../support/scale.ts'
import { startTestService, type TestService } from '../support/service.ts'

const SEQUENCES = scaled(1000, 10_000)
const AT_ONCE = 8

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const facts = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }

const pendingRevision = async (uid: string): Promise<number> => {
  const [row] = await query<{ revision: number }>(
    service.databaseUrl,
    'select revision from intakes where uid = $1',
    [uid],
  )
  return row?.revision ?? 0
}

const quote = async (uid: string): Promise<void> =>
  quoteHomeowners.run(service.app, { uid, revision: await pendingRevision(uid) } as never, facts)

/** The job dies in the middle of publishing: after the first offers got their ids. */
const crashInQuoting = async (uid: string): Promise<void> => {
  let drawn = 0
  const dying = {
    below: (limit: number) => {
      if (++drawn > 60) throw new Error('killed')
      return service.app.random.below(limit)
    },
  }
  const payload = { uid, revision: await pendingRevision(uid) } as never
  await quoteHomeowners.run({ ...service.app, random: dying }, payload, facts).catch(() => undefined)
}

let streets = 0
const steps: Record<string, (uid: string) => Promise<unknown>> = {
  complete: uid => call({ uid, intake: { ...completeIntake(), email: `${uid.toLowerCase()}@example.com` } }),
  authorize: uid => call({ uid, credit_check_authorized: true }),
  withdraw: uid => call({ uid, credit_check_authorized: false }),
  rated: uid => call({ uid, intake: { home: [{ home_sqft: 1200 + (streets++ % 900) }] } }),
  unrated: uid => call({ uid, intake: { marital_status: 'married' } }),
  address: uid => call({ uid, intake: { home: [{ street: `${++streets} Moved Street` }] } }),
  incomplete: uid => call({ uid, intake: { home: [{ roof_date: null }] } }),
  poll: uid => call({ uid }),
  quote,
  crash: crashInQuoting,
}

const allowed = [200, 202, 400, 409, 503]
const call = async (body: object): Promise<Answer> => {
  const answer = await quotesCall(service.url, key, body)
  if (!allowed.includes(answer.status))
    throw new Error(
      `${answer.status} ${answer.text} ${service.log.filter(line => line.includes('failed')).at(-1)}`,
    )
  return answer
}

const stepName = fc.constantFrom(...Object.keys(steps))
/** One step, or two by racing callers. */
const move = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(stepName) },
  { weight: 1, arbitrary: fc.tuple(stepName, stepName) },
)
const sequence = fc.record({ sandbox: fc.boolean(), moves: fc.array(move, { minLength: 1, maxLength: 7 }) })

type Sequence = { sandbox: boolean; moves: string[][] }

const play = async ({ sandbox, moves }: Sequence): Promise<void> => {
  const { body } = await call({ intake: { full_name: 'Ada' }, sandbox })
  const uid = String(body.uid)
  for (const names of moves) await Promise.all(names.map(name => steps[name]?.(uid)))
  await quote(uid)
}

const isEvent = (event: string): event is HomeownersEvent =>
  !['created', 'updated', 'consent_given'].includes(event)

/** What the table makes of the recorded events; a transition outside it throws. */
const replayed = (events: readonly string[]): HomeownersStatus =>
  events.filter(isEvent).reduce<HomeownersStatus>((state, event) => {
    const consentLostBeforeSubmission = state === 'needs_more_info' && event.startsWith('consent_')
    return consentLostBeforeSubmission ? state : homeownersLifecycle.next(state, event)
  }, 'needs_more_info')

test(
  `${SEQUENCES} random sequences with racing callers and crashing jobs: no transition outside the table, nothing lost, nothing twice`,
  async () => {
    const sequences = fc.sample(sequence, SEQUENCES).entries()
    const player = async () => {
      for (const [, one] of sequences) await play(one)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, player))

    const intakes = await query<{
      uid: string
      status: HomeownersStatus
      consent_id: string | null
      audit_seq: number
      audit_hash: Buffer
      audit_mac: Buffer
    }>(service.databaseUrl, 'select * from intakes')
    expect(intakes).toHaveLength(SEQUENCES)
    const seen = new Set<HomeownersStatus>()
    for (const { uid, status, consent_id, audit_seq: seq, audit_hash: hash, audit_mac: mac } of intakes) {
      const entries = await listEntries(service.app.db, uid)
      expect(problemIn(service.app.sealer, uid, { seq, hash, mac }, entries)).toBeNull()
      expect(replayed(entries.map(({ event }) => event))).toBe(status)
      expect(status).not.toBe('pending_quotes')
      if (status === 'quoted') expect(consent_id).not.toBeNull()
      seen.add(status)
    }
    expect([...seen].toSorted()).toEqual(['needs_more_info', 'quoted'])

    const findings = await query<{ what: string }>(
      service.databaseUrl,
      `select 'offers of a superseded revision' as what from offers join intakes using (uid)
       where superseded_at is null and (offers.revision <> intakes.revision or intakes.status <> 'quoted')
     union all
     select 'an offer twice' from offers group by uid, revision, item, carrier_id having count(*) > 1
     union all
     select 'a mail twice' from emails where subject like '%quotes are ready' group by recipient having count(*) > 1
     union all
     select 'quoted without offers or declines' from intakes where status = 'quoted'
       and not exists (select from carrier_answers where carrier_answers.uid = intakes.uid and carrier_answers.revision = intakes.revision)`,
    )
    expect(findings).toEqual([])
  },
  scaled(240_000, 3_600_000),
)
