import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'
import { pngLogo } from '../../../test/support/browser/brand.ts'
import { versionsOf } from '../../../test/support/people/versions-of.ts'
import { surplusNotices } from '../rules/notices.ts'
import { binderPdf } from './binder.ts'
import { endNotice, hasEnded } from './life/policy-end.ts'
import { binderEnds, binderNumber } from './policies.ts'
import type { IssuedFacts } from './terms.ts'

const facts: IssuedFacts = {
  policy_id: 'pol_test',
  policy_number: 'CED-0000000001',
  product: 'Homeowners insurance',
  form: 'HO-3',
  carrier: 'Cedar Mutual',
  producer: { name: 'Elm Agency', license: null, phone: null },
  insured: {
    full_name: 'José Luczak',
    email: 'jose@example.com',
    birthday: '1980-04-12',
    address: { street: '1 Elm Street', city: 'Springfield', state: 'IL', zip: '62704' },
  },
  location: { label: 'Insured location', lines: ['9 Lake Road', 'Peoria, IL 61602'] },
  interests: [],
  coverages: [
    { label: 'Dwelling (A)', amount: '$400,000' },
    { label: 'Deductible, each loss', amount: '$1,000' },
  ],
  quote_number: 'CED-1',
  signature: {
    kind: 'person',
    signed_name: 'José Luczak',
    signed_at: '2026-01-01T23:59:30.000Z',
    proof: 'portal_session',
    statement_version: '2026-11-01',
    consent_id: 'cns_test',
  },
  sandbox: false,
  effective_date: '2026-02-01',
  effective_at: '2026-02-01T06:01:00.000Z',
  expiration_date: '2027-02-01',
  annual_price: 1480,
  issued_at: '2026-01-02T00:00:05.000Z',
  binder_number: 'BND-0000000001',
  binder_ends: '2026-05-02',
}

const PLAIN = { logo: null, color: null }

const named = (full_name: string): Partial<IssuedFacts> => ({
  insured: { ...facts.insured, full_name },
  signature: {
    kind: 'person',
    signed_name: full_name,
    signed_at: '2026-01-01T23:59:30.000Z',
    proof: 'portal_session',
    statement_version: '2026-11-01',
    consent_id: 'cns_test',
  },
})

const fontsIn = (pdf: Buffer): string[] => [
  ...new Set(
    [...pdf.toString('latin1').matchAll(/BaseFont \/(?:[A-Z]+\+)?([\w-]+)/g)].map(([, name]) => String(name)),
  ),
]

const read = async (changed: Partial<IssuedFacts> = {}, notice: string | null = null) => {
  const written = await binderPdf({ ...facts, ...changed }, PLAIN, notice)
  const fonts = fontsIn(written)
  const pdf = await getDocumentProxy(new Uint8Array(written))
  const { text, totalPages } = await extractText(pdf)
  return { text: text.join('\n'), pages: text, totalPages, pdf, fonts, meta: await getMeta(pdf) }
}

/** The binder that many tests compare with, written once. */
let plain: ReturnType<typeof read> | undefined
const readPlain = () => {
  plain ??= read()
  return plain
}

test('a binder says who, what, where, when, for how much, and who signed', async () => {
  const { text, totalPages } = await readPlain()
  expect(totalPages).toBe(1)
  for (const words of [
    'Homeowners insurance binder',
    'Policy number CED-0000000001',
    'José Luczak',
    '1 Elm Street',
    '9 Lake Road',
    'Effective from February 1, 2026, 12:01 a.m. CST',
    'to February 1, 2027, 12:01 a.m.',
    'Number BND-0000000001',
    'Ends May 2, 2026, 12:01 a.m.',
    'Form HO-3',
    'Elm Agency',
    'Dwelling (A)',
    '$400,000',
    'Total price for the year',
    '$1,480',
    'January 1, 2026, 5:59 p.m. CST',
    'January 1, 2026, 6:00 p.m. CST',
    'Signed electronically by José Luczak',
    'Statement version 2026-11-01',
    'Record cns_test',
  ])
    expect(text).toContain(words)
  expect(text).not.toContain('SANDBOX')
  expect(text).not.toContain('1980')
  expect(text).not.toContain('UTC')
  expect(text).not.toMatch(/cancel/i)
})

test('a binder of a surplus lines insurer prints the state’s notices, others none', async () => {
  const notices = surplusNotices({ line: 'homeowners', state: 'FL' }).map(({ text }) => text)
  const printed = (text: string) => text.replaceAll(/\s+/g, ' ')
  const { text } = await read({ surplus_lines: notices })
  expect(notices).toHaveLength(2)
  for (const notice of notices) expect(printed(text)).toContain(notice)
  expect((await readPlain()).text).not.toContain('Surplus lines')
})

