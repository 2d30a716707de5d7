import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { exchangeRecorder, lastAnswerTo } from '../../../src/agency/carriers/endpoint/exchange-record.ts'
import type { Staff } from '../../../src/doors/desk/staff/staff.ts'
import { readTask } from '../../../src/doors/desk/tasks/read-task.ts'
import { claim, fileSurplus } from '../../../src/doors/desk/tasks/task-actions.ts'
import { isRejectedAnswer, lastAnswerWords } from '../../../src/doors/desk/tasks/task-words.ts'
import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts'
import { momentWords } from '../../../src/platform/pages/moment.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import {
  answers,
  answersWith,
  type Behaviour,
  breaksOff,
  CARRIER_SECRET,
  type CarrierServer,
  fails,
  homeOffer,
  resets,
  says,
  startCarrier,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { offersIn, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { hurry, wake } from '../../support/runs/hurry.ts'
import { sortedOtherwise } from '../../support/runs/sorted-by-language.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, type TestService } from '../../support/servers/service.ts'

const ANN = { actor: 'staff:test' } as Staff

const buyerAt = async (service: TestService, key: string, submitted: object = {}) => {
  const quoted = await selectedHomeowner(service, key, submitted)
  const offers = offersIn(await quoted.homeowner.view())
  const its = offers.filter(({ carrier: name }) => name === 'The far carrier')
  await quoted.homeowner.select(its.map(({ offer_id }) => offer_id))
  const [far] = its
  const untilBound = () =>
    until(
      async () => {
        const seen = await quoted.homeowner.view()
        if (seen.step !== 'bound') await hurry(service.databaseUrl)
        return seen.step === 'bound' ? seen : null
      },
      { everyMs: 100 },
    )
  return { far, untilBound, ...quoted }
}

/** A homeowner who has chosen the offer of a carrier over HTTP and is about to sign. */
const aboutToSign = async (carrier: CarrierServer, settings: object = {}, submitted: object = {}) => {
  const file = carriersFile([{ id: 'far', url: carrier.url, ...settings }])
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off', CARRIERS_FILE: file } })
  const key = await getKey(service.url, newEmail())
  return { service, key, ...(await buyerAt(service, key, submitted)) }
}

const farCarrier = async (): Promise<CarrierServer> => {
  const server = await startCarrier()
  onTestFinished(() => server.close())
  return server
}

test('the carrier gets the order signed by us, where the file says, and its policy is the homeowner’s', async () => {
  const [quoting, issuing] = [await farCarrier(), await farCarrier()]
  const { homeowner, far, untilBound, intake } = await aboutToSign(quoting, {
    bind_url: `${issuing.url}/bind`,
  })
  await homeowner.sign()
  const seen = await untilBound()
  expect(seen?.homes[0]?.policy).toMatchObject({ policy_number: 'FAR-POL-1', carrier: 'The far carrier' })
  expect([quoting.orders.length, issuing.orders.length]).toEqual([0, 1])
  const [order] = issuing.orders
  expect(order?.request).toMatchObject({
    request_id: expect.stringMatching(/^ord_/),
    quote_number: far?.quote_number,
    annual_price: far?.annual_price,
    insured: { full_name: 'Ada Homeowner', email: intake.email, address: { zip: '62704' } },
    sources: {
      full_name: { kind: 'operator' },
      birthday: { kind: 'operator' },
      'address.zip': { kind: 'operator' },
    },
    signature: { signed_name: 'Ada Homeowner', signed_at: expect.any(String) },
  })
  expect(order?.headers['x-request-id']).toBe(order?.request.request_id)
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]+)$/.exec(String(order?.headers['x-signature'])) ?? []
  expect(v1).toBe(createHmac('sha256', CARRIER_SECRET).update(`${t}.${order?.body}`).digest('hex'))
})

