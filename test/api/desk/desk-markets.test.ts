import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { endOfDay } from '../../../src/agency/policies/coverage-start.ts'
import { listEndings, listLastEnds } from '../../../src/agency/policies/life/end-store.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { quotable } from '../../../src/doors/desk/queue/open-tasks.ts'
import { deskEmails } from '../../../src/doors/desk/tasks/email-job.ts'
import { overdueEmails } from '../../../src/doors/desk/tasks/overdue-job.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { HOUR, MINUTE } from '../../../src/platform/lib/clock.ts'
import { dayIn } from '../../../src/platform/lib/local-day.ts'
import { plusDays } from '../../../src/platform/values/calendar.ts'
import { endPolicy } from '../../../src/products/line/aftersale/end-policy.ts'
import { filedForm } from '../../../src/products/line/buying/surplus-filings.ts'
import { listOpenStops } from '../../../src/products/line/stops/store.ts'
import { listOpenTaskRows } from '../../../src/products/line/tasks/store.ts'
import { SURPLUS_LINES } from '../../../src/products/line/wire/illustrative.ts'
import { lines } from '../../../src/products/lines.ts'
import { pdfOf } from '../../support/browser/pdf.ts'
import { answersLater, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import {
  deskMarketEnv,
  HARBOR,
  HOME_OFFER,
  SECOND_STAFF,
  taskFor,
  UMBRELLA_OFFER,
} from '../../support/carriers/desk-markets.ts'
import { pageOfLastOrder } from '../../support/carriers/planted.ts'
import { readableIn } from '../../support/database/canaries.ts'
import { wholeChain } from '../../support/database/chain.ts'
import { query } from '../../support/database/database.ts'
import { mailbox, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { asHomeowner, offersIn } from '../../support/people/homeowner-in-portal.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import {
  bindAnswers,
  completeHousehold,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { hiddenIn, type Visitor } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
let ann: Visitor
let bob: Visitor
beforeAll(async () => {
  service = await startTestService({ env: deskMarketEnv() })
  ;({ key } = await newOperator(service))
  ann = await signIn(service, service.url)
  bob = await signIn(service, service.url, SECOND_STAFF)
})
afterAll(() => service.stop())

const submitted = async (home: object = {}, applicant: object = {}) => {
  const intake = completeIntake(home, applicant)
  const { body } = await quotesCall(service.url, key, {
    intake,
    credit_check_authorized: true,
    sandbox: false,
  })
  const uid = String(body.uid)
  return {
    uid,
    email: intake.email,
    street: intake.home[0]?.street ?? '',
    homeowner: asHomeowner(service, uid),
  }
}

const eventsOf = async (uid: string) => (await wholeChain(service, uid)).map(({ event }) => event)

/** The newest in the operator's feed. */
const lastChange = async (uid: string, { databaseUrl } = service) =>
  (
    await query<{ waiting_on: string }>(
      databaseUrl,
      'select waiting_on from changes where uid = $1 order by change_id desc limit 1',
      [uid],
    )
  )[0]

const claimed = async (path: string, by: Visitor = ann) => {
  await by.open(path)
  expect((await by.send(`${path}/claim`)).location).toBe(`${path}?done=claimed`)
  return by.open(path)
}

const asFile = (pdf: Buffer) => new File([new Uint8Array(pdf)], 'dec page.pdf', { type: 'application/pdf' })

const declarations = async (...lines: string[]) => asFile(await pdfOf(...lines))

/** For $1,598 and $1,410. */
const TWO_OFFERS = {
  ...HOME_OFFER,
  ...Object.fromEntries(Object.entries(HOME_OFFER).map(([name, text]) => [name.replace('o1.', 'o2.'), text])),
  'o2.annual_price': '1410',
  'o2.quote_number': 'HM-2042',
}

describe('a quote', () => {
  test('waits at the desk with its due time, and says nothing about the person until someone claims it', async () => {
    const { uid, street } = await submitted()
    const path = await taskFor(service, { uid })
    const { text: list } = await bob.open('/desk/tasks')
    expect(list).toMatch(new RegExp(`href="${path}".*${uid}`))
    expect(list).toMatch(/Due in (23|24) hours/)
    const { text: before } = await bob.open(path)
    expect(before).toContain('Harbor Mutual, NAIC 12345')
    expect(before).toContain(HARBOR.portal_url)
    expect(before).toContain('Agency code 4411.')
    for (const personal of ['Ada Homeowner', street, 'The carrier offers'])
      expect(before).not.toContain(personal)
    const { text: page } = await claimed(path, bob)
    for (const shown of ['Ada Homeowner', street, 'The operator', 'Copy everything', '\tAda Homeowner'])
      expect(page).toContain(shown)
    expect(page).toContain('The carrier may use a credit report.')
    expect(await eventsOf(uid)).toEqual(expect.arrayContaining(['desk_task_created', 'desk_task_claimed']))
  })

  test('is the staff’s turn in the feed once the last carrier with an API has declined', async () => {
    const far = await startCarrier(0, () => ({
      kind: 'decline',
      reason_code: 'roof_age',
      reason: 'Too old.',
    }))
    onTestFinished(() => far.close())
    const later = answersLater()
    far.behaviour = later.behaviour
    const CARRIERS_FILE = carriersFile([{ id: 'far', url: far.url }], onTestFinished, [HARBOR])
    const own = await serviceForThisTest({ env: { ...deskMarketEnv(), CARRIERS_FILE } })
    const { key: ownKey } = await newOperator(own)
    const asked = { intake: completeIntake(), credit_check_authorized: true, sandbox: false }
    const uid = String((await quotesCall(own.url, ownKey, asked)).body.uid)
    await taskFor(own, { uid })
    expect(await lastChange(uid, own)).toMatchObject({ waiting_on: 'carrier' })
    await until(() => far.seen.length > 0)
    later.tell()
    await until(async () => (await lastChange(uid, own))?.waiting_on === 'staff')
  })

  test('belongs to one of two people, and can be released and taken over', async () => {
    const { uid } = await submitted()
    const path = await taskFor(service, { uid })
    await Promise.all([ann.open(path), bob.open(path)])
    const claims = await Promise.all([ann.send(`${path}/claim`), bob.send(`${path}/claim`)])
    expect(claims.map(({ location }) => location).sort()).toEqual([
      `${path}?done=claimed`,
      `${path}?done=taken`,
    ])
    const [first, second] = claims[0]?.location?.endsWith('claimed') ? [ann, bob] : [bob, ann]
    const { text } = await second.open(`${path}?done=taken`)
    expect(text).toContain('Someone else has this task, so nothing was saved.')
    expect(text).toMatch(/is working on this since/)
    expect((await second.send(`${path}/offers`, HOME_OFFER)).location).toBe(`${path}?done=taken`)
    expect((await first.send(`${path}/release`)).location).toBe(`${path}?done=released`)
    await claimed(path, second)
    const [, holder = ''] = /name="from" value="([^"]+)"/.exec((await first.open(path)).text) ?? []
    expect((await first.send(`${path}/claim`, { from: holder })).location).toBe(`${path}?done=claimed`)
    expect((await second.send(`${path}/decline`)).location).toBe(`${path}?done=taken`)
    expect(await eventsOf(uid)).toEqual(
      expect.arrayContaining(['desk_task_released', 'desk_task_taken_over']),
    )
  })

  test('comes back with every problem and what was typed, and then reaches the homeowner', async () => {
    const { uid, email, homeowner } = await submitted()
    const path = await taskFor(service, { uid })
    await claimed(path)
    const refused = await ann.send(`${path}/offers`, {
      ...HOME_OFFER,
      which: 'offers',
      'o1.annual_price': 'soon',
      'o1.deductible': '',
    })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain('2 things to correct')
    expect(refused.text).toContain('must be an amount such as 25 or 25.50')
    expect(refused.text).not.toContain('name="o2.')
    const more = await ann.send(`${path}/offers`, { ...HOME_OFFER, which: 'offers', more: '2' })
    expect(more.text).toMatch(/value="HM-2041".*name="o2\.annual_price"/s)
    expect(more.text).not.toContain('name="o3.')
    expect(refused.text).toContain('value="HM-2041"')
    expect((await homeowner.view()).step).toBe('waiting')
    const lastDay = plusDays(dayIn('IL', service.app.clock.now()), 10)
    const both = {
      ...TWO_OFFERS,
      'o2.valid_until': lastDay,
    }
    expect((await ann.send(`${path}/offers`, both)).location).toBe(`${path}?done=offered`)
    expect((await ann.open(path)).text).toContain('Offers entered')
    const offers = offersIn(await homeowner.view())
    expect(offers.map(({ annual_price, carrier }) => [carrier, annual_price]).sort()).toEqual([
      ['Harbor Mutual', 1410],
      ['Harbor Mutual', 1598],
    ])
    expect(offers.every(({ illustrative }) => illustrative)).toBe(false)
    const shorter = offers.find(({ annual_price }) => annual_price === 1410)
    expect(shorter).toMatchObject({
      expires_at: endOfDay('IL', lastDay).toISOString(),
      expires_on: lastDay,
    })
    expect((await mailbox(service.url, email)).map(({ subject }) => subject)).toContain(
      'Your home insurance quotes are ready',
    )
    const quay = await taskFor(service, { uid, carrier: 'quay' })
    await claimed(quay)
    const reason = { reason_code: 'roof', reason: 'The roof is older than 20 years.' }
    expect((await ann.send(`${quay}/decline`, reason)).location).toBe(`${quay}?done=declined`)
    expect((await homeowner.view()).homes[0]?.declines).toMatchObject([
      { carrier: 'Quay Insurance', reason: 'The roof is older than 20 years.' },
    ])
    expect(await eventsOf(uid)).toEqual(
      expect.arrayContaining(['desk_task_offered', 'desk_task_declined', 'late_answer']),
    )
  })

  test('that comes later is not told as a lower price if it lies between two others', async () => {
    const { uid, email } = await submitted()
    const harbor = await taskFor(service, { uid })
    await claimed(harbor)
    await ann.send(`${harbor}/offers`, TWO_OFFERS)
    const quay = await taskFor(service, { uid, carrier: 'quay' })
    await claimed(quay)
    const between = { ...HOME_OFFER, 'o1.annual_price': '1500', 'o1.quote_number': 'Q-1' }
    await ann.send(`${quay}/offers`, between)
    const more = await until(async () =>
      (await mailbox(service.url, email)).find(
        ({ subject }) => subject === 'More quotes for your home insurance',
      ),
    )
    expect(more?.text).toContain('Another insurance company has answered.')
    expect(more?.text).not.toContain('lower price')
  })

  test('that comes after the homeowner withdrew is not shown to anyone, and staff are told', async () => {
    const { uid, homeowner } = await submitted()
    const path = await taskFor(service, { uid })
    await claimed(path)
    await homeowner.withdraw()
    expect((await ann.send(`${path}/offers`, HOME_OFFER)).location).toBe(`${path}?done=gone`)
    const { text } = await ann.open(`${path}?done=gone`)
    expect(text).toContain('The applicant withdrew or changed the application')
    expect(offersIn(await homeowner.view())).toEqual([])
    expect((await ann.open('/desk/tasks')).text).not.toContain(path)
    expect((await ann.open(`/desk/book/${uid}`)).text).toContain('No longer needed')
  })

  test('of a surplus lines insurer is marked and explained, and an admitted one is recommended before it', async () => {
    const { uid, homeowner } = await submitted()
    const harbor = await taskFor(service, { uid })
    await claimed(harbor)
    await ann.send(`${harbor}/offers`, HOME_OFFER)
    const quay = await taskFor(service, { uid, carrier: 'quay' })
    await claimed(quay)
    const cheap = { ...HOME_OFFER, 'o1.annual_price': '900', 'o1.quote_number': 'Q-1' }
    await ann.send(`${quay}/offers`, cheap)
    const { offers } = (await quotesCall(service.url, key, { uid })).body as { offers: object[] }
    expect(offers).toMatchObject([
      { carrier: 'Harbor Mutual', rank: 1, recommended: true },
      { carrier: 'Quay Insurance', rank: 2, recommended: false, admitted: false },
    ])
    expect(offers[0]).not.toHaveProperty('admitted')
    const ada = await signedInHomeowner(service, homeowner)
    const { text } = await ada.open('/portal/quotes')
    expect(text.split(SURPLUS_LINES)).toHaveLength(2)
    expect(text).toContain('Admitted insurer; the cheapest offer is from a surplus lines insurer.')
  })

  test('of an umbrella below the wanted limit is refused by the carrier’s own check, with the fix', async () => {
    const { uid } = await umbrella()
    const path = await taskFor(service, { uid })
    const { text } = await claimed(path)
    expect(text).toContain('Don’t let the carrier use a credit report.')
    expect(text).toContain('B12345678901')
    const low = await ann.send(`${path}/offers`, { ...UMBRELLA_OFFER, 'o1.coverage_limit': '1000000' })
    expect(low.status).toBe(400)
    expect(low.text).toContain('The umbrella limit is lower than the buyer asked for.')
    expect((await ann.send(`${path}/offers`, UMBRELLA_OFFER)).location).toBe(`${path}?done=offered`)
  })
})