test('a binder names every owner, and each interest with all that is known of it', async () => {
  const lender = ['First Bank ISAOA', '9 Bank Street, Peoria, IL 61602', 'Loan 77-1']
  const { text } = await read({
    other_insureds: ['Bo Park', 'Cy Park'],
    interests: [
      { label: 'First mortgagee', lines: lender },
      { label: 'Title holder', lines: ['The Park Trust'] },
    ],
  })
  for (const words of ['Bo Park', 'Cy Park', 'First mortgagee', ...lender, 'The Park Trust'])
    expect(text).toContain(words)
})

test('a binder says what is paid when, and to whom, if it is known', async () => {
  const words = [
    '$375.25 is due at purchase, to Elm Agency.',
    'Then $375.25 due 90 days after the start date.',
  ]
  const billing = { bill_to: 'insured', plan_id: 'quarterly', due_cents: 37_525, payment_id: null } as const
  const { text } = await read({ billing: { ...billing, words } })
  for (const sentence of words) expect(text.replaceAll(/\s+/g, ' ')).toContain(sentence)
  expect((await read({ billing })).text).not.toContain('Payment')
  const invoiced = await read({ billing: { ...billing, words, due_on: '2026-01-12' } })
  const owed = invoiced.text.replaceAll(/\s+/g, ' ')
  expect(owed).toContain(`$375.25 is invoiced and due by January 12, 2026, to Elm Agency. ${words[1]}`)
  expect(owed).not.toContain('is due at purchase')
  const paid = await read({ billing: { ...billing, words, paid_on: '2026-01-01' } })
  const said = paid.text.replaceAll(/\s+/g, ' ')
  expect(said).toContain(`$375.25 was paid on January 1, 2026, to Elm Agency. ${words[1]}`)
  expect(said).not.toContain('is due at purchase')
})

const first = { from: facts.effective_date, to: facts.expiration_date }
const versions = versionsOf({ period: first })

const canceled = (ended_on: string) => ({
  ...facts,
  versions,
  aged_hours: 0,
  end: { ended_on, end_reason: 'carrier' as const, recorded_by: 'staff', recorded_at: new Date(0) },
})

test('the binder of a canceled policy is as it was issued, under a notice on every page that says when it ends', async () => {
  const { pages, text } = await read({}, endNotice(canceled('2026-03-01'), new Date('2026-02-10T00:00:00Z')))
  const notice = 'THIS POLICY ENDS March 1, 2026 at 12:01 a.m. It is not proof of insurance after that.'
  expect(pages).toHaveLength(1)
  expect(text.replaceAll(/\s+/g, ' ').startsWith(notice)).toBe(true)
  expect(text.slice(text.indexOf('Elm Agency'))).toBe((await readPlain()).text)
  const coverages = Array.from({ length: 60 }, (_, at) => ({ label: `Coverage ${at}`, amount: '$1' }))
  const long = await read({ coverages }, notice)
  expect(long.pages).toHaveLength((await read({ coverages })).pages.length)
  for (const page of long.pages) expect(page.replaceAll(/\s+/g, ' ')).toContain(notice)
})

test.each([
  ['2026-03-01', '2026-03-01T06:00:59Z', false, /^THIS POLICY ENDS March 1, 2026 at 12:01 a\.m\./],
  ['2026-03-01', '2026-03-01T06:01:00Z', true, /^CANCELED\. This policy ended March 1, 2026 at 12:01 a\.m\./],
  ['2026-02-01', '2026-01-10T00:00:00Z', true, /^CANCELED FROM THE START\. This policy never took effect\./],
])('canceled from %s, at %s: over %s', (ended_on, now, over, words) => {
  const policy = canceled(ended_on)
  expect(hasEnded(policy, new Date(now))).toBe(over)
  expect(endNotice(policy, new Date(now))).toMatch(words)
})

test('from its last day on, a binder says that it ended and is no longer proof of insurance', () => {
  const policy = { ...facts, versions, aged_hours: 0, end: null }
  expect(endNotice(policy, new Date('2026-05-02T05:00:59Z'))).toBeNull()
  expect(endNotice(policy, new Date('2026-05-02T05:01:00Z'))).toBe(
    'THIS BINDER ENDED May 2, 2026 at 12:01 a.m. It is no longer proof of insurance. The policy itself is.',
  )
})

