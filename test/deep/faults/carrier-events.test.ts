import { expect, onTestFinished, test } from 'vitest'
import type { BindRequest } from '../../../src/agency/carriers/contract/bind.ts'
import { eventsSaid } from '../../../src/agency/carriers/events/record.ts'
import { eventObject } from '../../../src/agency/carriers/openapi/event-contract.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../../src/agency/policies/policy-documents.ts'
import { auditFile } from '../../../src/doors/desk/audit-file/audit-file.ts'
import { auditPdf } from '../../../src/doors/desk/audit-file/audit-pdf.ts'
import { readCustomer } from '../../../src/doors/desk/customer/customer.ts'
import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts'
import { dayWords, plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import { purge } from '../../../src/purge-job.ts'
import { drawnPdf, textOfPdf } from '../../support/browser/pdf.ts'
import { type SentEvent, sendEvent } from '../../support/carriers/carrier-event.ts'
import { homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { homeStyles, type PageStyle } from '../../support/carriers/declarations-page.ts'
import { pageOfOrder } from '../../support/carriers/planted.ts'
import { query } from '../../support/database/database.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { STAFF, signIn } from '../../support/people/desk.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { asHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest } from '../../support/servers/service.ts'

const MIB = 2 ** 20

type Offer = { carrier: string; annual_price: number; offer_id: string }

const OTHER = { carrier: 'other', secret: 'another secret, of another carrier, as long' }

/** A carrier that is asked, says that it answers later, and then sends events. */
const lateCarrier = async (demo: 'on' | 'off' = 'off') => {
  const carrier = await startCarrier()
  onTestFinished(() => carrier.close())
  carrier.behaviour = (response, _, { request_id }) =>
    response.end(
      JSON.stringify({
        request_id,
        kind: 'pending',
        expected_by: new Date(Date.now() + 4 * HOUR).toISOString(),
      }),
    )
  const file = carriersFile([
    { id: 'far', url: carrier.url },
    { id: OTHER.carrier, url: carrier.url, secret: OTHER.secret },
  ])
  const env = { RATE_LIMITS: 'off', DEMO_CARRIERS: demo, CARRIERS_FILE: file, STAFF_EMAILS: STAFF }
  const service = await serviceForThisTest({ env })
  const key = await getKey(service.url, newEmail())
  const sent = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
  })
  const uid = String(sent.body.uid)
  await until(() => carrier.seen.length === 2)
  const rows = await until(async () => {
    const found = await query<{ request_id: string; carrier_id: string }>(
      service.databaseUrl,
      'select request_id, carrier_id from carrier_questions where later is not null',
    )
    return found.length === 2 ? found : null
  })
  const requestOf = (carrier_id: string) => rows?.find(row => row.carrier_id === carrier_id)?.request_id ?? ''
  const request_id = requestOf('far')
  const send = (type: string, data: object, how: SentEvent = {}) =>
    sendEvent(service, { type, data: { request_id, ...data } }, how)
  const look = async () => (await quotesCall(service.url, key, { uid })).body
  return { service, env, key, uid, send, look, carrier, request_id, requestOf }
}

