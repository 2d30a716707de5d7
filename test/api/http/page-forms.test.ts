import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documents } from '../../../src/page-table.ts'
import { DAY } from '../../../src/platform/lib/clock.ts'
import { dayIn } from '../../../src/platform/lib/local-day.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { portalReference } from '../../../src/products/homeowners/quoting/email-facts.ts'
import { query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import {
  asHomeowner,
  type Homeowner,
  quotedHomeowner,
  selectedHomeowner,
} from '../../support/people/homeowner-in-portal.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { newVisitor, type Seen } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const rows = documents({ production: false }, () => 'running')
const paths = (of: typeof rows): string[] => of.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'))
const forms = paths(rows.filter(({ method }) => method === 'POST'))
const pages = paths(rows.filter(({ method, page }) => page && method !== 'POST'))

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

describe('every page', () => {
  /** A browser that has a token of its own from a page with a form. */
  const aVisitor = async () => {
    const visitor = newVisitor(service.url)
    const { text } = await visitor.open(`/portal/login?ref=${portalReference(service.app, 'hom_none')}`)
    const token = /name="_csrf" value="([\w-]+)"/.exec(text)?.[1]
    if (token === undefined) throw new Error('the page has no form')
    return { ...visitor, token }
  }

  test('there are forms and pages to look at', () => {
    expect(forms).toContain('/portal/sign')
    expect(pages).toContain('/portal/sign')
  })

  test('of a payment counts by address, its receipt included, because printing one takes long', () => {
    const ofPayments = rows.filter(({ path }) => path.startsWith('/pay/'))
    expect(ofPayments.map(({ path, budget }) => [path, budget?.name])).toEqual([
      ['/pay/{token}', 'pay'],
      ['/pay/{token}', 'pay'],
      ['/pay/{token}/receipt.pdf', 'pay'],
    ])
  })

  test('takes a form as long as the review of twenty homes, and none longer than any other body', async () => {
    const visitor = await aVisitor()
    const statusOf = async (bytes: number) =>
      (await visitor.send('/portal/review/confirm', { 'home[0].street': 'x'.repeat(bytes) })).status
    expect(await statusOf(200 * 1024), 'read, and refused because nobody is signed in').toBe(403)
    expect(await statusOf(256 * 1024)).toBe(413)
  })

  test('takes no form of more than ten thousand names, because each look-up goes through all of them, and counts before it reads', async () => {
    const visitor = await aVisitor()
    const statusOf = async (names: number) => {
      const form = Object.fromEntries(Array.from({ length: names }, (_, at) => [`n${at}`, '']))
      return (await visitor.send('/portal/review/confirm', form)).status
    }
    expect(await statusOf(9_000), 'read, and refused because nobody is signed in').toBe(403)
    expect(await statusOf(10_001)).toBe(413)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const nameless = { method: 'POST', headers, body: '&'.repeat(10_000) }
    expect((await fetch(`${service.url}/portal/review/confirm`, nameless)).status).toBe(413)
  })

  test('a form is refused without its token, with that of another browser, without its cookie, and from elsewhere', async () => {
    const [visitor, other] = [await aVisitor(), await aVisitor()]
    const path = '/language'
    const refusals = [
      await visitor.send(path, {}, { token: null }),
      await visitor.send(path, {}, { token: '' }),
      await visitor.send(path, {}, { token: other.token }),
      await visitor.send(path, {}, { headers: { origin: 'https://elsewhere.example' } }),
      await visitor.send(path, {}, { headers: { origin: 'null' } }),
      await newVisitor(service.url).send(path, {}, { token: visitor.token }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect((await visitor.send(path)).status, 'read').toBe(400)
  })

  test.each(forms)('the form %s is refused without its token, and from elsewhere', async path => {
    const visitor = await aVisitor()
    const refusals = [
      await visitor.send(path, {}, { token: null }),
      await visitor.send(path, {}, { headers: { origin: 'https://elsewhere.example' } }),
    ]
    expect(refusals.map(({ status }) => status)).toEqual([403, 403])
    expect((await visitor.send(path)).status).not.toBe(500)
  })

  test.each(pages)('%s has a policy without a high or medium finding', async path => {
    const { headers } = await newVisitor(service.url).open(path)
    const policy = headers.get('content-security-policy') ?? ''
    const findings = new CspEvaluator(new CspParser(policy).csp).evaluate()
    expect(findings.filter(({ severity }) => severity <= Severity.MEDIUM)).toEqual([])
    expect(policy).toContain("default-src 'none'")
  })
})

describe('what a homeowner typed', () => {
  let key: string
  beforeAll(async () => {
    key = await getKey(service.url, newEmail())
  })

  const fieldIn = ({ text }: Seen, name: string): string =>
    new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

  const problemsIn = ({ text }: Seen): string[] =>
    [...text.matchAll(/<li><a href="#[\w-]+">([^<]+)<\/a><\/li>/g)].map(([, message = '']) => message)

  const applicationOf = async ({ caller }: Homeowner) =>
    (await readOwnIntake(service.app, caller, caller.uid)).application

  const consentsTo = (uid: string, purpose: string) =>
    query(service.databaseUrl, 'select 1 from consents where uid = $1 and purpose = $2', [uid, purpose])

  test('is saved by the button that confirms, and confirmed only on the page that shows it', async () => {
    const { uid, homeowner } = await quotedHomeowner(service, key, { sandbox: true })
    await homeowner.selectBest()
    const visitor = await signedInHomeowner(service, homeowner)
    const token = fieldIn(await visitor.open('/portal/review'), 'token')
    const wrong = await visitor.send('/portal/review/confirm', {
      token,
      'home[0].home_sqft': '',
      'home[0].roof_date': 'long ago',
    })
    expect(wrong.status).toBe(400)
    expect(problemsIn(wrong)).toEqual([
      'How many square feet is it? Enter an answer.',
      expect.stringMatching(/^When was the roof last replaced\?/),
    ])
    const saved = await visitor.send('/portal/review/confirm', {
      token,
      'home[0].home_sqft': '2,500',
      'home[0].roof_date': '2011',
    })
    expect(saved).toMatchObject({ status: 303, location: '/portal?note=check_again' })
    const [home] = (await applicationOf(homeowner)).homes
    expect(home).toMatchObject({ home_sqft: 2500, roof_date: '2011-01-01' })
    expect(await consentsTo(uid, 'homeowners_estimates_review')).toEqual([])
  })

  test('includes a claim, whichever button saves it', async () => {
    const { homeowner } = await quotedHomeowner(service, key, {
      sandbox: true,
      home: { claims_last_5_years: 1 },
    })
    const visitor = await signedInHomeowner(service, homeowner)
    const token = fieldIn(await visitor.open('/portal/review'), 'token')
    const claim = {
      'home[0].losses[0].date': '4/25/2024',
      'home[0].losses[0].cause': 'fire',
      'home[0].losses[0].amount_paid': '4000',
      'home[0].losses[0].open': 'no',
    }
    expect((await visitor.send('/portal/review/confirm', { token, ...claim })).location).toContain(
      'check_again',
    )
    const [home] = (await applicationOf(homeowner)).homes
    expect(home?.losses).toMatchObject([{ date: '2024-04-25', cause: 'fire', amount_paid: 4000 }])
  })

  test('is not signed with another way to pay than the page shows', async () => {
    const { uid, homeowner } = await selectedHomeowner(service, key, { sandbox: true })
    const visitor = await signedInHomeowner(service, homeowner)
    const page = await visitor.open('/portal/sign')
    expect(page.text).toMatch(/name="effective_date"[^>]* value=""/)
    const { choices = [], offer_id } = (await homeowner.view()).signing?.payment.billings[0] ?? {}
    const other = choices.find(({ chosen, words }) => !chosen && words.some(line => line.includes('in all')))
    const signature = (seen: Seen, pay: string | undefined) => ({
      token: fieldIn(seen, 'token'),
      effective_date: dayIn('IL', service.app.clock.now()),
      signed_name: 'Ada Homeowner',
      disclosures: 'yes',
      disclosures_version: fieldIn(seen, 'disclosures_version'),
      electronic_records: 'yes',
      electronic_records_version: fieldIn(seen, 'electronic_records_version'),
      [`pay:${offer_id}`]: String(pay),
    })
    const again = await visitor.send('/portal/sign', signature(page, other?.value))
    expect(again.status).toBe(200)
    expect(again.text).toContain(`You chose “${other?.label}”. You haven’t signed yet.`)
    expect(again.text).toContain('value="Ada Homeowner"')
    const total = /(\$[\d,.]+) in all/.exec(other?.words.join(' ') ?? '')?.[1]
    expect(again.text).toContain(`Sign and buy for ${total} in the first year`)
    expect(await consentsTo(uid, 'homeowners_application_signature')).toEqual([])
    expect((await visitor.send('/portal/sign', signature(again, other?.value))).status).toBe(303)
    expect(await consentsTo(uid, 'homeowners_application_signature')).toHaveLength(1)
  })

  test('offers the closing date as the start, and warns of a later one before the signature counts', async () => {
    const [closing_date, later] = [10, 20].map(days =>
      dayIn('IL', new Date(service.app.clock.now().getTime() + days * DAY)),
    )
    const home = { new_purchase: true, closing_date }
    const { uid, homeowner } = await selectedHomeowner(service, key, { sandbox: true, home })
    const visitor = await signedInHomeowner(service, homeowner)
    const page = await visitor.open('/portal/sign')
    expect(page.text).toMatch(new RegExp(`name="effective_date"[^>]* value="${closing_date}"`))
    expect(page.text).toContain('We filled in your closing date')
    expect(page.text).not.toContain('after your closing')
    const signature = (seen: Seen, effective_date: string | undefined) => ({
      token: fieldIn(seen, 'token'),
      effective_date: String(effective_date),
      checked_start: fieldIn(seen, 'checked_start'),
      signed_name: 'Ada Homeowner',
      disclosures: 'yes',
      disclosures_version: fieldIn(seen, 'disclosures_version'),
      electronic_records: 'yes',
      electronic_records_version: fieldIn(seen, 'electronic_records_version'),
    })
    const again = await visitor.send('/portal/sign', signature(page, later))
    expect(again.status).toBe(200)
    expect(again.text).toContain('You haven’t signed yet. Check the start date, then sign.')
    expect(again.text).toContain('after your closing on')
    expect(await consentsTo(uid, 'homeowners_application_signature')).toEqual([])
    expect((await visitor.send('/portal/sign', signature(again, later))).status).toBe(303)
    expect(await consentsTo(uid, 'homeowners_application_signature')).toHaveLength(1)
  })

  const unfinished = async () => {
    const intake = completeIntake({ heating_type: undefined }, { birthday: undefined })
    const body = { intake, sandbox: true, field_estimates: [] }
    const uid = String((await quotesCall(service.url, key, body)).body.uid)
    const homeowner = asHomeowner(service, uid)
    return { uid, homeowner, visitor: await signedInHomeowner(service, homeowner) }
  }

  test('can be corrected after it was saved, and until it is signed; the page says who sees it', async () => {
    const { uid, homeowner, visitor } = await unfinished()
    const asked = await visitor.open('/portal/answers')
    expect(asked.text).toContain(
      'and the business or assistant that started this application for you can see what you enter here. If you withdraw your application, that business or assistant no longer sees it.',
    )
    await visitor.send('/portal/answers', { later: 'yes', birthday: '4/25/1980' })
    const saved = await visitor.open('/portal/answers')
    expect(saved.text).toContain('April 25, 1980')
    await visitor.send('/portal/answers', {
      birthday: '4/26/1980',
      'home[0].heating_type': 'electric',
      credit_check_authorized: 'yes',
      credit_check_authorized_version: fieldIn(saved, 'credit_check_authorized_version'),
    })
    expect((await applicationOf(homeowner)).applicant.birthday).toBe('1980-04-26')
    await homeowner.untilAt('offers')
    const { known_summary } = (await quotesCall(service.url, key, { uid, expand: 'known_summary' })).body
    expect(known_summary).toMatchObject({ applicant: { birthday: '1980-04-26' } })
    const review = await visitor.open('/portal/review')
    const token = fieldIn(review, 'token')
    const corrected = await visitor.send('/portal/review/correct', { token, birthday: 'May 17, 1971' })
    expect(corrected.location).toBe('/portal?note=corrected')
    expect((await applicationOf(homeowner)).applicant.birthday).toBe('1971-05-17')
    const back = await visitor.open('/portal/answers?note=corrected')
    expect(back.text).toContain('so we need your authorization again')
  })

  test('that someone else changed while the page was open stays as they changed it, and what was typed is kept', async () => {
    const { uid, homeowner, visitor } = await unfinished()
    const { text } = await visitor.open('/portal/answers')
    expect(text).toContain('name="home[0].home_sqft.shown" value="1800"')
    const home = [{ home_sqft: 2200, heating_type: 'electric' }]
    await quotesCall(service.url, key, { uid, intake: { home } })
    const shown = { 'home[0].home_sqft.shown': '1800', 'home[0].heating_type.shown': '' }
    await visitor.send('/portal/answers', {
      later: 'yes',
      birthday: '4/25/1980',
      'home[0].home_sqft': '1800',
      'home[0].heating_type': '',
      ...shown,
    })
    const { applicant, homes } = await applicationOf(homeowner)
    expect(applicant.birthday).toBe('1980-04-25')
    expect(homes).toMatchObject(home)
  })

  test('is not taken for another home, when a home was removed while the page was open', async () => {
    const { uid, homeowner, visitor } = await unfinished()
    const [second] = completeIntake({ heating_type: undefined, roof_date: undefined }).home
    await quotesCall(service.url, key, { uid, intake: { home: [{}, second] } })
    const page = await visitor.open('/portal/answers')
    await quotesCall(service.url, key, { uid, intake: { home: [null] } })
    const typed = { later: 'yes', birthday: '4/25/1980', 'home[0].heating_type': 'oil' }
    const refused = await visitor.send('/portal/answers', { ...typed, homes: fieldIn(page, 'homes') })
    expect(refused.status).toBe(409)
    expect(refused.text).toContain('Your application has changed since you opened this page.')
    expect(refused.text).toContain('value="4/25/1980"')
    expect(refused.text).not.toMatch(/value="oil"[^>]* checked/)
    expect((await applicationOf(homeowner)).homes).toMatchObject([{ street: second?.street }])
    expect((await applicationOf(homeowner)).homes[0]?.heating_type).toBeUndefined()
    await visitor.send('/portal/answers', { ...typed, homes: fieldIn(refused, 'homes') })
    expect((await applicationOf(homeowner)).homes[0]?.heating_type).toBe('oil')
  })

  test('is never a list on one line: who finds a guess about the dogs wrong reads whom to contact', async () => {
    const dogs = [{ breed: 'Beagle' }, { breed: 'Boxer' }]
    const field_estimates = [{ field: 'dogs', source: 'crm', confidence: 'low' }]
    const { homeowner } = await quotedHomeowner(service, key, { home: { dogs, field_estimates } })
    await homeowner.selectBest()
    const visitor = await signedInHomeowner(service, homeowner)
    const { text } = await visitor.open('/portal/review')
    expect(text).toMatch(/Breed: Beagle; Breed: Boxer<\/p><\/div>.*?If this isn’t right, contact /s)
    expect(text).not.toContain('[object Object]')
    await visitor.send('/portal/review/correct', {
      token: fieldIn({ text } as Seen, 'token'),
      'home[0].dogs': 'None',
    })
    expect((await applicationOf(homeowner)).homes[0]?.dogs).toEqual(dogs)
  })

  test('is checked all at once, and a guess is marked where the credit check is authorized', async () => {
    const { homeowner, visitor } = await unfinished()
    await visitor.open('/portal/answers')
    const refused = await visitor.send('/portal/answers', { birthday: '17 mai', 'home[0].home_sqft': 'big' })
    expect(problemsIn(refused)).toEqual([
      'Your date of birth: Enter a day that exists, with the month first and all four digits of the year, like 4/25/1980.',
      'How is it heated? Choose one.',
      expect.stringMatching(/^How many square feet is it\?/),
      expect.stringMatching(/^Your authorization: /),
    ])
    await visitor.send('/portal/answers', {
      later: 'yes',
      birthday: '4/25/1980',
      'home[0].heating_type': 'oil',
    })
    const { text } = await visitor.open('/portal/answers')
    expect(
      (await homeowner.view()).review.homes[0]?.items.some(({ field }) => field === 'swimming_pool'),
    ).toBe(true)
    expect(text).toMatch(
      /Is there a swimming pool\?<\/h4><div><p class="answer">No<\/p><\/div><\/div>\s*<p class="small soft"><span class="badge warning">We assumed this/,
    )
  })
})
