import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPolicyDocument } from '../../src/agency/policies/policy-documents.ts'
import { DAY } from '../../src/platform/lib/clock.ts'
import { dayIn } from '../../src/platform/lib/local-day.ts'
import { plusDays } from '../../src/platform/values/calendar.ts'
import { textOfPdf } from '../support/browser/pdf.ts'
import { getKey, mailbox, newEmail } from '../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../support/people/homeowner-applications.ts'
import { asHomeowner, type Homeowner, refusal } from '../support/people/homeowner-in-portal.ts'
import { signedInHomeowner } from '../support/people/signed-in-homeowner.ts'
import { startTestService, type TestService } from '../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const twoHomes = async (sandbox = false) => {
  const first = completeIntake()
  const intake = { ...first, home: [...first.home, ...completeIntake({ home_sqft: 1500 }).home] }
  const body = { intake, credit_check_authorized: true, sandbox }
  const uid = String((await quotesCall(service.url, key, body)).body.uid)
  await untilQuoted(service.url, key, uid)
  return { uid, email: first.email, ada: asHomeowner(service, uid) }
}

const bestOf = async (ada: Homeowner, home: number): Promise<string> =>
  String((await ada.view()).homes[home]?.offers.find(({ recommended }) => recommended)?.offer_id)

const buy = async (ada: Homeowner, home: number, effective_date?: string) => {
  await ada.select([await bestOf(ada, home)])
  await ada.confirmAll()
  await ada.sign(effective_date ? { effective_date } : {})
}

const seen = async (uid: string) => (await quotesCall(service.url, key, { uid })).body

const homeStates = (body: Record<string, unknown>): string[] =>
  (body.properties as { status: string }[]).map(({ status }) => status)

const boundEmails = async (email: string) =>
  (await mailbox(service.url, email)).filter(({ subject }) => subject.includes('bound'))

describe('two homes of one request', () => {
  test('are bought a week apart: the first is bound and locked, the second stays quoted and open', async () => {
    const { uid, email, ada } = await twoHomes()
    expect(homeStates(await seen(uid))).toEqual(['quoted', 'quoted'])

    await ada.select([await bestOf(ada, 0)])
    expect(homeStates(await seen(uid))).toEqual(['selected', 'quoted'])
    const { review } = await ada.view()
    expect(review.homes).toHaveLength(1)
    await ada.confirmAll()
    await ada.sign()
    await ada.untilAt('offers')

    const half = await seen(uid)
    expect(half).toMatchObject({
      status: 'quoted',
      response_summary: expect.stringMatching(/^Policies are bound for 1 of 2 homes\. \d+ offers are ready/),
      policies: [{ policy_number: expect.any(String), carrier: expect.any(String) }],
    })
    expect(half).not.toHaveProperty('detail_status')
    expect(homeStates(half)).toEqual(['bound', 'quoted'])
    const [one, two] = half.properties as { property_id: string }[]
    expect((half.policies as { property_id: string }[])[0]?.property_id).toBe(one?.property_id)
    expect(new Set((half.offers as { property_id: string }[]).map(offer => offer.property_id))).toEqual(
      new Set([two?.property_id]),
    )
    expect(await boundEmails(email)).toHaveLength(1)

    service.pass(7 * DAY)
    const change = (home: object[]) => quotesCall(service.url, key, { uid, intake: { home } })
    expect(await change([{ home_sqft: 2100 }])).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'intake.home[0]', code: 'home_insured' }] },
    })
    expect((await change([{}, { home_sqft: 1550 }])).status).toBe(202)
    await untilQuoted(service.url, key, uid)

    await buy(ada, 1)
    const { homes } = await ada.untilAt('bound')
    expect(new Set(homes.map(({ policy }) => policy?.policy_number)).size).toBe(2)
    const done = await seen(uid)
    expect(done).toMatchObject({ status: 'quoted', detail_status: 'bound' })
    expect(homeStates(done)).toEqual(['bound', 'bound'])
    expect(done.policies).toHaveLength(2)
    expect(await boundEmails(email)).toHaveLength(2)
  })

  test('after the quotes expire, the rest is quoted again and can be bought', async () => {
    const { uid, ada } = await twoHomes()
    await buy(ada, 0)
    await ada.untilAt('offers')
    const old = await bestOf(ada, 1)
    service.pass(31 * DAY)
    expect(await refusal(ada.select([old]))).toMatchObject({
      status: 409,
      message: expect.stringContaining('has expired'),
    })
    await ada.renew()
    await untilQuoted(service.url, key, uid)
    expect(homeStates(await seen(uid))).toEqual(['bound', 'quoted'])
    await buy(ada, 1)
    await ada.untilAt('bound')
    expect((await seen(uid)).policies).toHaveLength(2)
  })

  test('the rest can be withdrawn, and says that it is not insured', async () => {
    const { uid, ada } = await twoHomes(true)
    await buy(ada, 1)
    await ada.untilAt('offers')
    expect((await ada.withdraw()).status).toBe('bound')
    expect(homeStates(await seen(uid))).toEqual(['not_insured', 'bound'])
  })
})