test('a carrier that asked first keeps its time, and its late offer counts once, as a signed event; once it is withdrawn, the others are waited for', async () => {
  const { service, uid, send, look, requestOf } = await lateCarrier()
  const before = await look()
  expect(await send('info.requested', {})).toMatchObject({ status: 400 })
  await send('info.requested', { reason: 'Is the trampoline fenced?' }, { id: 'evt_asks' })
  await send('info.requested', { reason: 'Is the trampoline fenced?' }, { id: 'evt_asks' })
  expect(await look()).toMatchObject({ quoting: before.quoting })
  const ann = await signIn(service, service.url)
  const page = (await ann.open(`/desk/book/${uid}`)).text
  expect(page).toContain('An underwriter looks at it: “Is the trampoline fenced?”')
  const followUps = (await ann.open('/desk/book')).text.match(/asks something before it quotes/g)
  expect(followUps).toHaveLength(1)
  const { kind: _, ...offer } = homeOffer({ quote_number: 'FAR-LATE' })
  expect(await send('quote.offered', offer, { id: 'evt_once' })).toEqual({
    status: 200,
    body: { status: 'taken' },
  })
  expect(await send('quote.offered', offer, { id: 'evt_once' })).toMatchObject({
    body: { status: 'repeated' },
  })
  const alsoSecret = 'the secret that the carrier is changing to'
  expect(await send('quote.offered', offer, { alsoSecret })).toMatchObject({ body: { status: 'repeated' } })
  expect(await send('quote.declined', { reason_code: 'no', reason: 'No.' })).toMatchObject({
    status: 200,
    body: {
      status: 'refused',
      because: 'already_answered',
      message: expect.stringContaining('send quote.withdrawn'),
    },
  })
  expect((await look()).offers as Offer[]).toMatchObject([{ carrier: 'The far carrier', annual_price: 1480 }])
  await send('quote.withdrawn', { quote_number: 'FAR-LATE' })
  const { quoting, ...left } = await look()
  const { waiting_on, expected_by } = quoting as { waiting_on: string[]; expected_by: string }
  expect(left).toMatchObject({
    offers: [],
    waiting_on: 'carrier',
    expected_by,
    response_summary: `No offer is left for this application. ${waiting_on[0]} has not answered yet.`,
  })
  expect((left.agent_instructions as string[]).join()).toContain('may still make an offer')
  expect((await asHomeowner(service, uid).view()).quoting).toMatchObject({ waiting_on })
  await send('quote.declined', { request_id: requestOf('other'), reason_code: 'no', reason: 'No.' }, OTHER)
  const over = await look()
  expect(over).toMatchObject({
    waiting_on: 'nobody',
    response_summary: 'No offer is left for this application.',
  })
  expect(over).not.toHaveProperty('expected_by')
})

test('an event is refused if it is forged, old, malformed, which names the fields, too large, as the contract says, or about another carrier’s request', async () => {
  const { service, send, look } = await lateCarrier()
  const offer = homeOffer()
  const forged = { status: 401, body: { error: 'unauthorized' } }
  expect(
    await send('quote.offered', offer, { secret: 'a secret that someone else has made up' }),
  ).toMatchObject(forged)
  expect(await send('quote.offered', offer, { at: new Date(Date.now() - 6 * MINUTE) })).toMatchObject(forged)
  expect(await send('quote.offered', offer, { at: new Date(Date.now() + 6 * MINUTE) })).toMatchObject(forged)
  expect(await send('quote.offered', offer, { carrier: 'nobody' })).toMatchObject(forged)
  expect(await send('quote.offered', offer, OTHER)).toMatchObject({ status: 404 })
  expect(await send('quote.invented', offer)).toMatchObject({ status: 400 })
  const large = { ...offer, coverage_summary: 'x'.repeat(300_000) }
  expect(await send('quote.invented', large)).toMatchObject({ status: 400 })
  const kept = 'select from inbound_events where body is not null and reason = $1'
  expect(await query(service.databaseUrl, kept, ['unreadable'])).toHaveLength(1)
  const oversized = { ...offer, coverage_summary: 'x'.repeat(4 * MIB + 16 * 1024) }
  expect(await send('quote.offered', oversized)).toMatchObject({
    status: 413,
    body: { message: 'The body is too large. The limit is 4,112 KiB.' },
  })
  expect(eventObject('quote.offered').post.responses['413']?.description).toContain('4,112 KiB')
  const { kind: _, ...sound } = offer
  const problemsOf = async (data: object) => {
    const { status, body } = await send('quote.offered', data)
    return [status, ...(body.fields as { path: string; expected: string }[]).map(({ path }) => path)]
  }
  const unsound = { ...sound, annual_price: -1, policy_form: 'HO3' }
  expect(await problemsOf(unsound)).toEqual([400, 'data.annual_price', 'data.policy_form'])
  expect(await problemsOf({ offers: [sound, unsound] })).toEqual([
    400,
    'data.offers[1].annual_price',
    'data.offers[1].policy_form',
  ])
  expect(await send('quote.offered', offer, { id: 'two words' })).toMatchObject(forged)
  expect(await look()).toMatchObject({ status: 'pending_quotes' })
  expect(await query(service.databaseUrl, 'select from carrier_events')).toEqual([])
})

