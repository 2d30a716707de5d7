import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Signature } from '../../src/agency/carriers/contract/bind.ts'
import { momentIn } from '../../src/agency/policies/coverage-start.ts'
import { ordersOf } from '../../src/agency/policies/orders.ts'
import { policiesOf } from '../../src/agency/policies/policies.ts'
import { openPolicyDocument } from '../../src/agency/policies/policy-documents.ts'
import { stateOf } from '../../src/agency/policies/terms.ts'
import { DAY } from '../../src/platform/lib/clock.ts'
import { capitalized } from '../../src/platform/lib/name-words.ts'
import * as homeWords from '../../src/products/homeowners/application/consent-words.ts'
import { electronicRecords } from '../../src/products/line/record/consent.ts'
import * as umbrellaWords from '../../src/products/umbrella/consent-words.ts'
import { startCarrier, umbrellaOffer } from '../support/carriers/carrier-server.ts'
import { carriersFile } from '../support/carriers/carriers-file.ts'
import { query } from '../support/database/database.ts'
import { call, latestCode, mailbox, newEmail, requestCode } from '../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../support/people/homeowner-applications.ts'
import { asHomeowner } from '../support/people/homeowner-in-portal.ts'
import { connectAgent } from '../support/people/mcp-agent.ts'
import { startShopping } from '../support/people/shopper.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
  yes,
} from '../support/people/umbrella-applications.ts'
import { newVisitor } from '../support/people/visitor.ts'
import { until } from '../support/runs/until.ts'
import { serviceForThisTest, startTestService, type TestService } from '../support/servers/service.ts'

const AGENCY = 'Elm Street Agency'
const MAPLE = 'Maple Realty'
/** A carrier that collects documents and payment itself. */
const DIRECT = 'Marrowby'

let service: TestService
let key: string

const operatorKey = async (url: string): Promise<string> => {
  const email = newEmail()
  const otp = await requestCode(url, email)
  const body = { email, otp, organization_name: MAPLE }
  return String((await call(`${url}/api/agent/key/confirm`, { body })).body.api_key)
}

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', AGENCY_NAME: AGENCY } })
  key = await operatorKey(service.url)
})
afterAll(() => service.stop())

const at = () => ({ url: service.url, key })

const binderText = async ({ app }: TestService, uid: string): Promise<string> => {
  const [policy] = await policiesOf(app, uid)
  const document_id = policy?.documents[0]?.document_id ?? ''
  const binder = await openPolicyDocument(app, { uid, document_id })
  const pdf = await getDocumentProxy(new Uint8Array(binder?.content ?? Buffer.alloc(0)))
  return (await extractText(pdf)).text.join(' ').replaceAll(/\s+/g, ' ')
}

type Evidence = {
  purpose: string
  channel: string
  proof: string
  given_by: string
  version: string
  given_at: Date
}

/** What is on record about a purchase: the order, the consent behind it, and the binder that people read. */
const recordOf = async (where: TestService, uid: string) => {
  const [order] = await ordersOf(where.app, uid)
  if (!order) throw new Error('nothing was ordered')
  const [evidence] = await query<Evidence>(
    where.databaseUrl,
    'select purpose, channel, proof, given_by, version, given_at from consents where consent_id = $1',
    [order.signature_id],
  )
  if (!evidence) throw new Error('an order without evidence')
  return { signature: order.request.signature, order, evidence, binder: await binderText(where, uid) }
}

type Recorded = Awaited<ReturnType<typeof recordOf>>

/** Where the insured property is, as everything else on the binder. */
const momentOf = ({ order, evidence }: Pick<Recorded, 'order' | 'evidence'>): string =>
  momentIn(stateOf(order.terms), evidence.given_at)

const expectAttested = (
  { signature, order, evidence, binder }: Recorded,
  {
    name,
    ...expected
  }: Pick<Signature & { kind: 'operator_attestation' }, 'attested_by'> & {
    kind: string
    purpose: string
    version: string
    name: string
    sandbox: boolean
  },
): void => {
  const { kind, purpose, version, attested_by, sandbox } = expected
  expect(evidence).toMatchObject({ purpose, channel: kind, proof: kind, version })
  expect(signature).toEqual({
    kind,
    attested_by,
    attested_at: evidence.given_at.toISOString(),
    statement_version: version,
    ...(sandbox && { sandbox: true }),
  })
  expect(order.records_consent_id).toBeNull()
  expect(binder).toContain(
    `Ordered by ${attested_by} on behalf of ${name}. ${capitalized(attested_by)} stated on ${momentOf({ order, evidence })} that ${name} had confirmed the purchase to them`,
  )
  expect(binder).toContain(`Statement version ${version}`)
  expect(binder).toContain(`Record ${order.signature_id}`)
  expect(binder).not.toMatch(/\bsign/i)
}