test('a surplus lines order goes to the carrier only after staff recorded the search and the form; then the carrier is waited for', async () => {
  const carrier = await farCarrier()
  const { service, key, homeowner, uid, untilBound } = await aboutToSign(carrier, { admitted: false })
  await homeowner.sign()
  const [task] = (await until(async () => {
    const found = await query(service.databaseUrl, 'select task_id from desk_tasks where uid = $1', [uid])
    return found.length > 0 ? found : null
  })) as { task_id: string }[]
  expect(carrier.orders).toEqual([])
  const action = {
    id: String(task?.task_id),
    actor: 'staff:test',
    licenses: null,
    form: new URLSearchParams(),
  }
  await claim(service.app, action)
  const form = new URLSearchParams({ search: 'Three insurers declined.', form_name: 'Affidavit' })
  const file = { bytes: Buffer.from('%PDF-1.7') }
  expect(await fileSurplus(service.app, { ...action, form }, file)).toEqual({ done: 'filed' })
  await untilBound()
  expect(carrier.orders).toHaveLength(1)
  const feed = await call(`${service.url}/api/agent/changes`, { key })
  const turns = (feed.body.changes as { waiting_on: string }[]).map(({ waiting_on }) => waiting_on)
  expect(turns.slice(turns.indexOf('staff'))).toEqual(['staff', 'carrier', 'nobody'])
})

const DIES_ONCE_ISSUED = [resets, breaksOff]
const FAILS = [fails(503), fails(503), fails(500), fails(500)]
const NOT_TO_BELIEVE = [says('OK'), answersWith({ annual_price: 1 }), answersWith({ request_id: 'x' })]

test('a carrier that fails, cannot be believed, or dies after issuing is asked again with the same id: one order, one policy and one email', async () => {
  const carrier = await farCarrier()
  const { service, homeowner, uid, intake, untilBound } = await aboutToSign(carrier)
  const behaviours: Behaviour[] = [...FAILS, ...NOT_TO_BELIEVE, ...DIES_ONCE_ISSUED]
  carrier.nextBinds = [...behaviours]
  await homeowner.sign()
  await until(() => carrier.orders.length === 3)
  expect((await homeowner.view()).step).toBe('binding')
  await expect(homeowner.sign()).rejects.toThrow('being issued')

  const seen = await untilBound()
  expect(seen?.homes[0]?.policy?.policy_number).toBe('FAR-POL-1')
  expect(carrier.orders).toHaveLength(behaviours.length + 1)
  expect(new Set(carrier.orders.map(({ body }) => body)).size).toBe(1)
  expect(carrier.policies.size).toBe(1)
  expect(await query(service.databaseUrl, 'select from policies where uid = $1', [uid])).toHaveLength(1)
  const emails = (await mailbox(service.url, intake.email)).filter(({ subject }) => subject.includes('bound'))
  expect(emails).toHaveLength(1)
})