test('an event that two replicas get at once is taken by one, and the other says that it is repeated', async () => {
  const { service, env, request_id } = await lateCarrier()
  const replica = await serviceForThisTest({ databaseUrl: service.databaseUrl, env })
  for (let pair = 0; pair < 10; pair++) {
    const event = { type: 'info.requested', data: { request_id, reason: `Question ${pair}` } }
    const answers = await Promise.all(
      [service, replica].map(one => sendEvent(one, event, { id: `evt_pair_${pair}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.status).sort()).toEqual(['repeated', 'taken'])
  }
})

test('at the desk staff see what came, was repeated, refused and failed, try a failed event again, and close it with a reason', async () => {
  const { service, send, uid } = await lateCarrier()
  const { kind: _, ...offer } = homeOffer({ quote_number: 'FAR-LATE' })
  const ann = await signIn(service, service.url)
  const seen = async () => (await ann.open('/desk/health')).text.split('id="webhooks"')[1] ?? ''
  const rows = async () =>
    [...(await seen()).matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
      row
        .replaceAll(/<form.*/gs, '')
        .replaceAll(/<[^>]*>/g, '|')
        .replaceAll(/\|+/g, '|'),
    )
  const failedPath = async () => /action="(\/desk\/events\/inb_\w+)"/.exec(await seen())?.[1] ?? ''
  expect(await seen()).toContain('Nothing has arrived in the last seven days')

  await send('quote.offered', offer, { secret: 'a secret that someone else has made up' })
  await send('quote.offered', offer, { secret: 'a secret that someone else has made up' })
  await query(service.databaseUrl, 'alter table carrier_answers rename to answers_away')
  expect(await send('quote.offered', offer, { id: 'evt_early' })).toMatchObject({ status: 500 })
  await query(service.databaseUrl, 'alter table answers_away rename to carrier_answers')
  expect(await rows()).toContainEqual(expect.stringMatching(/far\|Refused: wrong signature\|–\|2\|0\|/))
  expect(await seen()).toContain('Something went wrong on our side')
  expect(await seen()).toContain(uid)
  expect((await ann.send(await failedPath())).location).toBe('/desk/health?done=retried')
  await until(async () => (await rows()).some(row => /far\|Taken\|–\|1\|1\|/.test(row)))
  expect(await seen()).toContain('No failed events')

  expect(await send('quote.offered', offer, { id: 'evt_early' })).toMatchObject({
    body: { status: 'repeated' },
  })
  await send('quote.declined', { reason_code: 'no', reason: 'No.' })
  expect(await rows()).toContainEqual(
    expect.stringMatching(/far\|Refused\|The carrier has already given another answer\.\|1\|0\|/),
  )
  expect(await send('quote.offered', { annual_price: -1 }, { id: 'evt_bad' })).toMatchObject({ status: 400 })
  const path = await failedPath()
  expect((await ann.send(`${path}/close`, { reason: ' ' })).status).toBe(400)
  expect((await ann.send(`${path}/close`, { reason: 'They know.' })).location).toBe(
    '/desk/health?done=closed',
  )
  expect((await ann.send(path)).location).toBe('/desk/health?done=late')
  await send('quote.offered', { annual_price: -1 }, { id: 'evt_bad' })
  expect(await seen()).toContain('No failed events')
  const kept = await query<{ body: Buffer | null }>(service.databaseUrl, 'select body from inbound_events')
  expect(kept.filter(({ body }) => body !== null)).toEqual([])
  expect((await ann.open(`/desk/book/${uid}`)).text).toContain('They know.')
  service.pass(31 * DAY)
  await runJob(service, purge)
  expect(await query(service.databaseUrl, 'select from inbound_events')).toEqual([])
})

test('a changed price ends the chosen offer, and the homeowner chooses and signs again; the feed has a row for each offer that ends or changes', async () => {
  const { service, key, uid, send, requestOf } = await lateCarrier()
  const fromOther = (type: string, data: object) =>
    send(type, { request_id: requestOf('other'), ...data }, OTHER)
  await send('quote.offered', homeOffer({ quote_number: 'FAR-9' }))
  await fromOther('quote.offered', homeOffer({ quote_number: 'OTHER-1', annual_price: 2400 }))
  await untilQuoted(service.url, key, uid)
  const feed = async () =>
    (await call(`${service.url}/api/agent/changes`, { key })).body.changes as { status: string }[]
  await until(async () => (await feed()).at(-1)?.status === 'quotes_published')
  const stated = await feed()
  await send('price.changed', { quote_number: 'FAR-9', annual_price: 1500 })
  await send('price.changed', { quote_number: 'FAR-9', annual_price: 1500 })
  const again = { uid, status: 'quotes_published', waiting_on: 'homeowner' }
  expect((await feed()).slice(stated.length)).toMatchObject([again])
  await fromOther('quote.withdrawn', { quote_number: 'OTHER-1' })
  expect((await feed()).slice(stated.length)).toMatchObject([again, again])
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  expect((await ada.view()).status).toBe('selected')
  expect(await send('price.changed', { quote_number: 'FAR-9', annual_price: 1700 })).toMatchObject({
    body: { status: 'taken' },
  })
  const view = await ada.view()
  expect(view.status).toBe('quoted')
  expect(view.homes[0]?.offers.filter(({ unavailable }) => unavailable === null)).toMatchObject([
    { annual_price: 1700, selected: false },
  ])
  expect(await send('price.changed', { quote_number: 'FAR-9', annual_price: 1700 })).toMatchObject({
    body: { status: 'repeated' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({
    body: { status: 'taken' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({ status: 404 })
  expect((await quotesCall(service.url, key, { uid })).body).toMatchObject({
    offers: [],
    declines: [{ reason_code: 'offer_withdrawn' }, { reason_code: 'offer_withdrawn' }],
    properties: [{ status: 'no_offers' }],
    waiting_on: 'nobody',
    response_summary: 'No offer is left for this application.',
  })
})

test('an event with a byte order mark before its JSON is taken, and is in the audit file with what it said', async () => {
  const { service, uid, send } = await lateCarrier()
  const reason = 'Is the trampoline fenced?'
  expect(await send('info.requested', { reason }, { mark: '\ufeff' })).toMatchObject({
    body: { status: 'taken' },
  })
  expect(await eventsSaid(service.app, uid)).toMatchObject([{ type: 'info.requested', said: { reason } }])
})

test('events bind a pending order once, on the signed terms, and bring its documents, renewal and end; staff follow up what contradicts them', async () => {
  const { service, key, uid, send, carrier, look } = await lateCarrier()
  await send('quote.offered', homeOffer({ quote_number: 'FAR-9' }))
  await untilQuoted(service.url, key, uid)
  carrier.nextBinds = [
    (response, policy) =>
      response.end(
        JSON.stringify({
          request_id: (policy as { request_id: string }).request_id,
          kind: 'pending',
          expected_by: new Date(Date.now() + 4 * HOUR).toISOString(),
        }),
      ),
  ]
  const ada = asHomeowner(service, uid)
  await ada.selectBest()
  await ada.confirmAll()
  await ada.sign()
  const order = await until(() => carrier.orders[0]?.request)
  await until(async () => {
    const rows = await query(service.databaseUrl, 'select from bind_orders where expected_by is not null')
    return rows.length === 1
  })
  const { request_id, annual_price, effective_date } = order as BindRequest
  const policy = {
    request_id,
    policy_number: 'FAR-POL-1',
    annual_price,
    effective_date,
    expiration_date: `${Number(effective_date.slice(0, 4)) + 1}${effective_date.slice(4)}`,
  }
  expect((await ada.view()).status).toBe('selected')
  expect(await send('policy.canceled', { request_id, effective_date })).toMatchObject({ status: 503 })
  expect(await send('policy.bound', { ...policy, annual_price: annual_price + 1 })).toMatchObject({
    status: 400,
    body: { message: 'The answer breaks a rule of the contract. (other_terms)' },
  })
  expect(await send('quote.withdrawn', { quote_number: 'FAR-9' })).toMatchObject({
    body: { status: 'refused', because: 'already_bought' },
  })
  const pageOf = async (styles: readonly PageStyle[]) => {
    const page = await pageOfOrder((await ordersOf(service.app, uid)).at(-1), 'FAR-POL-1', styles)
    return { page, data: { request_id, type: 'declarations', content: page.toString('base64') } }
  }
  const early = await pageOf(homeStyles)
  expect(await send('policy.document', early.data, { id: 'evt_page' })).toMatchObject({
    body: { status: 'taken' },
  })
  const locked = await drawnPdf(sheet => void sheet.text('Declarations'), { ownerPassword: 'other' })
  for (const bytes of [Buffer.from('not a page'), locked])
    expect(await send('policy.document', { ...early.data, content: bytes.toString('base64') })).toMatchObject(
      {
        status: 400,
        body: { message: 'The answer breaks a rule of the contract. (not_a_readable_pdf)' },
      },
    )
  expect(await send('policy.document', { ...early.data, type: 'photo' })).toMatchObject({ status: 400 })
  expect(await send('policy.bound', policy)).toMatchObject({ body: { status: 'taken' } })
  await ada.untilAt('bound')
  const pages = async () => {
    const [issued] = await policiesOf(service.app, uid)
    const found = (issued?.documents ?? []).filter(({ kind }) => kind !== 'binder')
    const opened = found.map(({ document_id }) => openPolicyDocument(service.app, { uid, document_id }))
    return (await Promise.all(opened)).map(one => one?.content)
  }
  expect(await pages()).toEqual([early.page])
  const inFeed = () =>
    query(service.databaseUrl, 'select detail_status from changes where uid = $1 order by seq', [uid])
  const fed = await inFeed()
  expect(await send('policy.document', early.data)).toMatchObject({ body: { status: 'repeated' } })
  expect(await inFeed()).toEqual(fed)
  const corrected = await pageOf(homeStyles.slice(1))
  expect(await send('policy.document', corrected.data)).toMatchObject({ body: { status: 'taken' } })
  expect(await pages()).toEqual([corrected.page])
  expect(await inFeed()).toEqual([...fed, { detail_status: 'bound' }])
  const kept = await query<{ size: number }>(
    service.databaseUrl,
    "select max(length(body)) as size from carrier_events where type = 'policy.document'",
  )
  expect(kept[0]?.size).toBeLessThan(early.page.length)
  expect(carrier.orders).toHaveLength(1)
  expect(await send('policy.bound', policy)).toMatchObject({ body: { status: 'repeated' } })
  expect(await send('policy.blocked', { request_id, reason_code: 'no', reason: 'No.' })).toMatchObject({
    body: { status: 'refused', because: 'already_answered' },
  })
  expect(await send('policy.bound', { ...policy, policy_number: 'FAR-POL-2' })).toMatchObject({
    body: { status: 'refused', because: 'already_answered' },
  })
  const expiration_date = plusDays(policy.expiration_date, 1)
  expect(await send('policy.bound', { ...policy, expiration_date })).toMatchObject({
    body: { status: 'refused', because: 'already_answered' },
  })
  const followUps = (await (await signIn(service, service.url)).open('/desk/book')).text
  expect(followUps).toContain('different answer to an order: it refuses to issue a policy')
  expect(followUps).toContain('different answer to an order: it issued policy FAR-POL-2 until')
  expect(followUps).toContain(`it issued policy FAR-POL-1 until ${dayWords(expiration_date)}.`)
  const ann = await signIn(service, service.url)
  const toRecord = async () => {
    const [, ...rows] = (await ann.open('/desk?what=ends')).text.split('Record when coverage ends')
    return rows.some(row => row.split('</tr>')[0]?.includes('FAR-POL-1, The far carrier'))
  }
  const renewal = {
    request_id,
    effective_date: policy.expiration_date,
    expiration_date: plusYears(policy.expiration_date, 1),
    annual_price: policy.annual_price + 40,
    reasons: ['Rebuilding costs more.'],
  }
  expect(await send('policy.renewal_offered', { ...renewal, effective_date })).toMatchObject({ status: 400 })
  expect(await send('policy.renewal_offered', { ...renewal, valid_until: '2025-12-31' })).toMatchObject({
    status: 400,
    body: { message: 'The answer breaks a rule of the contract. (expired_offer)' },
  })
  expect(await send('policy.renewal_offered', renewal)).toMatchObject({ body: { status: 'taken' } })
  expect(await send('policy.renewal_offered', renewal)).toMatchObject({ body: { status: 'repeated' } })
  expect(await look()).toMatchObject({
    waiting_on: 'homeowner',
    policies: [{ life: 'renewal_offered', renewal: { status: 'offered', reasons: renewal.reasons } }],
  })
  const [due] = (await policiesOf(service.app, uid))[0]?.renewals ?? []
  await ann.send(`/desk/renewals/${due?.renewal_id}`, { act: 'not_renewed', answer: 'A mistake.' })
  expect(await send('policy.renewal_offered', renewal)).toMatchObject({
    body: { status: 'refused', because: 'already_answered' },
  })
  expect(await send('policy.renewed', renewal)).toMatchObject({ body: { status: 'taken' } })
  expect(await send('policy.renewed', renewal)).toMatchObject({ body: { status: 'repeated' } })
  const contradicted = { body: { status: 'refused', because: 'already_answered' } }
  const { annual_price: renewedFor, expiration_date: renewedUntil } = renewal
  for (const other of [{ annual_price: renewedFor + 9 }, { expiration_date: plusDays(renewedUntil, 1) }])
    expect(await send('policy.renewed', { ...renewal, ...other })).toMatchObject(contradicted)
  for (const late of [{}, { effective_date: renewal.effective_date }])
    expect(await send('policy.renewal_offered', { request_id, ...late })).toMatchObject({
      body: { status: 'repeated' },
    })
  expect((await policiesOf(service.app, uid))[0]?.renewals).toMatchObject([
    { status: 'renewed', annual_price: renewedFor, period_to: renewedUntil },
  ])
  const stated = {
    policy_number: 'FAR-POL-2',
    bill_to: 'carrier_direct',
    limits: { deductible: 2500, loss_of_use: null },
  }
  const foreign = { ...renewal, limits: { coverage_limit: 1_000_000 } }
  expect(await send('policy.renewed', foreign)).toMatchObject({ status: 400 })
  expect(await send('policy.renewed', { ...renewal, bill_to: 'nobody' })).toMatchObject({ status: 400 })
  for (const status of ['taken', 'repeated'])
    expect(await send('policy.renewed', { ...renewal, ...stated })).toMatchObject({ body: { status } })
  expect((await policiesOf(service.app, uid))[0]?.renewals).toMatchObject([stated])
  expect(await look()).toMatchObject({
    policies: [{ life: 'renewed', expiration_date: renewal.expiration_date }],
  })
  const next = {
    request_id,
    effective_date: renewal.expiration_date,
    expiration_date: plusYears(renewal.expiration_date, 1),
    annual_price: renewal.annual_price + 20,
  }
  const words = { reasons: ['Lumber costs more.'], payment: 'In full, by the first day.' }
  expect(await send('policy.renewal_offered', { ...next, ...words })).toMatchObject({
    body: { status: 'taken' },
  })
  expect(await send('policy.renewed', next)).toMatchObject({ body: { status: 'taken' } })
  expect((await policiesOf(service.app, uid))[0]?.renewals.at(-1)).toMatchObject({
    status: 'renewed',
    ...words,
  })
  const renewed = await until(async () =>
    (await mailbox(service.url)).find(
      ({ subject, text }) => subject === 'Your policy was renewed' && text.includes('Lumber costs more.'),
    ),
  )
  expect(renewed?.text).toContain(words.payment)
  const canceled = (data: object) => send('policy.canceled', { request_id, reason: 'Nonpayment', ...data })
  expect(await toRecord()).toBe(false)
  expect(await canceled({})).toMatchObject({ body: { status: 'taken' } })
  expect(await policiesOf(service.app, uid)).toMatchObject([{ end: null }])
  expect(await toRecord()).toBe(true)
  const entries = await query<{ event: string }>(
    service.databaseUrl,
    `select event from audit_entries where uid = '${uid}' order by seq desc limit 1`,
  )
  expect(entries).toMatchObject([{ event: 'policy_canceled' }])

  for (const day of ['2027', 'soon', plusDays(effective_date, -1), next.expiration_date])
    expect(await canceled({ effective_date: day })).toMatchObject({ status: 400 })
  const ended_on = plusDays(effective_date, 5)
  expect(await canceled({ effective_date: ended_on })).toMatchObject({ body: { status: 'taken' } })
  expect(await canceled({ effective_date: ended_on })).toMatchObject({ body: { status: 'repeated' } })
  expect(await toRecord()).toBe(false)
  expect(await policiesOf(service.app, uid)).toMatchObject([
    { end: { ended_on, end_reason: 'carrier', recorded_by: 'carrier:far' } },
  ])
  expect(await look()).toMatchObject({
    detail_status: 'bound',
    response_summary: `The policy ends at 12:01 a.m. local time on ${dayWords(ended_on)}, because it was canceled. It covers until then, and nothing from then on.`,
    policies: [{ policy_number: 'FAR-POL-1', ended_on, expiration_date: next.expiration_date }],
  })
  const third = {
    request_id,
    effective_date: next.expiration_date,
    expiration_date: plusYears(next.expiration_date, 1),
    annual_price: next.annual_price,
  }
  expect(await send('policy.renewed', third)).toMatchObject(contradicted)
  expect(await send('policy.renewed', { ...next, policy_number: 'FAR-POL-3' })).toMatchObject(contradicted)
  expect(await send('policy.renewal_offered', { request_id })).toMatchObject(contradicted)
  const renewals = (await ann.open('/desk/book')).text
  const recordedAs = (what: string) => renewals.split(`Here it is recorded as ${what}`).length - 1
  expect([recordedAs('not renewed.'), recordedAs('renewed until '), recordedAs('canceled.')]).toEqual([
    1, 2, 3,
  ])
  expect(renewals).toContain(
    `says that it renewed policy FAR-POL-1 until ${dayWords(renewedUntil)} for $1,529`,
  )
  const asked = [
    'If it renews the policy after all, choose',
    'A price or end that is recorded can’t be changed here.',
    'If the policy continues after all, an admin records that',
  ]
  expect(asked.map(words => renewals.split(words).length - 1)).toEqual([1, 2, 3])
  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('it is gone')
  const file = await auditFile(service.app, customer, 'stf_test')
  const paper = (await textOfPdf(await auditPdf(file, '#123456'))).replaceAll(/\s+/g, ' ')
  for (const words of [
    `Canceled: coverage ends on ${ended_on}. The carrier canceled it, recorded by The far carrier (carrier)`,
    'policy.canceled (Taken) {',
    '"reason": "Nonpayment"',
    'shown in place 1',
    'The price: Base price 1480.',
  ])
    expect(paper).toContain(words)
  const told = await query(service.databaseUrl, "select from emails where purpose = 'policy_canceled'")
  expect(told).toHaveLength(1)
  const { changes } = (await call(`${service.url}/api/agent/changes`, { key })).body
  const details = (changes as { detail_status: string | null }[]).map(({ detail_status }) => detail_status)
  expect(details.slice(-2)).toEqual(['bound', 'canceled'])
  const listed = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
  expect(listed.body.properties).toMatchObject([{ detail_status: 'canceled', waiting_on: 'nobody' }])
})