const umbrella = async () => {
  const at = { url: service.url, key }
  const intake = completeHousehold(bindAnswers())
  const { uid, review_token } = (await umbrellaCall(at, 'draft', { intake, sandbox: false })).body
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  return { at, uid: String(uid), email: intake.email }
}

test('a carrier’s question reaches the person, whose words outlive a change of language, and the answer stands at the task', async () => {
  const { uid, email, homeowner } = await submitted()
  const path = await taskFor(service, { uid })
  await claimed(path)
  const question = 'Which year was the wiring replaced?'
  expect((await ann.send(`${path}/ask`, { question })).location).toBe(`${path}?done=asked`)
  const emails = await mailbox(service.url, email)
  const mail = emails.find(({ subject }) => subject === 'A question from Harbor Mutual')
  expect(mail?.text).not.toContain('wiring')
  expect((await homeowner.view()).carrierQuestions).toMatchObject([{ carrier: 'Harbor Mutual', question }])
  expect((await quotesCall(service.url, key, { uid })).body.waiting_on).toBe('homeowner')
  expect(await lastChange(uid)).toMatchObject({ waiting_on: 'homeowner' })
  expect((await ann.open('/desk/tasks')).text).toContain('waiting for the applicant')
  const ada = await signedInHomeowner(service, homeowner)
  const task = path.split('/').at(-1) ?? ''
  const { asked = '' } = hiddenIn((await ada.open('/portal/quotes')).text)
  const inSpanish = await ada.send('/portal/question', {
    task,
    asked,
    [`answer.${task}`]: 'In 2011.',
    _switch: 'es',
  })
  expect(inSpanish.text).toContain('<html lang="es">')
  expect(inSpanish.text).toContain('>In 2011.</textarea>')
  const { text: empty } = await ada.send('/portal/question', { task, _language: 'en' })
  expect(empty.indexOf('One thing to correct')).toBeLessThan(empty.indexOf('A question from Harbor Mutual'))
  const by = { answer: '2011, she said on the phone.' }
  expect((await ann.send(`${path}/answer`, by)).location).toBe(`${path}?done=answered`)
  const { text: answered } = await ann.open(path)
  expect(answered).toContain(by.answer)
  expect(answered).toContain(`<a href="/desk/book/${uid}">`)
  expect((await homeowner.view()).carrierQuestions).toEqual([])
  const events = await eventsOf(uid)
  expect(events).toEqual(expect.arrayContaining(['carrier_question_asked', 'carrier_question_answered']))
})