test('once the policy has expired, its binder does not say that the policy is proof of insurance, unless it was renewed', () => {
  const policy = { ...facts, versions, aged_hours: 0, end: null }
  const expiry = new Date(`${facts.expiration_date}T18:00:00Z`)
  expect(endNotice(policy, expiry)).toBe(
    'THIS POLICY EXPIRED February 1, 2027 at 12:01 a.m. This binder is no longer proof of insurance.',
  )
  const next = { from: facts.expiration_date, to: '2028-02-01' }
  const renewed = versionsOf({ period: first }, { period: next })
  expect(endNotice({ ...policy, versions: renewed }, expiry)).toMatch(
    /^THIS BINDER ENDED .* The policy itself is\.$/,
  )
})

test('bought for the same day, it never took effect if it is canceled as of that day, and did if as of the next', () => {
  const bought = (ended_on: string) => ({ ...canceled(ended_on), effective_at: '2026-02-02T02:10:00.000Z' })
  const now = new Date('2026-02-05T00:00:00Z')
  expect(endNotice(bought('2026-02-01'), now)).toMatch(/never took effect/)
  expect(endNotice(bought('2026-02-02'), now)).toMatch(/This policy ended February 2, 2026/)
})

test('a binder names each fee and tax of the price as the carrier did, and no premium that we computed', async () => {
  const charges = [
    { label: 'Policy fee', amount_cents: 15_000 },
    { label: 'Stamping fee', amount_cents: 11_753 },
  ]
  const { text } = await read({ charges })
  for (const words of ['Includes Policy fee $150', 'Includes Stamping fee $117.53'])
    expect(text).toContain(words)
  expect(text).not.toContain('Premium')
})

const attested = {
  attested_by: 'Maple Realty',
  attested_at: '2026-01-01T23:59:30.000Z',
  statement_version: '2026-11-16',
  consent_id: 'cns_test',
} as const

test.each([
  ['an operator', { ...attested, kind: 'operator_attestation' }],
  ['an assistant', { ...attested, kind: 'assistant_attestation' }],
] as const)(
  'where %s ordered, the binder says so and does not speak of a signature',
  async (_, signature) => {
    const { text } = await read({ signature })
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Ordered by Maple Realty on behalf of José Luczak. Maple Realty stated on January 1, 2026, 5:59 p.m. CST that José Luczak had confirmed the purchase to them',
    )
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Consent to electronic records rests on that statement alone: José Luczak had given none on our website',
    )
    expect(text).toContain('Statement version 2026-11-16')
    expect(text).toContain('Record cns_test')
    expect(text).not.toMatch(/sign/i)
  },
)

test('an order from before signatures had a kind claims no signature', async () => {
  const { text } = await read({
    signature: { signed_at: '2026-01-01T23:59:30.000Z', words_version: '2026-11-01', consent_id: 'cns_old' },
  })
  expect(text).toContain('Record cns_old')
  expect(text).not.toMatch(/sign/i)
})

test('bought today, it is effective from the minute of issue', async () => {
  const { text } = await read({ effective_date: '2026-01-01', effective_at: '2026-01-01T20:01:00.000Z' })
  expect(text).toContain('Effective from January 1, 2026, 2:01 p.m. CST')
  expect(text).not.toMatch(/January 1, 2026, 12:01 a\.m\.|in force/)
})

test('the carrier’s address and NAIC number are printed where they are known, and not invented', async () => {
  const { text: known } = await read({
    carrier_address: '1 Cedar Plaza, Peoria, IL 61602',
    carrier_naic: '12345',
  })
  expect(known).toContain('1 Cedar Plaza, Peoria, IL 61602')
  expect(known).toContain('NAIC 12345')
  expect((await readPlain()).text).not.toContain('NAIC')
})

test('where no source gives the state’s limit, a binder ends after 90 days, or with the policy if that is sooner', () => {
  const place = { state: 'IL', line: 'homeowners' }
  expect(binderEnds(place, '2026-02-01', '2027-02-01')).toBe('2026-05-02')
  expect(binderEnds(place, '2026-02-01', '2026-03-01')).toBe('2026-03-01')
})

test('each order has its own binder number, the same however often it is drafted', () => {
  expect(binderNumber('ord_one')).toMatch(/^BND-\d{10}$/)
  expect(binderNumber('ord_one')).toBe(binderNumber('ord_one'))
  expect(binderNumber('ord_one')).not.toBe(binderNumber('ord_two'))
})

test('a sandbox binder says it is not insurance, at the top and across every page', async () => {
  const coverages = Array.from({ length: 60 }, (_, at) => ({ label: `Coverage ${at}`, amount: '$1' }))
  const { pages, text } = await read({ sandbox: true, coverages })
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('SANDBOX – not insurance')
  expect(text).toContain('it provides no coverage')
})