const expectSigned = (
  { signature, order, evidence, binder }: Recorded,
  { purpose, version, name, sandbox }: { purpose: string; version: string; name: string; sandbox: boolean },
): void => {
  expect(evidence).toMatchObject({ purpose, channel: 'person', proof: 'portal_session', version })
  expect(signature).toEqual({
    kind: 'person',
    signed_name: name,
    signed_at: evidence.given_at.toISOString(),
    proof: 'portal_session',
    statement_version: version,
    ...(sandbox && { sandbox: true }),
  })
  expect(order.records_consent_id).not.toBeNull()
  expect(binder).toContain(`Signed electronically by ${name} `)
  expect(binder).toContain(momentOf({ order, evidence }))
  expect(binder).toContain(`Statement version ${version}`)
  expect(binder).not.toContain('on behalf of')
}

const { purchaseAttestation } = umbrellaWords
const attestedUmbrella = {
  purpose: purchaseAttestation.purpose,
  version: purchaseAttestation.version,
  name: 'Ada Buyer',
}

test('an operator’s live umbrella: the order, the binder and the email name the operator, and nobody is said to have signed', async () => {
  const { uid, email } = await readyToFinalize(at(), { sandbox: false, carrier: DIRECT })
  await umbrellaCall(at(), 'bind', { uid, bind_confirmed: true })
  const { body } = await untilStatus(at(), uid, ['bound'])
  const recorded = await recordOf(service, uid)
  expectAttested(recorded, {
    ...attestedUmbrella,
    kind: 'operator_attestation',
    attested_by: MAPLE,
    sandbox: false,
  })
  const { evidence, signature } = recorded
  expect(body.policy).toMatchObject({
    signature: {
      kind: 'operator_attestation',
      by: MAPLE,
      at: evidence.given_at.toISOString(),
      statement_version: signature.statement_version,
    },
  })
  const [told] = await mailbox(service.url, email)
  expect(told?.text).toContain(`${MAPLE} ordered it on your behalf and told us that you confirmed`)
  expect(told?.text).not.toMatch(/\bsign/i)
})

test('an operator’s umbrella through MCP is the operator’s word too, marked as a test in the sandbox', async () => {
  const agent = await connectAgent(`${service.url}/api/agent/mcp`, { authorization: `Bearer ${key}` })
  const { uid } = await readyToFinalize(at(), { carrier: DIRECT })
  const preview = await agent.use('umbrella_bind', { uid })
  expect(preview).toMatchObject({
    status: 'ready_to_finalize',
    statement: { version: purchaseAttestation.version, text: purchaseAttestation.words },
  })
  await agent.use('umbrella_bind', { uid, bind_confirmed: true })
  await untilStatus(at(), uid, ['bound'])
  await agent.close()
  const recorded = await recordOf(service, uid)
  expectAttested(recorded, {
    ...attestedUmbrella,
    kind: 'operator_attestation',
    attested_by: MAPLE,
    sandbox: true,
  })
  expect(recorded.binder).toContain('Test purchase, for no real person')
})

test('a shared key speaks for the agency', async () => {
  const shared = 'a-shared-key-of-the-agency-that-is-long-enough'
  const own = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', AGENCY_NAME: AGENCY, SHARED_KEYS: shared },
  })
  const there = { url: own.url, key: shared }
  const { uid } = await readyToFinalize(there, { carrier: DIRECT })
  await umbrellaCall(there, 'bind', { uid, bind_confirmed: true })
  await untilStatus(there, uid, ['bound'])
  const recorded = await recordOf(own, uid)
  expectAttested(recorded, {
    ...attestedUmbrella,
    kind: 'operator_attestation',
    attested_by: AGENCY,
    sandbox: true,
  })
})

const offersIn = (body: Record<string, unknown>) =>
  body.offers as { carrier: string; selection_token: string; offer_id: string }[]

const shopUmbrella = async (values: object = {}) => {
  const intake = completeHousehold({ ...bindAnswers(), ...values })
  const shopper = await startShopping(service.url, 'umbrella', { intake, sandbox: true })
  await shopper.confirmReview()
  const { body } = await shopper.untilAt('quoted')
  const offer = offersIn(body).find(({ carrier }) => carrier.includes(DIRECT))
  const choice = { selection_token: offer?.selection_token, selection_confirmed: true, credit_consent: yes }
  await shopper.select(choice)
  await shopper.bind({ bind_confirmed: true })
  return { shopper, email: intake.email }
}

test('a shopper’s umbrella is the word of their assistant', async () => {
  const { shopper } = await shopUmbrella()
  await shopper.untilAt('bound')
  const recorded = await recordOf(service, shopper.uid)
  expectAttested(recorded, {
    ...attestedUmbrella,
    kind: 'assistant_attestation',
    attested_by: 'the insured’s assistant',
    sandbox: true,
  })
  expect(recorded.evidence.given_by).toBe('shopper')
})