test('a policy on other terms than signed is with staff within minutes, with what the carrier said, until a valid answer arrives', async () => {
  const carrier = await farCarrier()
  const { service, homeowner, uid, intake, untilBound } = await aboutToSign(carrier)
  const otherTerms = answersWith({ annual_price: 999, policy_number: 'FAR-OTHER' })
  carrier.nextBinds = [otherTerms, fails(400)]
  carrier.bindBehaviour = otherTerms
  await homeowner.sign()
  await until(() => carrier.orders.length === 1)
  expect((await homeowner.view()).isBindingSoon).toBe(true)
  const tasks = () =>
    query<{ task_id: string; outcome: string | null }>(
      service.databaseUrl,
      'select task_id, outcome from desk_tasks where uid = $1',
      [uid],
    )
  await until(async () => {
    await hurry(service.databaseUrl)
    return carrier.orders.length >= 2
  })
  expect(await tasks()).toEqual([])
  service.pass(10 * MINUTE)
  const [task] =
    (await until(async () => {
      await hurry(service.databaseUrl)
      const found = await tasks()
      return found.length > 0 ? found : null
    })) ?? []
  const lastWords = async () => {
    const { lastAnswer } = await readTask(service.app, String(task?.task_id), ANN)
    return lastAnswer && lastAnswerWords(lastAnswer, 'homeowners')
  }
  await until(async () => {
    await hurry(service.databaseUrl)
    return (await lastWords()) !== 'Not an answer to the order: HTTP status 400.'
  })
  expect(await lastWords()).toMatch(
    /^It says that it issued policy FAR-OTHER for \$999 a year from .+ That is not what was ordered\.$/,
  )
  const long = JSON.stringify({ kind: 'bound', policy_number: 'P'.repeat(81) })
  const broken = { outcome: 'not_an_answer', http_status: 200, text: long }
  expect(lastAnswerWords(broken, 'homeowners')).toMatch(/contract: .*policy_number/)
  const endless = JSON.stringify({ policy_number: 'FAR-1', expiration_date: '9999-12-31' })
  expect(
    lastAnswerWords({ outcome: 'period_too_long', http_status: 200, text: endless }, 'homeowners'),
  ).toContain('policy FAR-1 until December 31, 9999')
  expect((await homeowner.view()).isBindingSoon).toBe(false)
  service.pass(MINUTE)
  carrier.bindBehaviour = answers
  await untilBound()
  expect(await tasks()).toMatchObject([{ outcome: 'bound' }])
  const told = (await mailbox(service.url, intake.email)).map(({ subject }) => subject)
  expect(told.filter(subject => subject === 'Your policy is not issued yet')).toHaveLength(1)
})

test('an order that the carrier promises to answer later says when in the next poll; if it does not, staff see it as late, not as rejected', async () => {
  const carrier = await farCarrier()
  const { service, key, homeowner, uid } = await aboutToSign(carrier)
  const expected_by = new Date(service.app.clock.now().getTime() + HOUR).toISOString()
  let answer = () => {}
  const polled = new Promise<void>(resolve => {
    answer = resolve
  })
  carrier.bindBehaviour = async (...asked) => {
    await polled
    await answersWith({ kind: 'pending', expected_by })(...asked)
  }
  const poll = async () => (await quotesCall(service.url, key, { uid })).body
  await homeowner.sign()
  await until(() => carrier.orders.length === 1)
  expect((await poll()).expected_by).toBeUndefined()
  answer()
  const isPromised = () =>
    query(service.databaseUrl, 'select from bind_orders where uid = $1 and expected_by is not null', [uid])
  await until(async () => (await isPromised()).length === 1)
  expect(await poll()).toMatchObject({ waiting_on: 'carrier', expected_by })
  service.pass(2 * DAY)
  const [task] = (await until(async () => {
    await wake(service.databaseUrl)
    const found = await query(service.databaseUrl, 'select task_id from desk_tasks where uid = $1', [uid])
    return found.length > 0 ? found : null
  })) as { task_id: string }[]
  const { lastAnswer } = await readTask(service.app, String(task?.task_id), ANN)
  expect(isRejectedAnswer(lastAnswer)).toBe(false)
  expect(lastAnswer && lastAnswerWords(lastAnswer, 'homeowners')).toBe(
    `It said that it would answer by ${momentWords(new Date(expected_by))}.`,
  )
})

test('the last answer to an order is the one that came last, also where the database sorts text by a language', async () => {
  const { app, databaseUrl } = await serviceForThisTest()
  await query(databaseUrl, 'alter table carrier_exchanges alter exchange_id type text collate "en-x-icu"')
  const [before, after] = sortedOtherwise(app.clock.now())
  const answered = async (at: Date, outcome: string) => {
    const record = exchangeRecorder({ ...app, clock: { now: () => at } })
    const finish = await record({ carrier_id: 'far', request_id: 'ord_1', attempt: 1, request: '{}' })
    await finish({ outcome, http_status: 200, took_ms: 1, response: '{}' })
  }
  await answered(before, 'not_an_answer')
  await answered(after, 'pending')
  expect(await lastAnswerTo(app, 'ord_1')).toMatchObject({ outcome: 'pending' })
})