test('an answer to a question that staff have replaced meanwhile is not taken for an answer to the new one', async () => {
  const { uid, homeowner } = await submitted()
  const path = await taskFor(service, { uid })
  await claimed(path)
  await ann.send(`${path}/ask`, { question: 'Which year was the wiring replaced?' })
  const ada = await signedInHomeowner(service, homeowner)
  const { task = '', asked = '' } = hiddenIn((await ada.open('/portal/quotes')).text)
  await ann.send(`${path}/ask`, { question: 'How many stories does the home have?' })
  const answer = { task, asked, [`answer.${task}`]: 'In 2011.' }
  const refused = await ada.send('/portal/question', answer)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('This question was already answered or replaced')
  expect(refused.text).toContain('How many stories does the home have?')
  expect(refused.text).not.toContain('In 2011.')
  const shown = hiddenIn(refused.text)
  await ada.send('/portal/question', { ...shown, [`answer.${task}`]: 'Two.' })
  expect((await ann.open(path)).text).toContain('Two.')
  expect((await homeowner.view()).carrierQuestions).toEqual([])
})

test('when every carrier declines, the homeowner is emailed once, however often it is quoted again', async () => {
  const { uid, email, homeowner } = await submitted()
  const subjects = async () => (await mailbox(service.url, email)).map(({ subject }) => subject)
  const declineAll = async () => {
    for (const carrier of ['harbor', 'quay']) {
      const path = await taskFor(service, { uid, carrier })
      await claimed(path)
      await ann.send(`${path}/decline`, { reason_code: 'not_writing', reason: 'Closed for new business.' })
    }
    await homeowner.untilAt('no_offers')
  }
  await declineAll()
  expect(await subjects()).toEqual(['No insurance company made an offer'])
  await quotesCall(service.url, key, { uid, intake: { home: [{ home_sqft: 2100 }] } })
  await declineAll()
  expect(await subjects()).toEqual(['No insurance company made an offer'])
})