test('a shopper’s home in the sandbox is the word of their assistant, and nobody signs for the person', async () => {
  const shopper = await startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })
  await shopper.patch({ confirm_submission: true, credit_check_authorized: true })
  const [offer] = offersIn((await shopper.untilAt('quoted')).body)
  const { body } = await shopper.select({ offer_id: offer?.offer_id })
  const { version, words, purpose } = homeWords.purchaseAgreement
  expect(body).toMatchObject({ status: 'ready_to_finalize', statement: { version, text: words } })
  const { effective_date } = bindAnswers()
  await shopper.bind({ preview_token: body.preview_token, bind_confirmed: true, effective_date })
  await shopper.untilAt('bound')
  expectAttested(await recordOf(service, shopper.uid), {
    kind: 'assistant_attestation',
    purpose,
    version,
    attested_by: 'the insured’s assistant',
    name: 'Ada Homeowner',
    sandbox: true,
  })
})

test('a homeowner who signs in the portal is named as the one who signed', async () => {
  const { body } = await quotesCall(service.url, key, {
    intake: completeIntake(),
    credit_check_authorized: true,
  })
  const uid = String(body.uid)
  await untilQuoted(service.url, key, uid)
  const homeowner = asHomeowner(service, uid)
  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const { purpose, version } = homeWords.signatureDisclosures
  expectSigned(await recordOf(service, uid), { purpose, version, name: 'Ada Homeowner', sandbox: false })
})

/** A buyer in a browser, from the link to the signed page. */
const buyerOn = async (
  url: string,
  signUrl: string,
  { email, code }: { email: string; code(): Promise<string> },
) => {
  const visitor = newVisitor(url)
  const { pathname } = new URL(signUrl)
  await visitor.open(pathname)
  await visitor.send(`${pathname}/code`, { email })
  const asked = await visitor.open(`${pathname}?code`)
  const given = /<strong class="code">(\d{6})</.exec(asked.text)?.[1] ?? (await code())
  await visitor.send(`${pathname}/enter`, { email, code: given })
  const page = await visitor.open(pathname)
  const hidden = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
  return {
    page,
    path: pathname,
    visitor,
    fields: {
      token: hidden('token'),
      disclosures: 'yes',
      disclosures_version: hidden('disclosures_version'),
      electronic_records: 'yes',
      electronic_records_version: hidden('electronic_records_version'),
      signed_name: 'Ada Buyer',
    },
  }
}

const signedUmbrella = {
  purpose: umbrellaWords.signatureDisclosures.purpose,
  version: umbrellaWords.signatureDisclosures.version,
  name: 'Ada Buyer',
}

