import { afterAll, beforeAll, expect, test } from 'vitest'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { notesOf } from '../../../src/products/line/record/notes.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../../support/people/homeowner-applications.ts'
import { quotedHomeowner, selectedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { evidenceOf } from '../../support/runs/evidence.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

type Offers = { offers: Record<string, unknown>[] }

const quotedWith = async (home: object): Promise<Offers> => {
  const body = { intake: completeIntake(home), credit_check_authorized: true, sandbox: true }
  const { uid } = (await quotesCall(service.url, key, body)).body
  return (await untilQuoted(service.url, key, uid)).body as Offers
}

const chosen = {
  dwelling_coverage: 500_000,
  personal_property: 350_000,
  personal_liability: 500_000,
  wind_hail_percent: 2,
  water_backup: 10_000,
  ordinance_or_law: 25,
  roof_settlement: 'actual_cash_value',
  scheduled_items: [{ description: 'Ring', value: 4000 }],
}

test('carriers are asked for the chosen set: offers state it, price it, and none differs', async () => {
  const [{ offers }, { offers: standard }] = [await quotedWith(chosen), await quotedWith({})]
  const { scheduled_items: _, wind_hail_percent: __, ...stated } = chosen
  for (const offer of offers) {
    expect(offer).toMatchObject({ ...stated, wind_hail_deductible: 10_000, scheduled_property: 4000 })
    expect(offer.differs_from_request).toBeUndefined()
    expect(offer.price_factors).toContainEqual(expect.objectContaining({ factor: 'coverage_choices' }))
  }
  for (const offer of standard) {
    expect(offer.water_backup).toBeUndefined()
    expect(JSON.stringify(offer.price_factors)).not.toContain('coverage_choices')
  }
})

test('the homeowner chooses on the page of the quotes, is asked nothing they left alone, and can withdraw a choice', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key, { sandbox: true })
  const visitor = await signedInHomeowner(service, homeowner)
  const page = await visitor.open('/portal/quotes')
  const token = /name="token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  const [, estimate = ''] = /name="home\[0\]\.dwelling_coverage\.shown" value="(\d+)"/.exec(page.text) ?? []
  const untouched = {
    token,
    'home[0].dwelling_coverage': estimate,
    'home[0].dwelling_coverage.shown': estimate,
  }
  expect((await visitor.send('/portal/quotes/coverage', untouched)).status).toBe(400)
  const wrong = await visitor.send('/portal/quotes/coverage', {
    ...untouched,
    'home[0].dwelling_coverage': 'much',
  })
  expect(wrong.text).toContain('Dwelling (A): Enter an amount in whole dollars')

  const shown = { 'home[0].water_backup.shown': '' }
  const sent = await visitor.send('/portal/quotes/coverage', {
    ...untouched,
    ...shown,
    'home[0].water_backup': '5000',
  })
  expect(sent).toMatchObject({ status: 303 })
  const homeNow = async () => (await readOwnIntake(service.app, homeowner.caller, uid)).application.homes[0]
  expect(await homeNow()).toMatchObject({ water_backup: 5000, sources: { water_backup: 'person' } })
  expect((await homeNow())?.dwelling_coverage).toBeUndefined()

  const { review } = await homeowner.untilAt('offers')
  const back = { token: review.token, 'home[0].water_backup.shown': '5000', 'home[0].water_backup': '' }
  expect(await visitor.send('/portal/quotes/coverage', back)).toMatchObject({ status: 303 })
  expect((await homeNow())?.water_backup).toBeUndefined()
})

test('what was offered beside the policy is answered by itself, kept with the signature, and a yes reaches staff', async () => {
  const { uid, homeowner } = await selectedHomeowner(service, key, { sandbox: true })
  const visitor = await signedInHomeowner(service, homeowner)
  const page = await visitor.open('/portal/sign')
  expect(page.text).toContain('Flood insurance is a policy of its own.')
  expect(page.text).not.toMatch(/name="offered\.[^>]* checked/)
  await homeowner.sign({ offered: { flood: 'no', higher_limits: 'yes' } })
  const [offered] = (await evidenceOf(service, uid)).filter(({ purpose }) => purpose === 'offered_coverages')
  expect(offered).toMatchObject({ proof: 'portal_session' })
  const notes = (await notesOf(service.app, uid)).map(({ words }) => words)
  expect(notes).toContainEqual(expect.stringContaining('asked to be contacted about: Higher limits.'))
})