describe('a purchase', () => {
  const bought = async (home: object = {}, applicant: object = {}) => {
    const { uid, email, homeowner } = await submitted(home, applicant)
    const quote = await taskFor(service, { uid })
    await claimed(quote)
    await ann.send(`${quote}/offers`, HOME_OFFER)
    await homeowner.selectBest()
    await homeowner.confirmAll()
    await homeowner.sign()
    const path = await taskFor(service, { uid, kind: 'bind' })
    const { text } = await claimed(path)
    const [, effective_date = ''] = /name="effective_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const [, expiration_date = ''] = /name="expiration_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const terms = {
      policy_number: 'HM-HO-77',
      annual_price: '1598',
      offer_mine_subsidence: 'refused',
      effective_date,
      expiration_date,
    }
    return { uid, email, homeowner, path, text, terms }
  }

  test('shows what was signed and a stop that holds it, refuses other terms, and becomes a policy with the carrier’s own page', async () => {
    const loans = [{ lender_name: 'First Bank', loan_number: '77-1', rank: 1, address: '9 Bank Street' }]
    const other = newEmail()
    const { uid, email, homeowner, path, text, terms } = await bought(
      { loans, ownership: 'trust', ownership_name: 'The Park Trust' },
      { co_applicants: [{ full_name: 'Bo Park', email: other }, { full_name: 'Cy Park' }] },
    )
    for (const shown of [
      'Signed by Ada Homeowner',
      '<dt>Also named</dt><dd>Bo Park',
      '<dt>First mortgagee</dt><dd>First Bank, 9 Bank Street, Loan 77-1',
      '<dt>Title holder</dt><dd>The Park Trust',
      'HM-2041',
      '$1,598 a year',
      'Nothing paid to the agency yet. The buyer agreed to: “Nothing is due to us. Harbor Mutual bills you',
    ])
      expect(text).toContain(shown)
    const order = { uid, purpose: 'premium', sandbox: false, amount_cents: 159_800, description: 'Premium' }
    const { payment_id } = await openPayment(service.app, order)
    expect((await ann.open(path)).text).toContain('$1,598 not paid yet')
    await settlePayment(service.app, payment_id, { by: 'staff:x', outcome: 'paid' })
    expect((await ann.open(path)).text).toContain('$1,598 paid to the agency')
    const page = asFile(await pageOfLastOrder(service.app, uid, terms.policy_number))
    const overpriced = await ann.upload(
      `${path}/bound`,
      { ...terms, annual_price: '1700' },
      { declarations: page },
    )
    expect(overpriced.status).toBe(400)
    expect(overpriced.text).toContain(
      'The buyer signed for $1,598 a year, not $1,700. Ask the carrier to correct',
    )
    const without = await ann.upload(`${path}/bound`, terms, {})
    expect(without.text).toContain('Choose the declarations page.')
    const picture = new File(['not a pdf'], 'dec.pdf')
    expect((await ann.upload(`${path}/bound`, terms, { declarations: picture })).text).toContain(
      'The declarations page must be a PDF.',
    )
    expect(await homeowner.view()).toMatchObject({ step: 'binding', placedByStaff: 'Harbor Mutual' })
    const [placed] = await ordersOf(service.app, uid)
    expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({
      waiting_on: 'staff',
      expected_by: placed?.expected_by?.toISOString(),
      response_summary:
        'The homeowner signed. The agency is placing the order with Harbor Mutual. There is no coverage until the policy is issued.',
    })
    expect(await lastChange(uid)).toMatchObject({ waiting_on: 'staff' })
    const held = 'Don’t buy this policy from the carrier now.'
    expect((await ann.open(path)).text).not.toContain(held)
    await ann.send('/desk/stops', { carrier: 'harbor', reason: 'Hurricane Elena.' })
    expect((await bob.open(path)).text).toMatch(new RegExp(`${held}.*Reason: Hurricane Elena\\.`))
    const bound = await ann.upload(`${path}/bound`, terms, { declarations: page })
    expect(bound.location).toBe(`${path}?done=bound`)
    await homeowner.untilAt('bound')
    for (const { stop_id } of await listOpenStops(service.app.db, service.app.clock.now()))
      await ann.send(`/desk/stops/${stop_id}`)
    const [policy] = await policiesOf(service.app, uid)
    expect(policy).toMatchObject({ policy_number: 'HM-HO-77', carrier_naic: '12345', illustrative: false })
    expect(policy?.other_insureds).toEqual(['Bo Park', 'Cy Park'])
    expect(placed?.request).toMatchObject({
      applicants: [{ full_name: 'Ada Homeowner' }, { full_name: 'Bo Park' }, { full_name: 'Cy Park' }],
      interests: [
        { kind: 'mortgagee', name: 'First Bank', loan_number: '77-1', rank: 1, address: '9 Bank Street' },
        { kind: 'title_holder' },
      ],
    })
    expect(policy?.documents.map(({ kind }) => kind).sort()).toEqual(['binder', 'declarations'])
    const found = policy?.documents.find(({ kind }) => kind === 'declarations')
    const opened = await openPolicyDocument(service.app, { uid, document_id: found?.document_id ?? '' })
    expect(opened?.content.equals(Buffer.from(await page.arrayBuffer()))).toBe(true)
    expect(opened?.filename).toBe('declarations-HM-HO-77.pdf')
    expect((await mailbox(service.url, email)).some(({ text: mail }) => mail.includes('HM-HO-77'))).toBe(true)
    expect(await eventsOf(uid)).toEqual(expect.arrayContaining(['desk_task_bound', 'late_bind_answer']))
    const ended = { ended_on: terms.expiration_date, end_reason: 'insured', actor: 'staff:x' } as const
    await transact(service.app, inside => endPolicy(inside, lines.homeowners.tell, policy as Policy, ended))
    const looks = [() => listEndings(service.app.db, [uid]), () => listLastEnds(service.app.db)]
    for (const look of looks) expect(await look()).toEqual([expect.objectContaining({ uid })])
    const forge = (kind: string, ended_on: string | null, end_reason: string | null) =>
      query(
        service.databaseUrl,
        'update policy_ends set kind = $2, ended_on = $3, end_reason = $4 where uid = $1',
        [uid, kind, ended_on, end_reason],
      )
    await forge('noticed', null, null)
    for (const look of looks) await expect(look()).rejects.toThrow('was changed outside the service')
    await forge('ended', ended.ended_on, ended.end_reason)
    const told = await mailbox(service.url, other)
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([
      'A policy that names you is bound',
      expect.stringMatching(/^Your policy ends on /),
    ])
    for (const mail of told) {
      expect(mail.text).toContain('HM-HO-77')
      expect(mail.text).toContain('this policy names you as insured')
      expect(readableIn(mail.text, ['/portal', 'Ada Homeowner', 'Elm Street', 'as you asked'])).toEqual([])
    }
    expect((await ann.upload(`${path}/bound`, terms, { declarations: page })).location).toBe(
      `${path}?done=done`,
    )
  })

  test('of a surplus lines policy is not ordered before staff recorded the search and uploaded the state’s form', async () => {
    const { uid, email, homeowner } = await submitted({ city: 'Baltimore', state: 'MD', zip: '21201' })
    const harbor = await taskFor(service, { uid })
    await claimed(harbor)
    await ann.send(`${harbor}/decline`, { reason_code: 'roof', reason: 'The roof is too old.' })
    const quote = await taskFor(service, { uid, carrier: 'quay' })
    await claimed(quote)
    await ann.send(`${quote}/offers`, HOME_OFFER)
    await homeowner.selectBest()
    await homeowner.confirmAll()
    await homeowner.sign()
    const path = await taskFor(service, { uid, kind: 'bind', carrier: 'quay' })
    const { text } = await claimed(path)
    for (const shown of [
      'Quay Insurance is not admitted in Maryland.',
      'Md. Code, Ins. § 3-306.1(a)',
      'Harbor Mutual: The roof is too old.',
      '1 of 3 declinations are on this application.',
      'COMAR 31.03.06.09D',
      'No license for Maryland is set.',
    ])
      expect(text).toContain(shown)
    expect(text).not.toContain('The carrier issued the policy')
    const [before] = await ordersOf(service.app, uid)
    expect(before?.sent_at).toBeNull()
    const { effective_date = '' } = before?.request ?? {}
    const terms = {
      policy_number: 'Q-77',
      annual_price: '1598',
      effective_date,
      expiration_date: plusDays(effective_date, 365),
    }
    const page = await declarations('Quay', 'Q-77')
    expect((await ann.upload(`${path}/bound`, terms, { declarations: page })).location).toBe(
      `${path}?done=unfiled`,
    )
    const refused = await ann.upload(`${path}/surplus`, { which: 'surplus' }, {})
    expect(refused.text).toContain('3 things to correct')
    expect(refused.text).toContain('Choose the form.')
    const filing = { search: 'Acme and Best declined on the phone: old roof.', form_name: 'Disclosure' }
    const form = await declarations('Signed by Ada Homeowner')
    const filed = await ann.upload(`${path}/surplus`, filing, { filed_form: form })
    expect(filed.location).toBe(`${path}?done=filed`)
    await until(async () => (await ordersOf(service.app, uid))[0]?.sent_at)
    const after = (await ann.open(path)).text
    for (const shown of [STAFF, filing.search, 'The carrier issued the policy'])
      expect(after).toContain(shown)
    const order_id = path.split('/').at(-1) ?? ''
    expect(after).toContain(`/desk/book/${uid}/surplus/${order_id}`)
    expect((await ann.open(`/desk/book/${uid}/surplus/${order_id}`)).status).toBe(200)
    expect((await ann.open(`/desk/book/hom_other/surplus/${order_id}`)).status).toBe(404)
    expect(await filedForm(service.app, { uid, order_id })).toEqual(Buffer.from(await form.arrayBuffer()))
    expect((await ann.upload(`${path}/bound`, terms, { declarations: page })).location).toBe(
      `${path}?done=bound`,
    )
    await homeowner.untilAt('bound')
    expect(await eventsOf(uid)).toEqual(expect.arrayContaining(['surplus_lines_filed', 'desk_task_bound']))
    const { text: register } = await ann.open('/desk/money/surplus-lines.csv')
    const row = register.split('\r\n').find(line => line.includes(uid))
    expect(row).toContain(`${STAFF} (staff),${uid},homeowners,MD,Quay Insurance,54321,Q-77,${effective_date}`)
    expect(row).toContain(',1,"Md. Code, Ins. § 3-306.1(a)",COMAR 31.03.06.09D,Disclosure')
    const before2000 = await ann.open('/desk/money/surplus-lines.csv?to=2000-01-01')
    expect(before2000.text.split('\r\n')).toHaveLength(2)
    const again = () => ann.send(`/desk/book/${uid}/bound-email`)
    for (const _ of [1, 2, 3]) expect((await again()).location).toBe(`/desk/book/${uid}?done=again`)
    const bound = async () =>
      (await mailbox(service.url, email)).filter(({ subject }) => subject === 'Your policy is bound')
    expect(new Set((await bound()).map(({ text: words }) => words.match(/Policy number: .*/)?.[0]))).toEqual(
      new Set(['Policy number: Q-77']),
    )
    expect(await bound()).toHaveLength(4)
    expect((await bound())[0]?.text).toContain('DISCLOSURE REGARDING SURPLUS LINES INSURANCE.')
    expect((await again()).status).toBe(429)
    expect(await eventsOf(uid)).toContain('bound_email_sent_again')
  })

  test('for which the carrier asks another price stops, and is bought only after a new signature', async () => {
    const { uid, email, homeowner, path, text } = await bought()
    expect(text).toContain('The carrier asks for a different price')
    const same = await ann.send(`${path}/repriced`, { which: 'repriced', new_price: '1598' })
    expect(same.text).toContain('This is the price that the buyer signed for.')
    const reason = 'The inspection found an old roof.'
    expect((await ann.send(`${path}/repriced`, { new_price: '1700', price_reason: reason })).location).toBe(
      `${path}?done=repriced`,
    )
    const { refusals, homes } = await homeowner.untilAt('offers')
    expect(refusals).toMatchObject([
      { kind: 'price_changed', reason: expect.stringMatching(/\$1,598 a year.*\$1,700.*old roof/) },
    ])
    expect(homes[0]?.offers.filter(({ unavailable }) => unavailable === null)).toMatchObject([
      { annual_price: 1700, selected: false, change: { from: 1598, to: 1700 } },
    ])
    const told = (await mailbox(service.url, email)).filter(({ subject }) =>
      subject.includes('price changed'),
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain('$1,700 a year instead of $1,598')
    expect(told[0]?.text).not.toContain('old roof')
    expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({
      waiting_on: 'homeowner',
      offers: [{ annual_price: 1700, previous_price: 1598 }],
    })
    await homeowner.selectBest()
    await homeowner.sign()
    expect(await taskFor(service, { uid, kind: 'bind' })).not.toBe(path)
  })

  test('that the carrier will not issue goes back to the homeowner, who reads that there was a quote', async () => {
    const { homeowner, path } = await bought()
    const reason = { reason_code: 'property_condition', reason: 'The porch has no railing.' }
    expect((await ann.send(`${path}/blocked`, reason)).location).toBe(`${path}?done=blocked`)
    const { refusals } = await homeowner.untilAt('no_offers')
    expect(refusals).toMatchObject([{ kind: 'blocked', reason: 'The porch has no railing.' }])
    const { text } = await (await signedInHomeowner(service, homeowner)).open('/portal/quotes')
    expect(text).toContain('<h1>These quotes are no longer available</h1>')
    expect(text).toContain('You bought nothing and owe nothing.')
  })

  test('of an umbrella at another price is left: the buyer takes the other quote, and nothing is bought from the first', async () => {
    const { at, uid } = await umbrella()
    const enter = async (carrier: string, offer: Record<string, string>) => {
      const path = await taskFor(service, { uid, carrier })
      await claimed(path)
      await ann.send(`${path}/offers`, { ...UMBRELLA_OFFER, ...offer })
    }
    await enter('harbor', {})
    await enter('quay', { 'o1.annual_price': '300', 'o1.quote_number': 'Q-1' })
    type Offer = { carrier: string; selection_token: string }
    const buy = async (carrier: string) => {
      const { offers } = (await untilStatus(at, uid, ['quoted'])).body as { offers?: Offer[] }
      const selection_token = offers?.find(one => one.carrier === carrier)?.selection_token
      await umbrellaCall(at, 'select', {
        uid,
        selection_token,
        selection_confirmed: true,
        credit_consent: yes,
      })
      await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
      return offers
    }
    expect(await buy('Harbor Mutual')).toMatchObject([
      { carrier: 'Harbor Mutual', recommended: true },
      { carrier: 'Quay Insurance', recommended: false, admitted: false },
    ])
    const first = await taskFor(service, { uid, kind: 'bind' })
    await claimed(first)
    await ann.send(`${first}/repriced`, { new_price: '450' })
    await buy('Quay Insurance')
    const second = await taskFor(service, { uid, kind: 'bind', carrier: 'quay' })
    await claimed(second)
    const filing = { search: 'Acme declined on the phone.', form_name: 'Affidavit' }
    await ann.upload(`${second}/surplus`, filing, { filed_form: await declarations('Affidavit') })
    const { text } = await ann.open(second)
    const [, effective_date = ''] = /name="effective_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const [, expiration_date = ''] = /name="expiration_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const terms = { policy_number: 'Q-POL-1', annual_price: '300', effective_date, expiration_date }
    await ann.upload(`${second}/bound`, terms, { declarations: await declarations('Quay', 'Umbrella') })
    await untilStatus(at, uid, ['bound'])
    expect((await policiesOf(service.app, uid)).map(({ policy_number }) => policy_number)).toEqual([
      'Q-POL-1',
    ])
    const legends = (await ordersOf(service.app, uid)).map(({ carrier_id, terms }) => [
      carrier_id,
      terms.surplus_lines?.at(-1),
    ])
    expect(legends.toSorted()).toEqual([
      ['harbor', undefined],
      ['quay', 'Surplus lines broker license: not stated.'],
    ])
  })

  test('of an umbrella asks the buyer through the order, and is bought under the next one', async () => {
    const { at, uid } = await umbrella()
    const quote = await taskFor(service, { uid })
    await claimed(quote)
    await ann.send(`${quote}/offers`, UMBRELLA_OFFER)
    const quay = await taskFor(service, { uid, carrier: 'quay' })
    await claimed(quay)
    await ann.send(`${quay}/decline`, { reason_code: 'not_writing', reason: 'Closed for new business.' })
    const { offers } = (await untilStatus(at, uid, ['quoted'])).body
    const [{ selection_token } = {}] = offers as { selection_token?: string }[]
    await umbrellaCall(at, 'select', { uid, selection_token, selection_confirmed: true, credit_consent: yes })
    await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
    const first = await taskFor(service, { uid, kind: 'bind' })
    expect((await claimed(first)).text).toContain('Not signed by the buyer. Confirmed by')
    const question = 'Who drives the second car?'
    expect((await ann.send(`${first}/ask`, { question })).location).toBe(`${first}?done=asked`)
    await untilStatus(at, uid, ['info_requested'])
    await umbrellaCall(at, 'bind', { uid, intake: { answer: 'Nobody but me.' } })
    const second = await taskFor(service, { uid, kind: 'bind' })
    expect(second).not.toBe(first)
    const { text } = await claimed(second)
    expect(text).toContain('Nobody but me.')
    const [, effective_date = ''] = /name="effective_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const [, expiration_date = ''] = /name="expiration_date"[^>]*value="([\d-]+)"/.exec(text) ?? []
    const terms = { policy_number: 'UM-1', annual_price: '412', effective_date, expiration_date }
    const page = asFile(await pageOfLastOrder(service.app, uid, terms.policy_number))
    await ann.upload(`${second}/bound`, terms, { declarations: page })
    const { policy } = (await untilStatus(at, uid, ['bound'])).body as {
      policy?: { documents: { name: string }[] }
    }
    expect(policy?.documents.map(({ name }) => name).sort()).toEqual([
      'binder-UM-1.pdf',
      'declarations-UM-1.pdf',
    ])
  })
})

test('nobody reaches a task without signing in, and a stranger’s file is not read', async () => {
  const { uid } = await submitted()
  const path = await taskFor(service, { uid })
  const answer = await fetch(service.url + path, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('/desk/sign-in')
  const body = new FormData()
  body.append('declarations', await declarations('x'))
  const upload = await fetch(`${service.url}${path}/bound`, { method: 'POST', body, redirect: 'manual' })
  expect(upload.status).toBe(403)
  expect((await ann.open('/desk/tasks/nothing')).status).toBe(404)
  expect((await ann.send('/desk/tasks/nothing/claim')).status).toBe(404)
})

test('what is late stands first, unless it waits for the applicant, who has the time they take', async () => {
  const [late, asked] = [await submitted(), await submitted()]
  const [latePath, askedPath] = [await taskFor(service, late), await taskFor(service, asked)]
  await claimed(askedPath)
  await ann.send(`${askedPath}/ask`, { question: 'Is there a fence?' })
  service.pass(25 * HOUR)
  ann = await signIn(service, service.url)
  const [overdue = '', open = ''] = (await ann.open('/desk/tasks')).text.split('id="open"')
  expect(overdue).toContain(latePath)
  expect(overdue).toMatch(/Overdue by \d+ (hour|minute)/)
  expect(open).toContain(askedPath)
  expect((await ann.open('/desk?show=overdue')).text).toContain(`href="${latePath}"`)
  await ann.open(askedPath)
  await ann.send(`${askedPath}/answer`, { answer: 'Yes.' })
  expect((await ann.open(askedPath)).text).toMatch(/due in 2[34] hours/)
})

test('staff are emailed once about all that is new, without a name, and never if that is turned off', async () => {
  const told = async () =>
    (await mailbox(service.url, STAFF)).filter(({ subject }) => subject.includes('at the desk'))
  await runJob(service, deskEmails)
  const before = (await told()).length
  const { uid } = await submitted()
  await taskFor(service, { uid })
  await taskFor(service, { uid, carrier: 'quay' })
  await runJob(service, deskEmails)
  expect(await told()).toHaveLength(before)
  service.pass(16 * MINUTE)
  const { app } = service
  await runJob({ app: { ...app, config: { ...app.config, deskEmailMinutes: 0 } } }, deskEmails)
  expect(await told()).toHaveLength(before)
  await runJob(service, deskEmails)
  await runJob(service, deskEmails)
  const after = await told()
  expect(after).toHaveLength(before + 1)
  const text = after.map(mail => mail.text).join()
  expect(text).toContain('Quote, homeowners: Quay Insurance, due ')
  expect(text).not.toContain('Ada')
})

test('what is overdue is emailed once a day, to who claimed it or everyone, to one address, or to nobody', async () => {
  const { uid } = await submitted()
  const mine = await taskFor(service, { uid })
  await taskFor(service, { uid, carrier: 'quay' })
  service.pass(49 * HOUR)
  ann = await signIn(service, service.url)
  await claimed(mine)
  const { app } = service
  const runFor = (deskOverdueEmail: string) =>
    runJob({ app: { ...app, config: { ...app.config, deskOverdueEmail } } }, overdueEmails)
  const told = async (to: string) =>
    (await mailbox(service.url, to)).filter(({ subject }) => /overdue at the desk$/.test(subject))
  await runFor('off')
  expect([...(await told(STAFF)), ...(await told(SECOND_STAFF))]).toEqual([])
  await runFor('desk@agency.example')
  expect(await told('desk@agency.example')).toHaveLength(1)
  await runFor('staff')
  const [[toAnn], [toBob]] = [await told(STAFF), await told(SECOND_STAFF)]
  const list = { quotable, now: app.clock.now(), overdue: true }
  const late = await listOpenTaskRows(app.db, list, { after: null, limit: 1000 })
  const own = late.find(({ task_id }) => mine.endsWith(task_id))?.claimed_by
  const [anns, bobs] = [
    late.filter(({ claimed_by }) => claimed_by === null || claimed_by === own),
    late.filter(({ claimed_by }) => claimed_by !== own),
  ]
  expect(toAnn?.subject).toBe(`${anns.length} tasks are overdue at the desk`)
  expect(toBob?.subject).toBe(`${bobs.length} tasks are overdue at the desk`)
  expect(toAnn?.text).not.toContain('Ada')
})

test('nothing that staff sees or says is logged', () => {
  const log = service.log.join('\n')
  expect(log).not.toMatch(/wiring|porch|HM-HO-77|B12345678901|Nobody but me|dec page/)
  expect(log).not.toContain(STAFF)
})