test('a live carrier that requires a signature gets the buyer’s own, after the code that only they received', async () => {
  const server = await startCarrier(0, quote_number => umbrellaOffer({ quote_number }))
  const far = {
    id: 'far',
    umbrella_url: server.url,
    umbrella_states: ['IL'],
    workflow: 'carrier_direct',
    requires_signature: true,
  }
  const own = await serviceForThisTest({
    env: { RATE_LIMITS: 'off', AGENCY_NAME: AGENCY, CARRIERS_FILE: carriersFile([far]) },
  })
  const there = { url: own.url, key: await operatorKey(own.url) }
  const values = { desired_coverage_limit: 1_000_000 }
  const { uid, email } = await readyToFinalize(there, { sandbox: false, carrier: 'far', values })
  const asked = await umbrellaCall(there, 'bind', { uid, bind_confirmed: true })
  expect(asked).toMatchObject({
    status: 200,
    body: {
      status: 'signature_needed',
      purchase_preview: { signature_required: true, annual_price: 380 },
      next_action: { operation: 'status' },
    },
  })
  const [invitation] = await mailbox(own.url, email)
  expect(invitation).toMatchObject({ subject: 'Your umbrella policy: sign to buy it' })
  expect(invitation?.text.replaceAll(/\s+/g, ' ')).toContain(
    'Nothing is due to us. The far carrier bills you, and tells you the amounts and the due dates.',
  )
  expect(new URL(String(invitation?.links[0])).pathname).toMatch(/^\/umbrella\/review\//)

  const signUrl = String(asked.body.sign_url)
  const stranger = newVisitor(own.url)
  const { pathname } = new URL(signUrl)
  expect((await stranger.open(pathname)).text).not.toContain('Sign to buy')
  const forged = await stranger.send(`${pathname}/sign`, { signed_name: 'Ada Buyer', disclosures: 'yes' })
  expect(forged.status).toBe(403)
  expect(server.orders).toEqual([])

  const code = () => until(() => latestCode(own.url, email))
  const buyer = await buyerOn(own.url, signUrl, { email, code })
  for (const words of [
    'Sign to buy your policy',
    'The far carrier',
    '$380',
    'Personal umbrella, each occurrence',
    umbrellaWords.signatureDisclosures.words,
    electronicRecords.words,
  ])
    expect(buyer.page.text).toContain(words)
  const { visitor, path, fields } = buyer
  for (const [changed, problem] of [
    [{ disclosures: '' }, 'Before you sign: Check the box'],
    [{ electronic_records: '' }, 'Electronic documents and signature: Check the box'],
    [{ signed_name: 'Ada Byer' }, 'Your signature: type your name as it appears'],
  ] as const) {
    const refused = await visitor.send(`${path}/sign`, { ...fields, ...changed })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(problem)
  }
  const stale = await visitor.send(`${path}/sign`, { ...fields, token: 'another' })
  expect(stale.status).toBe(409)
  expect((await umbrellaCall(there, 'status', { uid })).body.status).toBe('signature_needed')
  const tabs = await Promise.all([1, 2, 3].map(() => visitor.send(`${path}/sign`, fields)))
  expect(tabs.map(({ status }) => status).toSorted()).toEqual([303, 409, 409])

  await untilStatus(there, uid, ['bound'])
  const recorded = await recordOf(own, uid)
  expectSigned(recorded, { ...signedUmbrella, sandbox: false })
  expect(recorded.evidence.given_by).toBe('buyer')
  expect(server.orders.map(({ request }) => request.signature)).toEqual([recorded.signature])
  const bound = (await mailbox(own.url, email)).find(({ subject }) => subject.endsWith('is bound'))
  const [day] = momentOf(recorded).split(/, (?=\d+:)/)
  expect(bound?.text).toContain(`You signed for it on ${day}.`)
  expect((await visitor.open(path)).text).toContain(`Signed</dt><dd>By Ada Buyer, on ${day}`)
  await server.close()
})

test('in the sandbox a shopper’s umbrella can wait for the signature too, and the page shows the code', async () => {
  const { shopper, email } = await shopUmbrella({ jet_skis: 19 })
  const { body } = await shopper.untilAt('signature_needed')
  expect(body).toMatchObject({
    next_action: { operation: 'issues' },
    agent_instructions: expect.arrayContaining([expect.stringContaining('Never sign for them')]),
  })
  const noCode = () => Promise.reject(new Error('the page shows no code'))
  const buyer = await buyerOn(service.url, String(body.sign_url), { email, code: noCode })
  await buyer.visitor.send(`${buyer.path}/sign`, buyer.fields)
  await shopper.untilAt('bound')
  const recorded = await recordOf(service, shopper.uid)
  expectSigned(recorded, { ...signedUmbrella, sandbox: true })
  expect(recorded.binder).toContain('Test purchase, for no real person')
})

test('what waits for a signature can still change; what was signed before it does not count', async () => {
  const late = await serviceForThisTest({ env: { RATE_LIMITS: 'off' } })
  const there = { url: late.url, key: await operatorKey(late.url) }
  const { uid, email } = await readyToFinalize(there, { carrier: DIRECT, values: { jet_skis: 19 } })
  const { body } = await umbrellaCall(there, 'bind', { uid, bind_confirmed: true })
  const noCode = () => Promise.reject(new Error('the page shows no code'))
  const { visitor, path, fields } = await buyerOn(late.url, String(body.sign_url), { email, code: noCode })
  expect((await umbrellaCall(there, 'draft', { uid, intake: { motorcycles: 1 } })).body.status).toBe(
    'ready_for_review',
  )
  expect((await visitor.send(`${path}/sign`, fields)).status).toBe(409)

  const next = await readyToFinalize(there, { carrier: DIRECT, values: { jet_skis: 19 } })
  const asked = await umbrellaCall(there, 'bind', { uid: next.uid, bind_confirmed: true })
  const signUrl = String(asked.body.sign_url)
  const slow = await buyerOn(late.url, signUrl, { email: next.email, code: noCode })
  late.pass(6 * DAY)
  late.pass(3 * DAY)
  const renewed = String((await umbrellaCall(there, 'status', { uid: next.uid })).body.sign_url)
  const again = await buyerOn(late.url, renewed, { email: next.email, code: noCode })
  expect(again.page.text).toContain('The start date has passed, so you can’t sign this anymore.')
  expect(again.page.text).not.toContain('Sign and buy')
  const tried = await again.visitor.send(`${again.path}/sign`, slow.fields)
  expect(tried).toMatchObject({ status: 303, location: again.path })
  expect((await umbrellaCall(there, 'status', { uid: next.uid })).body.status).toBe('signature_needed')
})
