import { afterAll, beforeAll, expect, test } from 'vitest'
import { descriptionWords } from '../../../src/agency/emails/rules/payment-description.ts'
import { paymentsOf } from '../../../src/agency/payments/payments.ts'
import { packPdf } from '../../../src/agency/policies/closing/pack.ts'
import type { PropertyEvidence } from '../../../src/agency/policies/evidence.ts'
import { lifeOf } from '../../../src/agency/policies/life/life.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { auditFile } from '../../../src/doors/desk/audit-file/audit-file.ts'
import { auditPdf } from '../../../src/doors/desk/audit-file/audit-pdf.ts'
import { searchPath } from '../../../src/doors/desk/book/search.ts'
import { readCustomer } from '../../../src/doors/desk/customer/customer.ts'
import { planRefund } from '../../../src/doors/desk/money/end-plan.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY, later } from '../../../src/platform/lib/clock.ts'
import { dayWords, plusDays, plusYears } from '../../../src/platform/values/calendar.ts'
import { homeFieldNames } from '../../../src/products/homeowners/application/fields.ts'
import { limitLabels } from '../../../src/products/homeowners/buying/coverage-rows.ts'
import { evidenceOf } from '../../../src/products/homeowners/buying/evidence.ts'
import type { HomeIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { emailFacts } from '../../../src/products/homeowners/quoting/email-facts.ts'
import { endPolicy } from '../../../src/products/line/aftersale/end-policy.ts'
import { askAboutPolicy } from '../../../src/products/line/aftersale/policy-requests.ts'
import { offerRenewal } from '../../../src/products/line/aftersale/renewals.ts'
import { shownLife } from '../../../src/products/line/aftersale/shown-life.ts'
import { listConsents } from '../../../src/products/line/record/consent-store.ts'
import { findIntake } from '../../../src/products/line/record/intakes.ts'
import type { ReviewedIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { buyersPolicy } from '../../../src/products/line/reviewed-purchase/portal/flow.ts'
import { tellReshopped } from '../../../src/products/line/reviewed-purchase/quoting/notify.ts'
import { lines } from '../../../src/products/lines.ts'
import { openRenewals } from '../../../src/products/renewal-job.ts'
import { umbrellaFieldNames } from '../../../src/products/umbrella/fields.ts'
import { underlyingIn } from '../../../src/products/umbrella/offer.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { englishIn } from '../../support/browser/spanish.ts'
import { call, getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { aCheckFor, STAFF, signIn } from '../../support/people/desk.ts'
import { asHomeowner, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { signedInOperator } from '../../support/people/signed-in-operator.ts'
import {
  bindAnswers,
  completeHousehold,
  readyToFinalize,
  umbrellaCall,
  untilStatus,
  yes,
} from '../../support/people/umbrella-applications.ts'
import { hiddenIn } from '../../support/people/visitor.ts'
import { runJob } from '../../support/runs/run-job.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off', STAFF_EMAILS: STAFF } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const bought = async () => {
  const email = newEmail()
  const { uid, homeowner } = await selectedHomeowner(service, key, { applicant: { email } })
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const [policy] = await policiesOf(service.app, uid)
  if (!policy) throw new Error('there is no policy')
  const subjects = async () => (await mailbox(service.url, email)).map(({ subject }) => subject)
  return { uid, email, homeowner, policy, subjects }
}

const ask = (uid: string, body: object) =>
  call(`${service.url}/api/agent/policies/requests`, { key, body: { uid, ...body } })

const changesOf = async (uid: string) => {
  const feed = await call(`${service.url}/api/agent/changes`, { key })
  return (feed.body.changes as { uid: string; waiting_on: string }[]).filter(change => change.uid === uid)
}

const lastChange = async (uid: string) => (await changesOf(uid)).at(-1)

test('what the carrier states when it agrees is in force from its day on: on evidence and at the API', async () => {
  const { uid, policy } = await bought()
  const ann = await signIn(service, service.url)
  const settle = async (kind: string, stated: Record<string, string>) => {
    await ask(uid, { kind, details: 'As the insured said.', request_confirmed: true })
    const [current] = await policiesOf(service.app, uid)
    const id = current?.requests.findLast(one => one.kind === kind)?.request_id
    await ann.open('/desk')
    return ann.send(`/desk/policy-requests/${id}`, { act: 'done', answer: 'It is changed.', ...stated })
  }
  const evidence = async () => {
    const [current] = await policiesOf(service.app, uid)
    if (!current) throw new Error('there is no policy')
    return evidenceOf(service.app, current)
  }
  const limit = async () =>
    (await evidence()).coverages.find(({ label }) => label === 'Dwelling (A)')?.dollars
  const before = await evidence()
  expect(before.version).toMatchObject({ number: 1, basis: 'issued' })
  const lender = { replaces_lender: 'none', lender_name: 'First Bank', loan_number: '77-1' }
  expect((await settle('lender', lender)).status).toBe(303)
  expect((await evidence()).mortgagees).toEqual([
    ...before.mortgagees,
    { name: 'First Bank', loan_number: '77-1' },
  ])
  expect((await settle('coverage', { effective_from: policy.effective_date })).status).toBe(400)
  const again = await settle('coverage', { dwelling_coverage: '500,000', new_price: '2,000' })
  expect(again.status).toBe(303)
  expect(await evidence()).toMatchObject({ annual_price: 2000, changed_since: [], version: { number: 3 } })
  expect(await limit()).toBe(500_000)
  const { body } = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
  expect(body.policies).toMatchObject([{ annual_price: 2000, state: 'scheduled' }])
  const next = await settle('lender', { replaces_lender: 'First Bank', lender_name: '' })
  expect([next.status, (await evidence()).mortgagees]).toEqual([303, before.mortgagees])
})

test('an operator’s request is previewed, filed once when confirmed, and told to the insured; the policy stays as it is', async () => {
  const { uid, email, policy } = await bought()
  const wanted_on = plusDays(policy.effective_date, 100)
  const preview = await ask(uid, { kind: 'cancellation', wanted_on })
  expect(preview.status).toBe(200)
  expect(preview.body).toMatchObject({
    preview: { kind: 'cancellation', wanted_on },
    requests: [],
    response_summary: expect.stringMatching(
      / as of \w+ \d.*About \$[\d,]+ of the yearly price.*Nothing was sent\.$/,
    ),
  })
  const lender = await ask(uid, { kind: 'lender', details: 'New lender: First Bank.' })
  expect(lender.body.response_summary).not.toMatch(/as of|About/)
  const { unused_premium } = preview.body.preview as { unused_premium: number }
  expect(unused_premium / policy.annual_price).toBeCloseTo(265 / 365, 1)
  const told = async () =>
    (await mailbox(service.url, email)).filter(
      ({ subject }) => subject === 'We received a request about your policy',
    )
  expect(await told()).toEqual([])

  const confirmed = { kind: 'cancellation', wanted_on, request_confirmed: true }
  const filed = await ask(uid, confirmed)
  expect(filed.body.requests).toMatchObject([{ kind: 'cancellation', status: 'open', asked_by: 'operator' }])
  const poll = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
  expect(poll.body).toMatchObject({
    waiting_on: 'staff',
    response_summary: expect.stringContaining('Its cancellation is requested.'),
  })
  expect(await lastChange(uid)).toMatchObject({ detail_status: 'bound', waiting_on: 'staff' })
  expect((await ask(uid, confirmed)).body.requests).toHaveLength(1)
  const asked = (await listEntries(service.app.db, uid)).filter(
    ({ event }) => event === 'policy_request_asked',
  )
  expect(asked).toHaveLength(1)
  expect((await told()).map(({ text }) => text)).toEqual([
    expect.stringContaining('You stay covered until the insurance company confirms the cancellation.'),
  ])
  const [same] = await policiesOf(service.app, uid)
  expect(same).toMatchObject({ end: null })
})

test('a request without a day or without words says what is missing, and only a key of this operator, line and mode reads it', async () => {
  const { uid, policy } = await bought()
  const codes = async (body: object) => {
    const { fields } = (await ask(uid, body)).body as { fields: { path: string; code: string }[] }
    return fields.map(({ path, code }) => `${path} ${code}`)
  }
  expect(await codes({ kind: 'cancellation' })).toEqual(['wanted_on required'])
  expect(await codes({ kind: 'lender' })).toEqual(['details required'])
  expect(await codes({ kind: 'cancellation', wanted_on: plusDays(policy.effective_date, -1) })).toEqual([
    'wanted_on out_of_range',
  ])
  expect(await codes({ kind: 'documents', details: 'x', policy_number: 'NO-1' })).toEqual([
    'policy_number not_in_enum',
  ])
  const stranger = await getKey(service.url, newEmail())
  const further = async (asked: object) =>
    String((await call(`${service.url}/api/agent/keys`, { key, body: asked })).body.api_key)
  const asks = (with_: string) =>
    call(`${service.url}/api/agent/policies/requests`, {
      key: with_,
      body: { uid, kind: 'documents', details: 'x' },
    })
  expect(await asks(stranger)).toMatchObject({ status: 404 })
  expect(await asks(await further({ name: 'Umbrella', scopes: ['umbrella'] }))).toMatchObject({
    status: 403,
    body: { error: 'insufficient_scope' },
  })
  expect(await asks(await further({ name: 'Tests', mode: 'test' }))).toMatchObject({
    status: 403,
    body: { error: 'live_key_required' },
  })
  expect(await asks(key)).toMatchObject({ status: 200 })
})

test('of two equal requests one is filed and told; different ones are all filed, at most five wait, and each request and answer is in the feed', async () => {
  const { uid, policy, subjects } = await bought()
  const before = (await changesOf(uid)).length
  const lender = { kind: 'lender', details: 'New lender: First Bank.', request_confirmed: true }
  const [one, two] = await Promise.all([ask(uid, lender), ask(uid, lender)])
  expect([one?.status, two?.status]).toEqual([200, 200])
  for (const details of ['Second Bank.', 'Third Bank.', 'Fourth Bank.', 'Fifth Bank.'])
    expect((await ask(uid, { ...lender, details })).status).toBe(200)
  expect((await policiesOf(service.app, uid))[0]?.requests).toHaveLength(5)
  const sixth = await ask(uid, { ...lender, details: 'Sixth Bank.' })
  expect(sixth).toMatchObject({ status: 409, body: { message: expect.stringContaining('5 requests') } })
  const ann = await signIn(service, service.url)
  const typed = { policy_number: policy.policy_number, kind: 'lender', details: 'Sixth Bank.' }
  const refused = await ann.send(`/desk/book/${uid}/requests`, typed)
  expect(refused.status).toBe(409)
  for (const words of ['Not saved', '5 requests', 'Sixth Bank.']) expect(refused.text).toContain(words)
  expect((await ask(uid, lender)).status).toBe(200)
  expect((await subjects()).filter(one => one === 'We received a request about your policy')).toHaveLength(5)
  const [request] = (await policiesOf(service.app, uid))[0]?.requests ?? []
  const settled = { act: 'done', answer: 'It is named.', replaces_lender: 'none' }
  expect((await ann.send(`/desk/policy-requests/${request?.request_id}`, settled)).status).toBe(303)
  const told = (await changesOf(uid)).slice(before).map(({ waiting_on }) => waiting_on)
  expect(told).toEqual(Array.from({ length: 6 }, () => 'staff'))
})

test('the insured asks on their page, staff send it on and answer, and the answer is read everywhere', async () => {
  const { uid, homeowner, policy, subjects } = await bought()
  const visitor = await signedInHomeowner(service, homeowner)
  const path = `/portal/policy/${policy.policy_id}/request`
  expect((await visitor.open('/portal/policy')).text).toContain(path)
  expect((await visitor.open(path)).text).toContain('name="_switch" value="es"')
  const sent = { kind: 'lender', wanted_on: '', details: 'New lender: First Bank, loan 42.' }
  const wrong = await visitor.send(path, { ...sent, details: '' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('What should change: describe it in your own words.')
  const typed = await visitor.send(path, { ...sent, kind: '', _switch: 'es' })
  expect(typed.text).toContain('<html lang="es">')
  expect(typed.text).toContain('>New lender: First Bank, loan 42.</textarea>')
  expect((await visitor.send(path, { ...sent, _language: 'en' })).text).toContain('Check your request')
  const checked = await visitor.send(path, { ...sent, confirmed: 'yes', _switch: 'en' })
  expect(checked.text).toContain('Check your request')
  expect(checked.text).toContain('name="details" value="New lender: First Bank, loan 42."')
  const changed = await visitor.send(path, { ...sent, confirmed: 'yes', change: 'yes' })
  expect(changed.text).toContain('>New lender: First Bank, loan 42.</textarea>')
  expect((await policiesOf(service.app, uid))[0]?.requests).toEqual([])
  const filed = await visitor.send(path, { ...sent, confirmed: 'yes' })
  expect(filed.location).toBe('/portal/policy?note=policy_request_sent')
  const [request] = (await policiesOf(service.app, uid))[0]?.requests ?? []
  if (!request) throw new Error('there is no request')

  const ann = await signIn(service, service.url)
  const desk = await ann.open(`/desk/work/${uid}`)
  expect(desk.text).toContain('New lender: First Bank, loan 42.')
  expect((await ann.open(`/desk/book/${uid}`)).text).toMatch(/<time [^>]+>[^<]+<\/time>, by the customer</)
  const door = `/desk/policy-requests/${request.request_id}`
  expect((await ann.send(door, { act: 'with_carrier' })).location).toBe('/desk?done=with_carrier')
  expect(await lastChange(uid)).toMatchObject({ waiting_on: 'carrier' })
  const answer = 'First Bank is now the first mortgagee.'
  expect(desk.text).toContain('<option value="none">None: it is added</option>')
  const done = { act: 'done', answer, replaces_lender: 'none' }
  expect((await ann.send(door, done)).location).toBe('/desk?done=done')
  expect((await ann.send(door, { act: 'declined', answer })).location).toBe('/desk?done=late')
  expect((await ann.open(`/desk/work/${uid}`)).text).not.toContain('loan 42')

  expect((await visitor.open('/portal/policy')).text).toContain(answer)
  expect((await ann.open(`/desk/book/${uid}`)).text).toContain(answer)
  const poll = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
  expect(poll.body.policies).toMatchObject([{ requests: [{ kind: 'lender', status: 'done', answer }] }])
  expect(await subjects()).toContain('Your policy was changed as requested')
  const settled = (await listEntries(service.app.db, uid)).filter(
    ({ event }) => event === 'policy_request_settled',
  )
  expect(settled.map(({ facts }) => facts)).toMatchObject([{ status: 'with_carrier' }, { status: 'done' }])
})

test('a lender or an owner is asked for in a form; staff read it in English, the insured in their language, and the policy stays as it is', async () => {
  const { uid, homeowner, policy } = await bought()
  const visitor = await signedInHomeowner(service, homeowner)
  const path = `/portal/policy/${policy.policy_id}/request`
  const home = await visitor.open('/portal/policy')
  for (const words of [`${path}?kind=lender`, `${path}?kind=named_insured`, 'it named no lender'])
    expect(home.text).toContain(words)
  expect((await visitor.open(path)).text).toContain(`href="${path}?kind=lender"`)
  const empty = hiddenIn((await visitor.open(`${path}?kind=lender`)).text)
  const wrong = await visitor.send(path, { ...empty, lender_name: ' ' })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('<a href="#lender_name">Lender’s name: Enter an answer.</a>')
  const typed = { ...empty, lender_name: 'Second <Bank>', loan_number: '42', _language: 'es' }
  const { text } = await visitor.send(path, typed)
  expect(englishIn(text, ['Bindery development agency'])).toEqual([])
  expect(text).toContain('<dt>Nombre del prestamista</dt><dd>Second &lt;Bank&gt;</dd>')
  const named = (await visitor.open(`${path}?kind=named_insured`)).text
  const owner = { ...hiddenIn(named), named_insureds: 'Ada Homeowner\nBo Park' }
  expect((await visitor.send(path, { ...owner, named_insureds: ' ' })).status).toBe(400)
  for (const sent of [typed, owner])
    expect((await visitor.send(path, { ...sent, confirmed: 'yes' })).location).toContain(
      'policy_request_sent',
    )
  const [after] = await policiesOf(service.app, uid)
  expect(after?.requests.map(({ kind, details }) => [kind, details])).toEqual([
    ['lender', 'Lender’s name: Second <Bank>\nLoan number: 42'],
    ['named_insured', 'Everyone the policy should name: Ada Homeowner, Bo Park'],
  ])
  expect(after).toMatchObject({ interests: policy.interests, insured: policy.insured })
})

test('an operator asks by field; staff record that the carrier agreed to exactly that, and evidence shows it', async () => {
  const { uid } = await bought()
  const change = { lender_name: 'Third Bank', loan_number: '33-3' }
  const wrong = await ask(uid, { kind: 'lender', change: { replaces_lender: 'No Bank' } })
  expect(wrong.body).toMatchObject({ fields: [{ path: 'change.replaces_lender' }] })
  const { body } = await ask(uid, { kind: 'lender', change })
  const details = 'Lender’s name: Third Bank\nLoan number: 33-3'
  expect(body).toMatchObject({ preview: { kind: 'lender', change, details }, requests: [] })
  const asked = await ask(uid, { kind: 'lender', change, request_confirmed: true })
  expect(asked.body.requests).toMatchObject([{ change, details, status: 'open' }])
  const [{ request_id } = { request_id: '' }] = asked.body.requests as { request_id: string }[]
  const ann = await signIn(service, service.url)
  expect((await ann.open(`/desk/work/${uid}`)).text).toContain('Exactly what was asked')
  const done = { act: 'done', answer: 'Third Bank is named.' }
  const path = `/desk/policy-requests/${request_id}`
  expect((await ann.send(path, { ...done, as_asked: 'yes', lender_name: 'Other' })).status).toBe(400)
  expect((await ann.send(path, { ...done, as_asked: 'yes' })).status).toBe(303)
  const [policy] = await policiesOf(service.app, uid)
  if (!policy) throw new Error('there is no policy')
  const { mortgagees, version } = await evidenceOf(service.app, policy)
  expect(mortgagees.at(-1)).toEqual({ name: 'Third Bank', loan_number: '33-3' })
  expect(version.basis).toBe('endorsement')
})

test('a cancellation is done only when staff record the carrier’s end of the policy; another day is a change in the feed', async () => {
  const { uid, policy } = await bought()
  const wanted_on = plusDays(policy.effective_date, 30)
  const ann = await signIn(service, service.url)
  await ann.open(`/desk/book/${uid}`)
  const recorded = await ann.send(`/desk/book/${uid}/requests`, {
    policy_number: policy.policy_number,
    kind: 'cancellation',
    wanted_on,
    details: '',
  })
  expect(recorded.location).toBe(`/desk/book/${uid}?done=requested`)
  const waiting = async () => (await policiesOf(service.app, uid))[0]?.requests[0]
  const { request_id = '' } = (await waiting()) ?? {}
  const refused = await ann.send(`/desk/policy-requests/${request_id}`, { act: 'done', answer: 'Canceled.' })
  expect(refused.status).toBe(400)
  expect(await waiting()).toMatchObject({ status: 'open', asked_by: 'staff' })
  const page = `/desk/money/customers/${uid}`
  const { nonce = '' } = hiddenIn((await ann.open(page)).text)
  const end = { kind: 'policy', policy: policy.policy_id, ended_by: 'insured', ends_on: wanted_on }
  const review = await ann.send(page, { ...end, nonce, refund: 'later', note: 'By phone.' })
  await ann.send(page, { ...hiddenIn(review.text), carrier_stated: 'yes' })
  expect(await waiting()).toMatchObject({ status: 'done' })
  const after = await ask(uid, { kind: 'lender', details: 'x' })
  expect(after.status).toBe(409)

  const before = (await changesOf(uid)).length
  const { nonce: next = '' } = hiddenIn((await ann.open(page)).text)
  const other = {
    ...end,
    ends_on: plusDays(wanted_on, 1),
    nonce: next,
    refund: 'later',
    note: 'A day later.',
  }
  await ann.send(page, { ...hiddenIn((await ann.send(page, other)).text), carrier_stated: 'yes' })
  expect((await policiesOf(service.app, uid))[0]?.end).toMatchObject({ ended_on: plusDays(wanted_on, 1) })
  expect((await changesOf(uid)).slice(before)).toMatchObject([{ detail_status: 'canceled' }])
})

test('a request that was read before the policy was canceled is not filed after it', async () => {
  const { uid, policy, subjects } = await bought()
  const asking = { line: lines.homeowners, asked_by: 'insured', actor: 'homeowner' } as const
  const wanted = {
    kind: 'lender',
    wanted_on: null,
    change: null,
    details: 'New lender: First Bank.',
  } as const
  await transact(service.app, inside =>
    endPolicy(inside, lines.homeowners.tell, policy, {
      ended_on: plusDays(policy.effective_date, 30),
      end_reason: 'insured',
      actor: 'staff:test',
    }),
  )
  const before = await subjects()
  const late = transact(service.app, inside => askAboutPolicy(inside, policy, wanted, asking))
  await expect(late).rejects.toMatchObject({ status: 409 })
  expect((await policiesOf(service.app, uid))[0]?.requests).toEqual([])
  expect(await subjects()).toEqual(before)
})

const newLinkIn = (text: string): string => String(/http[^<]*\/portal\/evidence\/\w+/.exec(text)?.[0])

test('operators and staff make links for lenders and see who opened them, other operators see nothing, and the insured is told of an operator’s link', async () => {
  const { uid, subjects } = await bought()
  const operator = await signedInOperator(service.url, key)
  const told = async () =>
    (await subjects()).filter(one => one === 'A link to your evidence of insurance was created').length
  const page = `/dashboard/requests/${uid}/lender-links`
  expect((await operator.open(`/dashboard/requests/${uid}`)).text).toContain(page)
  await operator.open(page)
  const url = newLinkIn((await operator.send(page, {})).text)
  expect(await told()).toBe(1)
  const shown = await fetch(url, { headers: { 'user-agent': 'Lender/2' } })
  expect(shown.status).toBe(200)
  expect(await shown.text()).toContain('Demonstration, not insurance')
  expect((await operator.open(page)).text).toContain('Lender/2')
  const [, off = ''] = new RegExp(`action="(${page}/\\w+)"`).exec((await operator.open(page)).text) ?? []

  const stranger = await signedInOperator(service.url, await getKey(service.url, newEmail()))
  await stranger.open('/dashboard')
  expect((await stranger.open(page)).status).toBe(404)
  expect((await stranger.send(off, {})).status).toBe(404)

  const ann = await signIn(service, service.url)
  const desk = `/desk/book/${uid}/lender-links`
  expect((await ann.open(`/desk/book/${uid}`)).text).toContain(desk)
  expect((await ann.open(desk)).text).toContain('Lender/2')
  const month = later(service.app.clock.now(), 60 * DAY)
    .toISOString()
    .slice(0, 7)
  for (const expires_on of ['2001-01-01', `${month}-99`, `${month}-zz`])
    for (const [visitor, path] of [
      [ann, desk],
      [operator, page],
    ] as const)
      expect((await visitor.send(path, { policy_number: '', expires_on })).status).toBe(400)
  const ours = newLinkIn((await ann.send(desk, { policy_number: '', expires_on: '' })).text)
  expect((await fetch(ours)).status).toBe(200)
  const seen = (await operator.open(page)).text
  expect(seen).toContain('The agency')
  expect(seen.split('Turn off this link')).toHaveLength(2)

  const [, ourId = ''] = new RegExp(`action="${desk}/(\\w+)"`).exec((await ann.open(desk)).text) ?? []
  for (const id of [ourId, 'lnk_none']) expect((await operator.send(`${page}/${id}`, {})).status).toBe(404)
  expect((await fetch(ours)).status).toBe(200)
  expect((await operator.send(off, {})).location).toBe(page)
  expect([(await fetch(url)).status, (await fetch(ours)).status]).toEqual([404, 200])
  const events = (await listEntries(service.app.db, uid)).map(({ event }) => event)
  expect(events.filter(event => event.startsWith('lender_link'))).toEqual([
    'lender_link_made',
    'lender_link_made',
    'lender_link_revoked',
  ])
  const { lender_links } = JSON.parse((await ann.open(`/desk/book/${uid}/audit.json`)).text)
  expect(lender_links).toMatchObject([{ made_by: 'operator', openings: [{ userAgent: 'Lender/2' }] }, {}])
  const made = await Promise.all(Array.from({ length: 5 }, () => operator.send(page, {})))
  expect(made.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 409])
  const lasting = newLinkIn(String(made.find(({ status }) => status === 200)?.text))
  expect(await told()).toBe(5)

  const { owner } = (await findIntake(service.app, { uid, line: 'homeowners' })) ?? {}
  const last = newLinkIn((await ann.send(desk, { policy_number: '', expires_on: '' })).text)
  const decide = (act: string) => ann.send(`/desk/operators/${owner}`, { act, note: 'For the test.' })
  const opened = async () => [(await fetch(lasting)).status, (await fetch(last)).status]
  await decide('suspended')
  expect(await opened()).toEqual([404, 200])
  await decide('approved')
  expect(await opened()).toEqual([200, 200])
  const all = [...(await ann.open(desk)).text.matchAll(new RegExp(`action="(${desk}/\\w+)"`, 'g'))]
  expect(all).toHaveLength(6)
  for (const [, each = ''] of all) await ann.send(each)
  expect(await opened()).toEqual([404, 404])
})

test('there is no evidence of insurance before the policy is bound', async () => {
  const { uid } = await selectedHomeowner(service, key)
  const operator = await signedInOperator(service.url, key)
  const { status, text } = await operator.open(`/dashboard/requests/${uid}/lender-links`)
  expect([status, text.includes('no evidence of insurance before the policy is bound')]).toEqual([409, true])
})

test('90 days before its end a policy’s renewal is due once; only the offer that was read is accepted, and it is renewed only as the carrier states', async () => {
  const { uid, email, homeowner, policy, subjects } = await bought()
  const { policy_id, expiration_date: due_on, annual_price } = policy
  const seen = async () =>
    (await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })).body
  expect(await seen()).toMatchObject({ waiting_on: 'nobody', policies: [{ life: 'active' }] })
  await runJob(service, openRenewals)
  expect((await seen()).policies).not.toMatchObject([{ renewal: {} }])

  service.pass(Date.parse(due_on) - service.app.clock.now().getTime() - 59 * DAY)
  key = await getKey(service.url, newEmail())
  await runJob(service, openRenewals)
  await runJob(service, openRenewals)
  expect((await policiesOf(service.app, uid))[0]?.renewals).toMatchObject([{ status: 'due', due_on }])
  const day = dayWords(due_on)
  expect((await subjects()).filter(one => one === `Your policy ends on ${day}`)).toHaveLength(1)
  const [renewal] = (await policiesOf(service.app, uid))[0]?.renewals ?? []

  const ann = await signIn(service, service.url)
  expect((await ann.open('/desk')).text).toContain(`Renewal due ${day}`)
  const door = `/desk/renewals/${renewal?.renewal_id}`
  const offer = { act: 'offer', period_to: plusYears(due_on, 1), valid_until: due_on }
  const reason = 'Roofs in your county are older than we thought.'
  expect((await ann.send(door, { ...offer, annual_price: 'soon' })).status).toBe(400)
  const book = `/desk/book/${uid}`
  const from = uid
  expect((await ann.send(door, { act: 'reopen', answer: 'x' })).location).toBe('/desk?done=late')
  await ann.send(door, { act: 'not_renewed', answer: 'The carrier left the county.' })
  const ended = await (await signedInHomeowner(service, homeowner)).open('/portal/policy')
  expect(ended.text).toContain('<p class="callout warning">This policy is not renewed.')
  expect((await ann.send(door, { ...offer, annual_price: '900' })).location).toBe('/desk?done=late')
  expect((await ann.open(book)).text).toContain(`The carrier looks again at the renewal due ${day}`)
  expect((await ann.send(door, { act: 'reshop', from })).location).toBe(`${book}?done=reshopped`)
  expect((await ann.send(door, { act: 'reshop', from })).location).toBe(`${book}?done=late`)
  const [, shopped = ''] = /New application (hom_\w+)/.exec((await ann.open(book)).text) ?? []
  const draft: HomeIntake | null = await findIntake(service.app, {
    uid: shopped,
    line: 'homeowners',
  })
  expect(draft).toMatchObject({ status: 'needs_more_info', consentId: null, submittedAt: null })
  expect(await listConsents(service.app.db, shopped)).toEqual([])
  const [copy] = draft?.application.homes ?? []
  expect(copy).toMatchObject({
    street: policy.location.lines[0],
    prior_carrier: policy.carrier,
    policy_expire: due_on,
    locked: [],
  })
  expect(copy?.policy_id).toBeUndefined()
  const stated = Object.keys(copy ?? {}).filter(name => homeFieldNames.some(known => known === name))
  const unsure = new Set(copy?.field_estimates.map(one => !one.confirmed_by_user && one.field))
  expect(stated.filter(name => !unsure.has(name))).toEqual([])
  const anew = await signedInHomeowner(service, asHomeowner(service, shopped))
  expect((await anew.open('/portal/answers')).text).toContain('We started this application for you.')
  if (draft) expect(await emailFacts(service.app, draft)).toMatchObject({ isOurs: true })
  expect((await ann.open(`/desk/book/${shopped}`)).text).toContain('Estimate from earlier application')
  expect(await subjects()).toContain(`Get new quotes before your policy ends on ${day}`)
  await ann.open(book)
  const again = { act: 'reopen', answer: 'The carrier is back.', from }
  expect((await ann.send(door, again)).location).toBe(`${book}?done=renewal_reopened`)
  expect((await policiesOf(service.app, uid))[0]?.renewals).toMatchObject([{ status: 'due', due_on }])
  expect((await subjects()).filter(one => one.endsWith('is looking at your renewal again'))).toHaveLength(1)
  expect((await ann.send(door, { act: 'renewed' })).location).toBe('/desk?done=late')
  const sent = await ann.send(door, { ...offer, annual_price: String(annual_price + 85), reason_1: reason })
  expect(sent.location).toBe('/desk?done=renewal_offered')

  const visitor = await signedInHomeowner(service, homeowner)
  const page = (await visitor.open('/portal/policy')).text
  expect(page.indexOf('Nothing is renewed until you accept.')).toBeLessThan(page.indexOf('Effective from'))
  expect(page).not.toContain('If you have an old policy')
  for (const words of [reason, '$85 more a year', 'Nothing is renewed yet.']) expect(page).toContain(words)
  const path = `/portal/policy/${policy_id}/request`
  expect((await visitor.open(`${path}?kind=renewal`)).text).toContain('$85 more a year')
  await visitor.send(path, { kind: 'renewal', confirmed: 'yes' })
  const accept = async () => visitor.send(path, hiddenIn((await visitor.open(`${path}?kind=renewal`)).text))
  const accepted = async () =>
    (await policiesOf(service.app, uid))[0]?.requests
      .filter(({ kind }) => kind === 'renewal')
      .map(({ status }) => status)
  expect(await accepted()).toEqual([])
  const read = hiddenIn((await visitor.open(`${path}?kind=renewal`)).text)
  expect((await accept()).location).toContain('policy_request_sent')
  expect(await accepted()).toEqual(['open'])
  expect((await policiesOf(service.app, uid)).map(one => lifeOf(one, service.app.clock.now()))).toEqual([
    'renewal_offered',
  ])

  const stale = { annual_price: String(annual_price + 85), period_to: offer.period_to }
  expect((await ann.open(`/desk/work/${uid}`)).text).toContain(
    `type="hidden" name="annual_price" value="${stale.annual_price}"`,
  )
  const payment = 'Two payments, in January and July.'
  const asRead = { annual_price: String(annual_price + 20), period_to: offer.period_to }
  await ann.send(door, { ...offer, ...asRead, bill_to: 'mortgagee_escrow', payment })
  expect(await accepted()).toEqual(['declined'])
  const unread = await visitor.send(path, read)
  expect(unread.text).toContain('The insurance company changed its offer. See the new one.')
  expect(unread.text).toContain('$20 more a year')
  expect(await accepted()).toEqual(['declined'])
  expect((await ann.send(door, { ...stale, act: 'renewed' })).location).toBe('/desk?done=late')
  const offered = (await visitor.open('/portal/policy')).text
  for (const words of ['gave no reason', payment, 'from your escrow account'])
    expect(offered).toContain(words)
  await accept()
  const policy_number = 'RENEWED-2'
  expect((await ann.open(`/desk/work/${uid}`)).text).toMatch(/name="policy_number"[^>]* value=""/)
  const recorded = await ann.send(door, { act: 'renewed', ...asRead, policy_number })
  expect(recorded.location).toBe('/desk?done=renewed')
  const agreed = (await visitor.open('/portal/policy')).text
  expect([agreed.includes('<dt>New price</dt>'), agreed.includes('Offered price')]).toEqual([true, false])
  const [before] = await policiesOf(service.app, uid)
  expect(before?.policy_number).toBe(policy.policy_number)
  expect(before && shownLife(before, service.app.clock.now())).toMatchObject({
    renewal: { policy_number, bill_to: 'mortgagee_escrow', payment },
  })
  expect(await accepted()).toEqual(['declined', 'done'])
  expect(await subjects()).toContain('Your policy was renewed')
  const links = `/desk/book/${uid}/lender-links`
  const made = await ann.send(links, { policy_number: '', expires_on: plusDays(due_on, 20) })
  const evidence = newLinkIn(made.text)
  const certified = async () => (await (await fetch(`${evidence}/evidence.json`)).json()) as PropertyEvidence
  const next = { effective_date: due_on, policy_number, annual_price: annual_price + 20 }
  const ahead = await certified()
  expect(ahead).toMatchObject({ expiration_date: due_on, next_period: next })
  expect(ahead.next_period).not.toHaveProperty('coverages')
  const lenders = await (await fetch(evidence)).text()
  for (const page of [lenders, (await visitor.open(`/portal/policy/${policy_id}/lender-links`)).text])
    expect(page).toContain(`The link works until ${dayWords(plusDays(due_on, 20))}.`)
  expect(lenders).toContain('This page does not certify them.')
  service.pass(70 * DAY)
  const over = await fetch(evidence)
  const returned = await signedInHomeowner(service, homeowner)
  const bob = await signIn(service, service.url)
  const unknown = 'the limits of the renewed period are not on record'
  expect([over.status, (await over.text()).includes(unknown)]).toEqual([409, true])
  const old = (await returned.open('/portal/policy')).text
  for (const words of [policy_number, 'These are the limits of the first period.', payment])
    expect(old).toContain(words)
  const searched = { sandbox: false, among: 'all', before: null } as const
  for (const number of [policy_number, policy.policy_number])
    expect((await bob.open(searchPath(service.app, { ...searched, text: number }))).text).toContain(uid)
  const limits = Object.fromEntries(
    limitLabels(policy.form, policy.state)
      .filter(({ label }) => policy.coverages.some(one => one.label === label))
      .map(({ name }, at) => [name, String(500_000 + at)]),
  )
  const { deductible: _, loss_of_use: __, ...few } = limits
  const gone = { act: 'details', dropped: 'loss_of_use', from }
  expect((await bob.send(door, { ...gone, loss_of_use: '1' })).status).toBe(400)
  await bob.send(door, { ...gone, ...few })
  expect((await fetch(evidence)).status).toBe(409)
  const asked = await returned.open(`/portal/policy/${policy_id}/lender-links`)
  expect(asked.text).toContain('so we cannot certify it')
  expect((await returned.open('/portal/policy')).text).toContain('These are the limits of the first period.')
  expect((await bob.send(door, { act: 'details', deductible: 'few', from })).status).toBe(400)
  const rest = await bob.send(door, { act: 'details', deductible: '2,500', from })
  expect(rest.location).toBe(`${book}?done=renewal_completed`)
  const shown = await certified()
  expect(shown).toMatchObject({
    policy_number,
    renewed_on: due_on,
    expiration_date: plusYears(due_on, 1),
    annual_price: annual_price + 20,
    payment: { bill_to: 'mortgagee_escrow', terms: [payment], paid_cents: 0, unpaid: [], scheduled: [] },
    replacement_cost: { dwelling_limit: 500_000 },
    dropped: ['Loss of use (D)'],
  })
  expect(shown.coverages.map(({ label }) => label)).not.toContain('Loss of use (D)')
  expect(shown).not.toHaveProperty('next_period')
  expect(shown.coverages[0]).toEqual({ label: 'Dwelling (A)', dollars: 500_000 })
  expect(shown.deductibles[0]).toEqual({ label: 'Deductible, each loss', dollars: 2500 })
  const printed = await textOfPdf(Buffer.from(await (await fetch(`${evidence}/evidence.pdf`)).arrayBuffer()))
  for (const words of [policy_number, `Renewed on ${day}`, '$500,000']) expect(printed).toContain(words)
  const current = (await returned.open('/portal/policy')).text
  for (const words of ['$500,000', 'The renewal dropped: Loss of use (D).']) expect(current).toContain(words)
  expect((await bob.send(`${book}/bound-email`)).location).toContain('done=')
  const resent = (await mailbox(service.url, email)).find(({ subject }) => subject === 'Your renewed policy')
  for (const words of [`$${(annual_price + 20).toLocaleString('en-US')} a year`, policy_number, 'escrow'])
    expect(resent?.text).toContain(words)
  expect(resent?.text).not.toContain('binder')
  const [renewed] = await policiesOf(service.app, uid)
  if (!renewed) throw new Error('there is no policy')
  const before70 = { now: () => later(service.app.clock.now(), -70 * DAY) }
  const early = await evidenceOf({ ...service.app, clock: before70 }, renewed)
  expect(early.next_period).toMatchObject({ ...next, coverages: shown.coverages, dropped: shown.dropped })
  const sheet = await packPdf('evidence.pdf', early, { brand: service.app.config.brand, now: new Date() })
  for (const words of [`Next period, from ${day}`, 'Not part of the renewed policy: Loss of use'])
    expect((await textOfPdf(sheet)).replaceAll(/\s+/g, ' ')).toContain(words)
  expect(shownLife(renewed, service.app.clock.now())).toEqual({
    life: 'renewed',
    state: 'active',
    starts_on: policy.effective_date,
    ends_on: plusYears(due_on, 1),
    expiration_date: plusYears(due_on, 1),
    annual_price: annual_price + 20,
  })
  const customer = await readCustomer(service.app, uid)
  if (!customer) throw new Error('there is no customer')
  const file = await auditFile(service.app, customer, 'stf_test')
  const audit = (await textOfPdf(await auditPdf(file, '#123456'))).replaceAll(/\s+/g, ' ')
  expect(audit).toContain(`${policy_number}, Renewed, recorded`)
  expect(audit).toContain(`${policy.policy_number}, ${policy.carrier}`)
  const afterItsEnd = { ...service.app, clock: { now: () => later(service.app.clock.now(), 730 * DAY) } }
  const terms = { annual_price, period_to: plusYears(due_on, 2), valid_until: null, reasons: [] }
  const settling = { line: lines.homeowners, actor: 'carrier:far' }
  await transact(afterItsEnd, inside => offerRenewal(inside, renewed, { ...settling, terms }))
  const tooLate = (await mailbox(service.url, email)).find(({ text }) =>
    text.includes(`coverage ended on ${dayWords(plusYears(due_on, 1))}`),
  )
  expect(tooLate?.text).toContain('If you want the offer, ')
  expect(tooLate?.text).not.toContain('accept the offer on your page')
})

test('an umbrella renewal is shopped again from answers that the buyer confirms anew; a renewed period shows its limits and is invoiced at most once', async () => {
  const operator = newEmail()
  const signedUp = async () => ({ url: service.url, key: await getKey(service.url, operator) })
  const at = await signedUp()
  const values = bindAnswers(service.app.clock.now())
  const { uid, email } = await readyToFinalize(at, { sandbox: false, carrier: 'Marrowby', values })
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  await untilStatus(at, uid, ['bound'])
  const policyOf = async () => {
    const [policy] = await policiesOf(service.app, uid)
    if (!policy) throw new Error('there is no policy')
    return policy
  }
  const { policy_id, carrier, annual_price, expiration_date: due_on } = await policyOf()
  const intake = completeHousehold({ email })
  const { body: early } = await umbrellaCall(at, 'draft', { intake })
  expect(early.message).toContain('Another one can start on the day on which it ends')

  service.pass(Date.parse(due_on) - service.app.clock.now().getTime() - 59 * DAY)
  const own = await signedUp()
  await runJob(service, openRenewals)
  const [renewal] = (await policyOf()).renewals
  const ann = await signIn(service, service.url)
  const book = `/desk/book/${uid}`
  const door = `/desk/renewals/${renewal?.renewal_id}`
  const { auto, home } = underlyingIn(await policyOf()) ?? {}
  expect((await ann.open(`/desk/work/${uid}`)).text).toContain(
    `Required when it was issued: auto ${auto}, home ${home}.`,
  )
  const required = `auto liability of at least ${auto} (in thousands of dollars) and home liability of at least ${home}.`
  const emailed = async (subject: string) =>
    (await mailbox(service.url, email)).find(one => one.subject === subject)?.text.replaceAll(/\s+/g, ' ')
  const dueEmail = await emailed(`Your policy ends on ${dayWords(due_on)}`)
  for (const words of [required, 'have changed since then, ']) expect(dueEmail).toContain(words)
  await ann.open(book)
  for (const done of ['reshopped', 'late'])
    expect((await ann.send(door, { act: 'reshop', from: uid })).location).toBe(`${book}?done=${done}`)
  const [, shopped = ''] = /New application (umb_\w+)/.exec((await ann.open(book)).text) ?? []
  const draft: ReviewedIntake | null = await findIntake(service.app, { uid: shopped, line: 'umbrella' })
  expect(draft).toMatchObject({ status: 'ready_for_review', consentId: null, submittedAt: null })
  expect(await listConsents(service.app.db, shopped)).toEqual([])
  const { household, purchase } = draft?.application ?? {}
  expect(purchase).toBeNull()
  expect(household).toMatchObject({ prior_carrier: carrier, effective_date: due_on, locked: [], email })
  const stated = umbrellaFieldNames.filter(name => household?.[name] !== undefined && name !== 'email')
  const unsure = household?.field_estimates.flatMap(one => (one.confirmed_by_user ? [] : one.field))
  expect(stated.filter(name => !unsure?.includes(name))).toEqual([])
  expect(household?.field_estimates.find(({ field }) => field === 'drivers_over_70')?.source).toBe(
    'service_model',
  )
  expect((await ann.open(`/desk/book/${shopped}`)).text).toContain('earlier application')
  const told = (await mailbox(service.url, email)).map(({ subject }) => subject)
  expect(told).toContain('Check your answers to get new umbrella insurance quotes')
  const tellTooOften = transact(service.app, async inside => {
    for (let times = 0; draft && times < 5; times++)
      await tellReshopped(inside, draft, { policy: await policyOf() })
  })
  await expect(tellTooOften).rejects.toMatchObject({ code: 'email_limit' })

  const seen = await umbrellaCall(own, 'draft', { uid: shopped, intake: { occupation: 'Baker' } })
  await umbrellaCall(own, 'quotes', {
    uid: shopped,
    review_token: seen.body.review_token,
    review_confirmed: true,
  })
  const { offers } = (await untilStatus(own, shopped, ['quoted'])).body
  const ready = (await mailbox(service.url, email)).find(({ text }) => text.includes('quotes for you. Open'))
  expect(ready?.text).toContain('We have new umbrella insurance quotes for you.')
  expect(ready?.text).not.toContain('Requested by')
  const [offer] = offers as { selection_token: string }[]
  const choose = (effective_date: string) =>
    umbrellaCall(own, 'select', {
      uid: shopped,
      selection_token: offer?.selection_token,
      selection_confirmed: true,
      credit_consent: yes,
      intake: { effective_date },
    })
  const buy = () => umbrellaCall(own, 'bind', { uid: shopped, bind_confirmed: true })
  expect(await choose(plusDays(due_on, -1))).toMatchObject({
    status: 409,
    body: { fields: [{ path: 'intake.address', code: 'property_purchased' }] },
  })
  await choose(due_on)
  expect((await buy()).status).toBe(200)

  const period = { annual_price: String(annual_price), period_to: plusYears(due_on, 1) }
  await ann.send(door, { act: 'offer', ...period })
  const offerEmail = await emailed(`${carrier} offers to renew your policy`)
  for (const words of [required, 'before you accept.']) expect(offerEmail).toContain(words)
  expect(await buyersPolicy(service.app, uid, lines.umbrella.limits)).toMatchObject({
    underlying: { auto, home },
  })
  await ann.send(door, { act: 'renewed', ...period })
  service.pass(60 * DAY)
  const bob = await signIn(service, service.url)
  const limit = async () => (await umbrellaCall(await signedUp(), 'status', { uid })).body.policy
  const parts = () => buyersPolicy(service.app, uid, lines.umbrella.limits)
  expect(await parts()).toMatchObject({ isLimitOld: true })
  expect((await bob.open(book)).text).toContain('Now: $2,000,000')
  const page = await bob.send(door, { act: 'details', from: uid, coverage_limit: '3,000,000' })
  expect(page.location).toBe(`${book}?done=renewal_completed`)
  expect(await parts()).toMatchObject({ isLimitOld: false })
  expect(await limit()).toMatchObject({ coverage_limit: 3_000_000 })
  expect((await policyOf()).policy_id).toBe(policy_id)

  const money = `/desk/money/customers/${uid}`
  expect((await bob.open(money)).text).not.toContain('Invoice for a renewed period')
  await bob.open(book)
  await bob.send(door, { act: 'details', from: uid, bill_to: 'insured' })
  expect((await bob.open(money)).text).toContain('The carrier stated no plan.')
  const today = service.app.clock.now().toISOString().slice(0, 10)
  const asked = { renewal: String(renewal?.renewal_id), invoiced: '0', due_on: plusDays(today, 10) }
  const send = (invoice_amount: string) => bob.send(`${money}/renewal`, { ...asked, invoice_amount })
  expect((await send(String(annual_price + 1))).status).toBe(400)
  expect((await send(String(annual_price))).location).toBe('/desk/money?done=renewal_invoiced')
  expect((await send('1')).location).toBe('/desk/money?done=late')
  const price = `$${annual_price.toLocaleString('en-US')}`
  const description = `Personal umbrella insurance from ${carrier}, renewal from ${dayWords(due_on)}`
  const payments = await paymentsOf(service.app, uid)
  const invoice = payments.find(one => descriptionWords(one.description).startsWith(description))
  expect(invoice).toMatchObject({ status: 'open', amount_cents: annual_price * 100, due_on: asked.due_on })
  expect((await parts())?.paid).toContainEqual({
    label: 'Next payment',
    words: `${price}, due by ${dayWords(asked.due_on)}`,
  })
  await bob.send(`${book}/bound-email`)
  const resent = (await mailbox(service.url, email)).find(
    one => one.subject === 'Your renewed umbrella policy',
  )
  for (const words of ['$3,000,000', `${price} a year`, 'You pay our agency.'])
    expect(resent?.text).toContain(words)
  await bob.open('/desk')
  await bob.send(`/desk/payments/${invoice?.payment_id}`, aCheckFor(invoice?.amount_cents ?? 0, '1001'))
  const ends_on = plusDays(due_on, 73)
  const canceled = {
    kind: 'policy',
    policy: policy_id,
    ended_by: 'insured',
    ends_on,
    note: 'The house was sold.',
  }
  const { cents } = await planRefund(service.app, uid, new URLSearchParams(canceled))
  const days = (Date.parse(period.period_to) - Date.parse(due_on)) / DAY
  expect(Math.abs(cents - (annual_price * 100 * (days - 73)) / days)).toBeLessThan(100)
})

test('an offer or a policy that ran out while no job ran for days is in the feed after it, once', async () => {
  const operator = newEmail()
  key = await getKey(service.url, operator)
  const { uid, policy } = await bought()
  const toldAfter = async (days: number) => {
    service.pass(Date.parse(policy.expiration_date) - service.app.clock.now().getTime() + days * DAY)
    await runJob(service, openRenewals)
    key = await getKey(service.url, operator)
    return (await changesOf(uid)).map(({ waiting_on }) => waiting_on)
  }
  const due = await toldAfter(-40)
  const valid_until = plusDays(policy.expiration_date, -30)
  const period_to = plusYears(policy.expiration_date, 1)
  const terms = { annual_price: 1_234, period_to, valid_until, reasons: [] }
  await transact(service.app, inside =>
    offerRenewal(inside, policy, { terms, line: lines.homeowners, actor: 'staff:test' }),
  )
  const lapsed = [...due, 'homeowner', 'staff']
  for (const days of [-15.4, -14.4]) expect(await toldAfter(days)).toEqual(lapsed)
  for (const days of [8.6, 9.6]) expect(await toldAfter(days)).toEqual([...lapsed, 'nobody'])
})

test('a renewal offer that expires waits on staff again, and a policy that ends unanswered on nobody, in its status, its row and once in the feed', async () => {
  const operator = newEmail()
  key = await getKey(service.url, operator)
  const { uid, policy, homeowner } = await bought()
  const passTo = async (days: number) => {
    service.pass(Date.parse(policy.expiration_date) - service.app.clock.now().getTime() + days * DAY)
    await runJob(service, openRenewals)
    key = await getKey(service.url, operator)
    const status = await call(`${service.url}/api/agent/homeowners/quotes`, { key, body: { uid } })
    const rows = await call(`${service.url}/api/agent/homeowners/dashboard?uid=${uid}`, { key })
    const [row] = rows.body.properties as { waiting_on: string; life: string }[]
    const told = (await changesOf(uid)).map(({ waiting_on }) => waiting_on)
    return { waits: [status.body.waiting_on, row?.waiting_on], life: row?.life, told }
  }
  const due = await passTo(-10)
  expect(due).toMatchObject({
    waits: ['staff', 'staff'],
    life: 'active',
    told: [...due.told.slice(0, -1), 'staff'],
  })
  const valid_until = plusDays(policy.expiration_date, -6)
  const period_to = plusYears(policy.expiration_date, 1)
  const terms = { annual_price: 1_234, period_to, valid_until, reasons: [] }
  await transact(service.app, inside =>
    offerRenewal(inside, policy, { terms, line: lines.homeowners, actor: 'staff:test' }),
  )
  // In the afternoon, when the job runs.
  const offered = { waits: ['homeowner', 'homeowner'], life: 'renewal_offered' }
  expect(await passTo(-5.4)).toEqual({ ...offered, told: [...due.told, 'homeowner'] })
  const lapsed = [...due.told, 'homeowner', 'staff']
  for (const days of [-4.4, -3.4])
    expect(await passTo(days)).toEqual({ waits: ['staff', 'staff'], life: 'active', told: lapsed })
  const desk = await signIn(service, service.url)
  expect((await desk.open(`/desk/work/${uid}`)).text).toContain(
    'The offer has expired. Ask the carrier for another',
  )
  const page = (await (await signedInHomeowner(service, homeowner)).open('/portal/policy')).text
  expect(page).toContain(`expired after ${dayWords(valid_until)}.`)
  expect([page.includes('Accept this offer'), page.includes('until you accept')]).toEqual([false, false])
  const told = [...lapsed, 'nobody']
  for (const days of [1, 2])
    expect(await passTo(days)).toEqual({ waits: ['nobody', 'nobody'], life: 'expired', told })
})
