import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { isOrder } from '../../../src/agency/carriers/openapi/request-schemas.ts'
import { ordersOf } from '../../../src/agency/policies/orders.ts'
import { policiesOf } from '../../../src/agency/policies/policies.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { dayIn } from '../../../src/platform/lib/local-day.ts'
import { dayWords, plusDays } from '../../../src/platform/values/calendar.ts'
import { purchasePreview } from '../../../src/products/homeowners/buying/purchase-preview.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { endPolicy } from '../../../src/products/line/aftersale/end-policy.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import { lines } from '../../../src/products/lines.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { type CarrierServer, homeOffer, startCarrier } from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { query } from '../../support/database/database.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import {
  type Homeowner,
  quotedHomeowner,
  selectedHomeowner,
} from '../../support/people/homeowner-in-portal.ts'
import { anAnsweredRequest } from '../../support/people/policy-request.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { newVisitor, type Seen, type Visitor } from '../../support/people/visitor.ts'
import { jsonFile, license } from '../../support/servers/production.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let carrier: CarrierServer
let service: TestService
let key: string

beforeAll(async () => {
  carrier = await startCarrier(0, quote_number =>
    homeOffer({
      quote_number,
      fees: [{ label: 'Policy fee', amount_cents: 5_000 }],
      taxes: [{ label: 'State tax', amount_cents: 1_250 }],
    }),
  )
  const CARRIERS_FILE = carriersFile([{ id: 'far', url: carrier.url }], afterAll)
  const held = ['IL', 'OH', 'TX', 'AZ', 'OR'].map(state => license({ state, number: `${state}-77` }))
  const LICENSES_FILE = jsonFile(held, afterAll)
  service = await startTestService({
    env: { RATE_LIMITS: 'off', DEMO_CARRIERS: 'off', CARRIERS_FILE, LICENSES_FILE },
  })
})
afterAll(async () => {
  await service.stop()
  await carrier.close()
})
beforeEach(async () => {
  key = await getKey(service.url, newEmail())
})

const dayAhead = (days: number): string =>
  new Date(service.app.clock.now().getTime() + days * DAY).toISOString().slice(0, 10)

const signedIn = (homeowner: Homeowner): Promise<Visitor> => signedInHomeowner(service, homeowner)

const eventsOf = async (uid: string): Promise<string[]> =>
  (
    await query<{ event: string }>(
      service.databaseUrl,
      'select event from audit_entries where uid = $1 order by seq',
      [uid],
    )
  ).map(({ event }) => event)