describe('the start', () => {
  test('is one day for all homes that are signed for together, and the page says how to have another', async () => {
    const { ada } = await twoHomes(true)
    await ada.select([await bestOf(ada, 0), await bestOf(ada, 1)])
    await ada.confirmAll()
    const visitor = await signedInHomeowner(service, ada)
    const both = await visitor.open('/portal/sign')
    expect(both.text).toContain('<h1>Sign to buy your policies</h1>')
    expect(both.text).toContain('Every home in this purchase starts on the same day.')

    await ada.select([await bestOf(ada, 0)])
    await ada.confirmAll()
    const one = await visitor.open('/portal/sign')
    expect(one.text).toContain('<h1>Sign to buy your policy</h1>')
    expect(one.text).not.toContain('Every home in this purchase')
  })

  const bought = async (days: number) => {
    const { uid, email, ada } = await twoHomes()
    const today = dayIn('IL', service.app.clock.now())
    const before = service.app.clock.now()
    await buy(ada, 0, plusDays(today, days))
    await ada.untilAt('offers')
    const [policy] = (await seen(uid)).policies as { effective_at: string; effective_date: string }[]
    const { homes } = await ada.view()
    const document_id = String(homes[0]?.policy?.documents[0]?.document_id)
    const binder = await openPolicyDocument(service.app, { uid, document_id })
    const text = await textOfPdf(binder?.content ?? Buffer.alloc(0))
    return { policy, text, before, covered: homes[0]?.policy?.covered_from, emails: await boundEmails(email) }
  }

  test('bought for today: from the minute of issue, on the page, in the email and on the binder', async () => {
    const { policy, text, before, covered = '', emails } = await bought(0)
    const starts = new Date(policy?.effective_at ?? 0)
    expect(starts.getTime()).toBeGreaterThanOrEqual(before.getTime())
    expect(starts.getTime()).toBeLessThan(before.getTime() + 2 * 60_000)
    expect(covered).toMatch(/\d, \d{4}, \d{1,2}:\d{2} [ap]\.m\. C[SD]T$/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`Effective from ${covered}`)
    expect(emails[0]?.text.replaceAll(/\s+/g, ' ')).toContain(`starts ${covered}`)
    expect(text).not.toContain('in force')
  })

  test('bought for a later day, up to 90 ahead: 12:01 a.m. where the home is', async () => {
    const { policy, text, covered = '' } = await bought(90)
    expect(covered).toMatch(/, 12:01 a\.m\. C[SD]T$/)
    expect(text.replaceAll(/\s+/g, ' ')).toContain(`Effective from ${covered}`)
    expect(text).toMatch(/Number BND-\d{10}/)
    expect(dayIn('IL', new Date(policy?.effective_at ?? 0))).toBe(policy?.effective_date)
  })

  test('91 days ahead is too far', async () => {
    const { ada } = await twoHomes()
    const effective_date = plusDays(dayIn('IL', service.app.clock.now()), 91)
    expect(await refusal(buy(ada, 0, effective_date))).toMatchObject({
      status: 400,
      fields: [{ path: 'effective_date', code: 'too_far_ahead' }],
    })
  })
})