test('a binder of an invented carrier says so, at the top and across every page', async () => {
  const coverages = Array.from({ length: 60 }, (_, at) => ({ label: `Coverage ${at}`, amount: '$1' }))
  const { pages, text } = await read({ illustrative: true, coverages })
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain('Demonstration, not insurance')
  expect(text).toContain('it provides no coverage')
  expect((await readPlain()).text).not.toContain('Demonstration')
})

test('a binder names the agency with its address, phone, license and National Producer Number', async () => {
  const producer = {
    name: 'Elm Agency',
    address: '12 Elm Street',
    phone: '555-0142',
    license: 'IL 100200300',
    npn: '1234567',
  }
  const { text } = await read({ producer })
  const npn = 'National Producer Number 1234567'
  for (const words of ['Elm Agency', '12 Elm Street', '555-0142', 'License IL 100200300', npn])
    expect(text).toContain(words)
})

test('an insured whose mailing address is not known has none', async () => {
  const { address: _, ...insured } = facts.insured
  expect((await read({ insured })).text).not.toContain('1 Elm Street')
})

test('however much there is to say, all of it is there, and pages are numbered', async () => {
  const coverages = Array.from({ length: 60 }, (_, at) => ({ label: `Coverage ${at}`, amount: `$${at},000` }))
  const interests = Array.from({ length: 5 }, (_, at) => ({
    label: 'Mortgagee',
    lines: [`Bank ${at} `.repeat(40), `Loan ${at}`],
  }))
  const { text, totalPages } = await read({ coverages, interests })
  expect(totalPages).toBe(3)
  for (let at = 0; at < 60; at++) expect(text).toContain(`$${at},000`)
  for (let at = 0; at < 5; at++) expect(text).toContain(`Loan ${at}`)
  for (const page of [1, 2, 3]) expect(text).toContain(`Page ${page} of 3`)
})

test('it has a title, a language and tags, so that it can be read aloud', async () => {
  const { meta, pdf } = await readPlain()
  expect(meta.info).toMatchObject({ Title: 'Homeowners insurance binder CED-0000000001', Language: 'en-US' })
  expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true })
  const tree = JSON.stringify(await (await pdf.getPage(1)).getStructTree())
  for (const role of ['H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD']) expect(tree).toContain(`"role":"${role}"`)
})

test('the same facts give the same bytes, other facts give others', async () => {
  const [first, again] = [await binderPdf(facts, PLAIN), await binderPdf(facts, PLAIN)]
  expect(again.equals(first)).toBe(true)
  expect((await binderPdf({ ...facts, annual_price: 1481 }, PLAIN)).equals(first)).toBe(false)
})

test('a PNG logo stands above it, with the name of the agency for those who cannot see it', async () => {
  const bytes = pngLogo(200, 50)
  const branded = { logo: { type: 'image/png' as const, bytes, width: 200, height: 50 }, color: '#1d3f8a' }
  const [first, again] = [await binderPdf(facts, branded), await binderPdf(facts, branded)]
  expect(again.equals(first)).toBe(true)
  const page = await (await getDocumentProxy(new Uint8Array(first))).getPage(1)
  const tree = JSON.stringify(await page.getStructTree())
  expect(tree).toMatch(/"role":"Figure".*"alt":"Elm Agency"|"alt":"Elm Agency".*"role":"Figure"/)
  const svg = { ...branded, logo: { ...branded.logo, type: 'image/svg+xml' as const } }
  expect((await binderPdf(facts, svg)).toString('latin1')).not.toContain('/Subtype /Image')
})

test.each(['Nguyễn Thị Đào', 'Adébáyọ̀ Ṣolá', 'Łukasz Dvořák', 'Ελένη Παπαδοπούλου', 'Олена Їжакевич'])(
  '%s is written in full, with a font that goes along',
  async name => {
    const { text, totalPages, fonts } = await read(named(name))
    expect(fonts).toEqual(expect.arrayContaining(['NotoSans-Regular', 'NotoSans-Bold']))
    expect(text.split(name)).toHaveLength(3)
    expect(text).toContain('Policy number CED-0000000001')
    expect(totalPages).toBe(1)
  },
)

test('of a name in letters that no font here has, it says where to find it', async () => {
  const { text } = await read(named('王小明'))
  expect(text.split('(see application)')).toHaveLength(3)
  expect((await readPlain()).fonts).toEqual(['Helvetica-Bold', 'Helvetica'])
})