describe('quotes that a homeowner shares', () => {
  const sharing = async () => {
    const quoted = await quotedHomeowner(service, key)
    const visitor = await signedIn(quoted.homeowner)
    await visitor.open('/portal/share')
    return { ...quoted, visitor }
  }
  const linkIn = ({ text }: Seen): string => /\/portal\/shared\/\w+/.exec(text)?.[0] ?? ''
  const created = async (visitor: Visitor): Promise<Seen> =>
    visitor.open(String((await visitor.send('/portal/share')).location))
  const stranger = (path: string): Promise<Seen> => newVisitor(service.url).open(path)

  test('show anyone with the link the offers, the choice and the agency’s license there, and nothing else about the person', async () => {
    const { uid, intake, homeowner, visitor } = await sharing()
    await homeowner.selectBest()
    const link = linkIn(await created(visitor))
    const seen = await stranger(link)
    expect(seen.status).toBe(200)
    expect(seen.text).toContain('Ada’s home insurance quotes')
    expect(seen.text).toContain('The home in Springfield')
    expect(seen.text).toContain('$1,480')
    expect(seen.text).toContain('Chosen')
    expect(seen.text).toContain('license IL IL-77')
    expect(seen.text).not.toContain('Recommended')
    expect(seen.text).not.toMatch(
      /<form(?! class="language")|<button(?![^>]*(?:popovertarget|name="language"))/,
    )
    const home = intake.home[0]
    for (const secret of ['Homeowner', intake.email, home?.street, home?.zip, uid])
      expect(seen.text).not.toContain(String(secret))
    expect(await eventsOf(uid)).toContain('quotes_shared')
  })

  test('are gone when the person stops, shares anew, after seven days, and with the application', async () => {
    const { uid, intake, homeowner, visitor } = await sharing()
    const first = linkIn(await created(visitor))
    const second = linkIn(await created(visitor))
    expect([(await stranger(first)).status, (await stranger(second)).status]).toEqual([410, 200])
    expect(linkIn(await visitor.open('/portal/share?created'))).toBe(second)
    expect((await stranger(second)).status).toBe(200)
    await visitor.open('/portal/share')
    expect((await visitor.send('/portal/share/stop')).location).toContain('sharing_stopped')
    expect((await stranger(second)).status).toBe(410)
    expect((await eventsOf(uid)).filter(event => /shar/.test(event))).toEqual([
      'quotes_shared',
      'quotes_shared',
      'sharing_stopped',
    ])
    const third = linkIn(await created(visitor))
    await homeowner.withdraw()
    const [told] = (await mailbox(service.url, intake.email)).filter(({ subject }) =>
      /withdrew/.test(subject),
    )
    expect(told?.text).toContain('You bought nothing and owe nothing.')
    expect((await stranger(third)).status).toBe(410)
    const late = await sharing()
    const fourth = linkIn(await created(late.visitor))
    service.pass(7 * DAY - 60_000)
    expect((await stranger(fourth)).status).toBe(200)
    service.pass(60_000)
    expect((await stranger(fourth)).status).toBe(410)
  })

  test('cannot be shared by someone who is not signed in', async () => {
    const { visitor } = await sharing()
    visitor.jar.delete('portal')
    expect((await visitor.send('/portal/share')).status).toBe(403)
  })
})

test('the price is shown as the parts that the carrier named, and the only quote is not recommended', async () => {
  const { homeowner } = await quotedHomeowner(service, key)
  const { text } = await (await signedIn(homeowner)).open('/portal/quotes')
  expect(text).not.toContain('Recommended')
  expect(text).toContain('What $1,480 a year pays for')
  expect(text).toContain(
    'Price before fees and taxes: $1,417.50. Policy fee: $50. State tax: $12.50. Price a year: $1,480.',
  )
})