test('a policy number that another customer has is a follow-up, and one that the customer has already is not', async () => {
  const carrier = await farCarrier()
  carrier.bindBehaviour = answersWith({ policy_number: 'FAR-POL-1' })
  const { service, key, ...first } = await aboutToSign(carrier)
  const buy = async ({ homeowner, untilBound }: typeof first) => {
    await homeowner.sign()
    await untilBound()
  }
  const [again, other] = await Promise.all([
    buyerAt(service, key),
    buyerAt(service, key, { applicant: { full_name: 'Bea Neighbor' } }),
    buy(first),
  ])
  await buy(again)
  await buy(other)
  const notes = await Promise.all([first, again, other].map(({ uid }) => notesOf(service.app, uid)))
  expect(notes.map(of => of.map(({ words, due_on }) => [words, due_on !== null]))).toEqual([
    [],
    [],
    [
      [
        expect.stringMatching(
          /^The far carrier gave this customer the policy number FAR-POL-1, which another customer already has \((\w+)\)\./,
        ),
        true,
      ],
    ],
  ])
})

test('a refusal is emailed without its reason, which may be about the person; the reason is sealed and not logged', async () => {
  const carrier = await farCarrier()
  const { service, homeowner, uid, intake } = await aboutToSign(carrier)
  carrier.nextBinds = [answersWith({ kind: 'blocked', reason_code: 'inspection', reason: 'CANARY reason' })]
  await homeowner.sign()
  const { refusals } = await homeowner.untilAt('offers')
  expect(refusals).toMatchObject([{ carrier: 'The far carrier', kind: 'blocked', reason: 'CANARY reason' }])
  const emails = await mailbox(service.url, intake.email)
  const mail = emails.find(({ subject }) => subject === 'Your home insurance policy was not issued')
  expect(mail?.text).toContain('The far carrier')
  expect(mail?.text).not.toContain('CANARY')
  for (const table of ['bind_orders', 'offers', 'audit_entries']) {
    const kept = await query(service.databaseUrl, `select * from ${table} where uid = $1`, [uid])
    expect(JSON.stringify(kept)).not.toContain('CANARY')
  }
  expect(service.log.join('')).not.toContain('CANARY')
})

test('of two homes, the carrier insures one and asks about the other, or changes its price: operator, homeowner and staff know which one', async () => {
  const carrier = await farCarrier()
  const [first] = completeIntake().home
  const homes = [first, { ...first, street: '9 Other Street' }]
  const { service, key, homeowner, uid, intake } = await aboutToSign(
    carrier,
    {},
    { applicant: { home: homes } },
  )
  const question = 'Is the wiring new?'
  carrier.nextBinds = [answers, answersWith({ kind: 'info_requested', reason: question, fields: [] })]
  await homeowner.sign()
  const { refusals } = await homeowner.untilAt('sign')
  const [asked] = refusals
  const { response_summary } = (await quotesCall(service.url, key, { uid })).body
  expect(response_summary).toBe(
    `The far carrier has not issued the policy for ${asked?.property_id}. It says: “${question}” Policies are bound for 1 of 2 homes. No other home is covered until its policy is issued.`,
  )
  const emailCalled = async (title: string) =>
    (await mailbox(service.url, intake.email)).find(({ subject }) => subject === title)?.text
  expect(await emailCalled('Your home insurance policy is not issued yet')).toContain(
    `The far carrier, ${asked?.address}: Needs something from you`,
  )
  const notes = await notesOf(service.app, uid)
  expect(notes.map(({ words, due_on }) => [words, due_on !== null])).toEqual([
    [
      `The far carrier asks something before it issues the policy for ${asked?.address}: “${question}” Get the answer from the homeowner and tell the carrier. Then the homeowner signs again.`,
      true,
    ],
  ])
  carrier.nextBinds = [answersWith({ kind: 'price_changed', annual_price: 1999 })]
  await homeowner.sign()
  await homeowner.untilAt('offers')
  const repriced = await emailCalled('The price for one of your homes changed')
  expect(repriced).toContain(`Home: ${asked?.address}`)
  expect(repriced).toContain('This policy doesn’t cover you.')
})

