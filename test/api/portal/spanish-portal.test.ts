import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { englishIn } from '../../support/browser/spanish.ts'
import { query } from '../../support/database/database.ts'
import { answersOn } from '../../support/people/answered-alone.ts'
import { getKey, mailbox, newEmail } from '../../support/people/client.ts'
import { quotedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { applied } from '../../support/people/portal-in-browser.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { newVisitor, type Seen } from '../../support/people/visitor.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const expectSpanish = (seen: Seen, status = 200): Seen => {
  expect(seen.status).toBe(status)
  expect(seen.text).toContain('<html lang="es">')
  expect(englishIn(seen.text, ['Bindery development agency'])).toEqual([])
  return seen
}

const fieldIn = ({ text }: Seen, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

const recorded = (uid: string) =>
  query<{ purpose: string; version: string; words: string; words_hash: Buffer }>(
    service.databaseUrl,
    "select purpose, version, words, words_hash from consents where uid = $1 and channel = 'person'",
    [uid],
  )

test('who prefers Spanish buys a policy in Spanish, and what they agreed to is what they read', async () => {
  const { uid, intake, homeowner } = await quotedHomeowner(service, key, {
    applicant: { preferred_language: 'es', prior_carrier: 'none', co_applicants: [{ full_name: 'Bo Park' }] },
    home: {
      claims_last_5_years: 2,
      losses: [{ date: '2024-05-01', cause: 'wind_hail', amount_paid: 4000, open: false }],
      loans: [{ lender_name: 'First Bank', loan_number: '77-1', rank: 1, escrow: true }],
    },
  })
  const visitor = await signedInHomeowner(service, homeowner)
  const send = (path: string, fields: Record<string, string>) =>
    visitor.send(path, { _language: 'es', ...fields })

  const quotes = expectSpanish(await visitor.open('/portal/quotes'))
  expect(quotes.text).toContain('Elijo esta cotización para mi vivienda')
  expectSpanish(await visitor.open('/portal/share'))
  expectSpanish(await visitor.open('/portal/withdraw'))
  const [, name = '', offer = ''] = /name="(offer:[^"]+)" value="([^"]+)"/.exec(quotes.text) ?? []
  expect((await send('/portal/quotes', { [name]: offer })).status).toBe(303)

  const review = expectSpanish(await visitor.open('/portal/review'))
  const token = fieldIn(review, 'token')
  expectSpanish(await send('/portal/review/correct', { token }), 400)
  expectSpanish(
    await send('/portal/review/correct', { token, 'home[0].roof_date': 'ayer', 'home[0].zip': '90210' }),
    400,
  )
  expect((await send('/portal/review/confirm', { token, ...answersOn(review.text) })).status).toBe(303)

  const sign = expectSpanish(await visitor.open('/portal/sign'))
  expectSpanish(await send('/portal/sign', { token: fieldIn(sign, 'token') }), 400)
  const signed = await send('/portal/sign', {
    token: fieldIn(sign, 'token'),
    effective_date: String((await homeowner.view()).signing?.latest_date),
    signed_name: intake.full_name,
    disclosures: 'yes',
    disclosures_version: fieldIn(sign, 'disclosures_version'),
    electronic_records: 'yes',
    electronic_records_version: fieldIn(sign, 'electronic_records_version'),
  })
  expect(signed.status).toBe(303)
  await homeowner.untilAt('bound')
  const policy = expectSpanish(await visitor.open('/portal/policy'))
  expect(policy.text).toContain('Consentimientos registrados')

  const consents = (await recorded(uid)).filter(({ purpose }) => purpose !== 'state_notices')
  expect(consents.map(({ purpose }) => purpose).toSorted()).toEqual([
    'electronic_records',
    'homeowners_application_signature',
    'homeowners_estimates_review',
    'homeowners_offer_choice',
  ])
  for (const { version, words, words_hash } of consents) {
    expect(version).toMatch(/-es$/)
    expect(createHash('sha256').update(words).digest()).toEqual(words_hash)
    expect(englishIn(words)).toEqual([])
  }
  const subjects = (await mailbox(service.url, intake.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Su póliza está asegurada')
  expect(subjects).toContain('Sus cotizaciones de seguro de vivienda están listas')
})

test('the switch on a page of the application is kept on its record', async () => {
  const { intake, homeowner } = await quotedHomeowner(service, key)
  const visitor = await signedInHomeowner(service, homeowner)
  expect((await visitor.open('/portal/quotes')).text).toContain('<html lang="en">')
  const referer = `${service.url}/portal/quotes`
  const sent = await visitor.send('/language', { language: 'es' }, { headers: { referer } })
  expect(sent).toMatchObject({ status: 303, location: '/portal/quotes' })
  expectSpanish(await visitor.open('/portal/quotes'))
  const { application } = await readOwnIntake(service.app, homeowner.caller, homeowner.caller.uid)
  expect(application.applicant.preferred_language).toBe('es')
  expect(application.applicant.email).toBe(intake.email)
})

test('a change of language keeps what was typed and the place, gives no consent, and saves nothing', async () => {
  const { uid, login, email } = await applied(service.url, key, {
    applicant: { birthday: undefined },
    authorized: false,
  })
  const visitor = newVisitor(service.url)
  const ref = fieldIn(await visitor.open(login.slice(service.url.length)), 'ref')
  const half = await visitor.send('/portal/login', { _switch: 'es', ref, email: 'ada@half' })
  expect(expectSpanish(half).text).toContain('value="ada@half"')
  const { location } = await visitor.send('/portal/login', { _language: 'es', ref, email })
  for (const language of ['en', 'es']) {
    await visitor.send('/language', { language })
    expect((await visitor.open(String(location))).text).toContain('/portal/enter/')
  }
  const shown = await visitor.open(String(location))
  const link = /href="[^"]*(\/portal\/enter\/[^"]+)"/.exec(shown.text)?.[1] ?? ''
  await visitor.open(link)
  await visitor.send(link, { _language: 'es' })
  const answers = expectSpanish(await visitor.open('/portal/answers'))
  expect(answers.text).toContain('name="_switch" value="en"')
  expect(answers.text).toContain('pueden ver lo que escriba aquí')
  const typed = { birthday: '4/12/19', credit_check_authorized: 'yes' }
  const again = await visitor.send('/portal/answers', { _language: 'es', _switch: 'en', ...typed })
  expect(again.status).toBe(200)
  expect(again.text).toContain('<html lang="en">')
  expect(again.text).toContain('value="4/12/19"')
  expect(again.text).not.toMatch(/name="credit_check_authorized"[^>]* checked/)
  expect((await visitor.open('/portal/answers')).text).toContain('One answer is missing')
  expect(await recorded(uid)).toEqual([])
})

test('who asks for the link in Spanish and stated no language gets it in Spanish, and so what follows', async () => {
  const { uid, login, email } = await applied(service.url, key, { authorized: false, sandbox: false })
  const visitor = newVisitor(service.url)
  const accept = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' }
  const asked = expectSpanish(await visitor.open(login.slice(service.url.length), accept))
  await visitor.send('/portal/login', { _language: 'es', ref: fieldIn(asked, 'ref'), email })
  const mail = await until(async () =>
    (await mailbox(service.url, email)).find(({ links }) => links[0]?.includes('/portal/enter/')),
  )
  expect(mail?.subject).toBe('Su enlace para iniciar sesión')
  const link = new URL(String(mail?.links[0]))
  await visitor.open(link.pathname + link.search)
  await visitor.send(link.pathname + link.search, { _language: 'es' })
  const caller = {
    kind: 'homeowner',
    uid,
    language: 'es',
    address: '',
    userAgent: '',
    scope: uid,
    credentialId: null,
  } as const
  const { application } = await readOwnIntake(service.app, caller, uid)
  expect(application.applicant.preferred_language).toBe('es')
})

test('a form shown in English is recorded in English, even if Spanish was chosen in another tab since', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key)
  const visitor = await signedInHomeowner(service, homeowner)
  const quotes = await visitor.open('/portal/quotes')
  const [, name = '', offer = ''] = /name="(offer:[^"]+)" value="([^"]+)"/.exec(quotes.text) ?? []
  await visitor.send('/language', { language: 'es' })
  await visitor.send('/portal/quotes', { _language: fieldIn(quotes, '_language'), [name]: offer })
  expect(await recorded(uid)).toEqual([
    expect.objectContaining({ purpose: 'homeowners_offer_choice', version: '2026-11-17' }),
  ])
})

test('the pages before the sign-in follow the language of the application, and of the reader', async () => {
  const { login, email } = await applied(service.url, key, {
    applicant: { preferred_language: 'es' },
    authorized: false,
  })
  const visitor = newVisitor(service.url)
  const path = login.slice(service.url.length)
  const asked = expectSpanish(await visitor.open(path))
  const ref = fieldIn(asked, 'ref')
  expectSpanish(await visitor.send('/portal/login', { _language: 'es', ref, email: 'x' }), 400)
  const asking = async (email: string) =>
    visitor.open(String((await visitor.send('/portal/login', { _language: 'es', ref, email })).location))
  expectSpanish(await asking('other@example.com'))
  const shown = expectSpanish(await asking(email))
  const link = /href="[^"]*(\/portal\/enter\/[^"]+)"/.exec(shown.text)?.[1] ?? ''
  expectSpanish(await visitor.open(link))
  expect((await visitor.send(link, { _language: 'es' })).status).toBe(303)
  const answers = expectSpanish(await visitor.open('/portal/answers'))
  expect(answers.text).toContain('consulta de crédito suave')
  expectSpanish(await visitor.send('/portal/answers', { _language: 'es' }), 400)
  await visitor.send('/language', { language: 'es' })
  expectSpanish(await visitor.open('/portal/enter/nothing'), 410)
  expectSpanish(await visitor.open('/portal/login'))
  expectSpanish(await visitor.send('/portal/answers', { _language: 'es' }, { token: 'wrong' }), 403)
})