test('the person who signs sees the whole application, and the order names every owner and interest, or says whom the carrier may not insure', async () => {
  const { uid, homeowner, intake } = await quotedHomeowner(service, key, {
    home: {
      deductible_preference: 1500,
      ownership: 'trust',
      ownership_name: 'The Park Trust',
      loans: [{ lender_name: 'First Bank', rank: 1, escrow: true }],
      claims_last_5_years: 1,
      losses: [{ date: '2024-05-01', cause: 'wind_hail', amount_paid: 4000, open: false }],
    },
    applicant: {
      co_applicants: [{ full_name: 'Bo Park', birthday: '1981-02-03' }],
      mailing_address: 'PO Box 7, Springfield, IL 62704',
    },
  })
  await homeowner.selectBest()
  const visitor = await signedIn(homeowner)
  const { text: review } = await visitor.open('/portal/review')
  expect(review).toMatch(/Deductible you’d like<\/h4><div><p class="answer">\$1,500/)
  expect(review.split('The policy you chose from The far carrier has a deductible of $1,000.')).toHaveLength(
    2,
  )
  await homeowner.confirmAll()
  const { text } = await visitor.open('/portal/sign')
  expect(text).toContain('<details class="known" id="application" open><summary>Your application</summary>')
  expect(text).toContain('<p>Homeowners policy (HO-3)</p>')
  for (const [label, words] of [
    ['Your full name', 'Ada Homeowner'],
    ['Your date of birth', 'April 12, 1980'],
    ['Other owners', 'Full name: Bo Park, Date of birth: February 3, 1981'],
    ['Mailing address', 'PO Box 7, Springfield, IL 62704'],
    ['Name of the trust or company', 'The Park Trust'],
    ['Loans', 'Lender: First Bank, Rank: 1, Escrow: Yes'],
    ['Losses', 'Date: May 1, 2024, Cause: Wind or hail, Amount paid: $4,000, Open: No'],
    ['Deductible you’d like', '$1,500'],
  ])
    expect(text).toContain(`<dt>${label}</dt><dd>${words}</dd>`)
  expect(text).toContain('The far carrier may not insure the other owners on your application: Bo Park.')
  const escrow = 'This bill does not go to the lender, so tell the lender about this policy.'
  expect(text).toContain(escrow)
  const preview = await purchasePreview(service.app, await readOwnIntake(service.app, homeowner.caller, uid))
  expect(preview?.purchase_preview.purchases[0]?.payment.summary).toContain(escrow)
  const [ready] = (await mailbox(service.url, intake.email)).filter(mail => mail.subject.includes('ready'))
  expect(ready?.text).toContain('You told us that a lender pays from escrow.')
  await homeowner.sign()
  await homeowner.untilAt('bound')
  const [policy] = await policiesOf(service.app, uid)
  expect(policy).not.toHaveProperty('other_insureds')
  expect(policy?.interests).toEqual([
    { label: 'First mortgagee', lines: ['First Bank'] },
    { label: 'Title holder', lines: ['The Park Trust', 'A trust'] },
    { label: 'Other owners on the application', lines: ['Bo Park'] },
  ])
  expect((await visitor.open('/portal/policy')).text).toMatch(
    /Insured: Ada Homeowner\.[\s\S]+not named by the company: Bo Park\.[\s\S]+“Add or remove an owner”/,
  )
  const [order] = await ordersOf(service.app, uid)
  expect(order?.request).toMatchObject({
    insured: { mailing_address: 'PO Box 7, Springfield, IL 62704' },
    applicants: [
      { role: 'applicant', full_name: 'Ada Homeowner' },
      { role: 'co_applicant', full_name: 'Bo Park', birthday: '1981-02-03' },
    ],
    interests: [
      { kind: 'mortgagee', name: 'First Bank', rank: 1, escrow: true },
      { kind: 'title_holder', name: 'The Park Trust' },
    ],
    sources: { 'interests[0].name': { kind: 'operator' } },
  })
  expect(order?.request).not.toHaveProperty('contract')
  expect(carrier.orders.at(-1)?.request).toEqual(order?.request)
  expect(isOrder(order?.request)).toBe(true)

  const links = `/portal/policy/${policy?.policy_id}/lender-links`
  await visitor.open(links)
  const made = await visitor.send(links, {})
  expect(made.location).toBe(`${links}?created`)
  const { text: shown } = await visitor.open(String(made.location))
  const url = String(/http[^<]*\/portal\/evidence\/\w+/.exec(shown)?.[0])
  const lender = await fetch(url, { headers: { 'user-agent': 'Lender/1' } })
  expect(lender.headers.get('x-robots-tag')).toContain('noindex')
  expect(lender.headers.get('cache-control')).toBe('no-store')
  const page = await lender.text()
  expect(page).toContain('license IL IL-77')
  const evidence = await (await fetch(`${url}/evidence.json`)).json()
  expect(evidence).toMatchObject({
    insureds: ['Ada Homeowner'],
    other_owners: ['Bo Park'],
    title_holder: 'The Park Trust',
    mortgagees: [{ name: 'First Bank', rank: 1, escrow: true }],
    deductibles: [{ label: 'Deductible, each loss', dollars: 1000 }],
    payment: { paid_cents: 0 },
    replacement_cost: { rule: 'replacement_cost' },
    illustrative: false,
  })
  const files = ['evidence.pdf', 'payment.pdf']
  const read = await Promise.all(
    files.map(async file => textOfPdf(Buffer.from(await (await fetch(`${url}/${file}`)).arrayBuffer()))),
  )
  expect(read[0]).toContain('First mortgagee')
  expect(read[0]).toContain('Loan number: Not stated')
  expect(read[1]).toContain('Premium statement')
  for (const words of [page, JSON.stringify(evidence), ...read]) {
    expect(words).not.toContain(intake.email)
    expect(words).not.toMatch(/1980|1981-02-03|PO Box 7/)
  }
  const { text: log } = await visitor.open(links)
  expect(log).toContain('Opened 4 times.')
  expect(log).toContain('Lender/1')
  const stored = await query(service.databaseUrl, 'select * from lender_links where uid = $1', [uid])
  expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-1))
  const [, off = ''] = new RegExp(`action="(${links}/\\w+)"`).exec(log) ?? []
  const other = await signedIn((await quotedHomeowner(service, key)).homeowner)
  await other.open('/portal/quotes')
  expect((await other.send(off, {})).status).toBe(404)
  expect((await visitor.send(off, {})).location).toContain('lender_link_off')
  const gone = await fetch(url)
  const never = await fetch(`${url}x`)
  expect([gone.status, never.status]).toEqual([404, 404])
  const sentence = 'This link has expired, was turned off, or was never valid.'
  for (const one of [gone, never]) expect(await one.text()).toContain(sentence)

  const told = async () => (await notesOf(service.app, uid)).map(({ words }) => words)
  const end = { ended_on: dayAhead(20), end_reason: 'insured', actor: 'staff:test' } as const
  const ended = () =>
    transact(service.app, async inside => {
      const [current] = await policiesOf(inside, uid)
      if (current) await endPolicy(inside, lines.homeowners.tell, current, end)
    })
  await ended()
  await ended()
  const [note, ...more] = await told()
  expect(more).toEqual([])
  expect(note).toContain('Tell the lender: First Bank. No address is on record')
  expect(note).toContain('We have not told it.')
  expect(note).toContain(`Coverage ends on ${dayWords(end.ended_on)}`)
})