test('a carrier that rated by credit: the homeowner is emailed the notice once for each quoting, the operator sees nothing of it', async () => {
  const carrier = await farCarrier()
  const credit = {
    insurance_score: 'used',
    consumer_report: {
      agency: 'Bureau One',
      address: '1 Credit Way, Atlanta, GA 30301',
      phone: '1-800-555-0111',
    },
    score_reasons: ['CANARY balances are high.'],
    price_factors: [{ factor: 'credit_score', label: 'Insurance score', effect: 1.3 }],
  }
  carrier.behaviour = answersWith({ ...homeOffer(), ...credit })
  const { service, key, homeowner, uid, intake } = await aboutToSign(carrier)
  const notices = async () =>
    (await mailbox(service.url, intake.email)).filter(({ subject }) => subject.includes('consumer report'))
  const [notice] = await notices()
  for (const words of [
    'The far carrier',
    'Bureau One, 1 Credit Way, Atlanta, GA 30301, toll-free 1-800-555-0111',
    'did not make the decision',
    'free copy',
    'within 60 days',
    'dispute',
    'CANARY balances are high.',
  ])
    expect(notice?.text).toContain(words)
  const seen = await homeowner.view()
  expect(seen.creditNotices).toMatchObject([
    { carrier: 'The far carrier', outcome: 'priced', consumer_report: { agency: 'Bureau One' } },
  ])
  expect(offersIn(seen).flatMap(({ price_factors }) => price_factors)).toContainEqual(credit.price_factors[0])
  const kept = JSON.stringify(
    await query(service.databaseUrl, 'select answer::text from carrier_answers where uid = $1', [uid]),
  )
  expect(kept).not.toContain('CANARY')
  expect(kept).not.toContain('Bureau One')
  const { text } = await quotesCall(service.url, key, { uid })
  for (const secret of ['CANARY', 'Bureau One', 'credit_score']) expect(text).not.toContain(secret)
  expect(await notices()).toHaveLength(1)
  const { review } = seen
  await homeowner.confirm({
    review_token: review.token,
    confirmed: [],
    corrected: { 'home[0].home_sqft': 2100 },
  })
  await homeowner.untilAt('offers')
  expect(await notices()).toHaveLength(2)
})

test('a carrier that declined for credit without naming its agency: the homeowner is told that this is not the notice yet, and whom to ask', async () => {
  const carrier = await farCarrier()
  carrier.behaviour = answersWith({ kind: 'decline', reason_code: 'credit_history', reason: 'Too short.' })
  const file = carriersFile([{ id: 'far', url: carrier.url }])
  const service = await serviceForThisTest({ env: { RATE_LIMITS: 'off', CARRIERS_FILE: file } })
  const key = await getKey(service.url, newEmail())
  const { homeowner, intake } = await selectedHomeowner(service, key)
  const emails = await mailbox(service.url, intake.email)
  const notice = emails.find(({ subject }) => subject.includes('consumer report'))
  expect(notice?.text).toContain('This is not the complete notice that the law entitles you to')
  expect(notice?.text).toContain(
    'To get its name, address and phone number, contact Bindery development agency.',
  )
  const { homes, creditNotices } = await homeowner.view()
  expect(creditNotices).toEqual([
    { carrier: 'The far carrier', outcome: 'declined', consumer_report: null, score_reasons: [] },
  ])
  expect(homes[0]?.declines).toContainEqual({
    carrier: 'The far carrier',
    reason_code: 'credit_history',
    reason: 'Too short.',
  })
})