test('a policy that named no lender, and to which one was added later, leaves a follow-up to tell it when the policy ends', async () => {
  const { uid, homeowner } = await selectedHomeowner(service, key)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  await anAnsweredRequest(service, uid)
  const end = { ended_on: dayAhead(20), end_reason: 'insured', actor: 'staff:test' } as const
  await transact(service.app, async inside => {
    const [policy] = await policiesOf(inside, uid)
    if (policy) await endPolicy(inside, lines.homeowners.tell, policy, end)
  })
  expect((await notesOf(service.app, uid)).map(({ words }) => words)).toEqual([
    expect.stringMatching(/^Tell the lender\. The policy named none when it was issued.*\n\nPolicy FAR-POL-/),
  ])
})

describe('proof of insurance for a lender', () => {
  const insured = async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key)
    await homeowner.sign()
    const { homes } = await homeowner.untilAt('bound')
    const visitor = await signedIn(homeowner)
    const page = await visitor.open('/portal/policy')
    const policy = homes[0]?.policy?.policy_id ?? ''
    const send = (to: string, id = policy) =>
      visitor.send('/portal/lender', { policy: id, [`lender.${id}`]: to })
    return { uid, page, policy, send, visitor }
  }

  test('is emailed as a link to the evidence that names the last of its 30 days, and recorded without the lender’s address', async () => {
    const { uid, page, policy, send, visitor } = await insured()
    expect(page.text).toContain('Coverage starts in 10 days.')
    expect(await send('nobody')).toMatchObject({ status: 400 })
    const lender = newEmail()
    expect((await send(lender)).location).toContain('evidence_sent')
    const [mail, ...more] = await mailbox(service.url, lender)
    expect(more).toEqual([])
    expect(mail?.text).toContain('Ada Homeowner asked us to send you evidence of insurance')
    const link = String(mail?.links.find(one => one.includes('/portal/evidence/')))
    const { text: list } = await visitor.open(`/portal/policy/${policy}/lender-links`)
    const lastDay = plusDays(dayIn('IL', service.app.clock.now()), 30)
    const evidence = await (await fetch(link)).text()
    for (const words of [evidence, list])
      expect(words).toContain(`The link works until ${dayWords(lastDay)}.`)
    expect(evidence).toContain('The agency does not collect the premium of this policy')
    expect(evidence).not.toContain('Received by the agency')
    const file = await fetch(`${link}/evidence.pdf`)
    expect(file.headers.get('content-type')).toBe('application/pdf')
    expect((await file.text()).slice(0, 5)).toBe('%PDF-')
    const chain = await query(service.databaseUrl, 'select facts from audit_entries where uid = $1', [uid])
    expect(JSON.stringify(chain)).toContain(policy)
    expect(JSON.stringify(chain)).not.toContain(lender)
    service.pass(31 * DAY)
    expect((await fetch(link)).status).toBe(404)
  })

  test('goes out five times a day for one application, to whomever, and only for its own policy', async () => {
    const { policy, send, uid } = await insured()
    const other = await insured()
    expect((await other.send(newEmail(), policy)).status).toBe(404)
    const lenders = Array.from({ length: 6 }, newEmail)
    const answers: number[] = []
    for (const lender of lenders) answers.push((await send(lender)).status)
    expect(answers).toEqual([303, 303, 303, 303, 303, 400])
    expect(await mailbox(service.url, String(lenders.at(-1)))).toEqual([])
    expect((await eventsOf(uid)).filter(event => event === 'evidence_sent')).toHaveLength(5)
  })
})

test('who signs what has changed since gets the page with no box checked and no name', async () => {
  const { homeowner } = await selectedHomeowner(service, key)
  const visitor = await signedIn(homeowner)
  await visitor.open('/portal/sign')
  const { status, text } = await visitor.send('/portal/sign', {
    token: 'of-another-version',
    effective_date: String((await homeowner.view()).signing?.latest_date),
    signed_name: 'Ada Homeowner',
    disclosures: 'yes',
    electronic_records: 'yes',
  })
  expect(status).toBe(409)
  expect(text).not.toMatch(/type="checkbox"[^>]* checked/)
  expect(text).toMatch(/name="signed_name"[^>]* value=""/)
})

test('a start that leaves a gap before it, or an overlap, is named with the home and both days before anyone signs', async () => {
  const policy_expire = dayAhead(30)
  const { uid, homeowner } = await selectedHomeowner(service, key, { home: { policy_expire } })
  const visitor = await signedIn(homeowner)
  const page = await visitor.open('/portal/sign')
  expect(page.text).not.toContain('isn’t covered')
  const hidden = (name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? ''
  const signed = (effective_date: string, checked_start: string) =>
    visitor.send('/portal/sign', {
      token: hidden('token'),
      effective_date,
      checked_start,
      signed_name: 'Ada Homeowner',
      disclosures: 'yes',
      disclosures_version: hidden('disclosures_version'),
      electronic_records: 'yes',
      electronic_records_version: hidden('electronic_records_version'),
    })
  const late = await signed(dayAhead(40), hidden('checked_start'))
  expect(late.status).toBe(200)
  expect(late.text).toContain(`expires on ${dayWords(policy_expire)}`)
  expect(late.text).toContain('isn’t covered in between')
  expect((await signed(dayAhead(20), dayAhead(40))).text).toContain('You pay for both in between')
  expect(await policiesOf(service.app, uid)).toEqual([])
  expect((await signed(dayAhead(20), dayAhead(20))).status).toBe(303)
})

test('who has no policy now says so: no day is guessed in its place', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key)
  await homeowner.selectBest()
  const visitor = await signedIn(homeowner)
  const page = await visitor.open('/portal/review')
  const [, token = ''] = /name="token" value="([^"]*)"/.exec(page.text) ?? []
  const name = 'home[0].policy_expire'
  expect(page.text).toContain(`name="${name}.none"`)
  const sent = await visitor.send('/portal/review/correct', { token, [`${name}.none`]: 'yes', [name]: '' })
  expect(sent.status).toBe(303)
  const { application } = await readOwnIntake(service.app, homeowner.caller, uid)
  expect(application.homes[0]).not.toHaveProperty('policy_expire')
  expect(application.homes[0]).toMatchObject({ continuously_insured: 0 })
})
