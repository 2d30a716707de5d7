import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transact } from '../../../src/platform/db/transact.ts'
import type { EstimatedRow } from '../../../src/platform/values/sourced.ts'
import { homeFields } from '../../../src/products/homeowners/application/fields.ts'
import { confirmEstimates } from '../../../src/products/homeowners/buying/confirm.ts'
import { itemsIn } from '../../../src/products/homeowners/buying/review.ts'
import { readOwnIntake } from '../../../src/products/homeowners/intake/intake.ts'
import { readIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { umbrellaFields } from '../../../src/products/umbrella/fields.ts'
import { answersOn } from '../../support/people/answered-alone.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { quotedHomeowner, refusal } from '../../support/people/homeowner-in-portal.ts'
import { provenBuyer } from '../../support/people/proven-buyer.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import type { Visitor } from '../../support/people/visitor.ts'
import { evidenceOf } from '../../support/runs/evidence.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
  key = await getKey(service.url, newEmail())
})
afterAll(() => service.stop())

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]

/** What a browser sends for a form that nobody touched. */
const untouched = (form: string): Record<string, string> => ({
  ...Object.fromEntries(
    [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([tag]) => {
      const name = attribute(tag, 'name')
      const isSent = !/type="(radio|checkbox|file)"/.test(tag) || / checked/.test(tag)
      return name === undefined || name === '_csrf' || !isSent ? [] : [[name, attribute(tag, 'value') ?? '']]
    }),
  ),
  ...Object.fromEntries(
    [...form.matchAll(/<select\b[^>]*name="([^"]+)"[\s\S]*?<\/select>/g)].map(([tag, name]) => [
      name,
      /<option value="([^"]*)" selected/.exec(tag)?.[1] ?? attribute(tag, 'value') ?? '',
    ]),
  ),
})

/** Presses every button of the page, and changes nothing else on it. */
const pressAll = async (visitor: Visitor, path: string): Promise<void> => {
  const { text } = await visitor.open(path)
  for (const [, head = '', inside = ''] of text.matchAll(
    /<form\b([^>]*method="post"[^>]*)>([\s\S]*?)<\/form>/g,
  ))
    for (const [button] of inside.matchAll(/<button\b[^>]*>/g)) {
      const to = attribute(button, 'formaction') ?? attribute(head, 'action') ?? path
      if (/language|sign-out|withdraw|\/end$/.test(to)) continue
      await visitor.send(to, untouched(inside))
    }
}

const saidByPerson = ({ sources = {}, locked }: EstimatedRow): string[] => [
  ...Object.entries(sources).flatMap(([name, origin]) => (origin === 'person' ? [name] : [])),
  ...locked,
]

const NO = { boolean: false, integer: 0, text: 'none', choice: 'not_rented' } as Record<string, unknown>

const negatives = (fields: object, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { kind }]) =>
      names.includes(name) && kind in NO ? [[name, NO[kind]]] : [],
    ),
  )

const estimatesOf = (names: readonly string[]) =>
  names.map(field => ({ field, source: 'crm', confidence: 'high' }))

const materialIn = (fields: object): string[] =>
  Object.entries(fields).flatMap(([name, { material }]) => (material ? [name] : []))

const ofHome = materialIn(homeFields).filter(name => name !== 'new_purchase')

test('with every control left alone, no page of a homeowner records an answer as theirs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.subarray(ofHome, { minLength: 1 }), async names => {
      const home = { ...negatives(homeFields, names), field_estimates: estimatesOf(names) }
      const { uid, homeowner } = await quotedHomeowner(service, key, { sandbox: true, home })
      await homeowner.selectBest()
      const visitor = await signedInHomeowner(service, homeowner)
      for (const path of ['/portal/quotes', '/portal/review', '/portal/sign']) await pressAll(visitor, path)
      const { application } = await readOwnIntake(service.app, homeowner.caller, uid)
      expect(application.homes.flatMap(saidByPerson)).toEqual([])
      expect(Object.values(application.sources ?? {})).not.toContain('person')
      const given = (await evidenceOf(service, uid)).map(({ purpose }) => purpose)
      expect(given).not.toContain('homeowners_estimates_review')
      expect(given).not.toContain('homeowners_application_signature')
    }),
    { numRuns: 2 },
  )
})

test('with every control left alone, the page of a buyer records no answer as theirs', async () => {
  const flagged = ['net_worth_numeric', 'vehicle_count', ...materialIn(umbrellaFields)]
  await fc.assert(
    fc.asyncProperty(fc.subarray(flagged, { minLength: 1 }), async names => {
      const household = { ...completeHousehold(), additional_drivers: [] }
      const sent = names.filter(name => Object.hasOwn(household, name))
      const { body } = await umbrellaCall({ url: service.url, key }, 'draft', {
        intake: household,
        field_estimates: estimatesOf(sent),
        sandbox: true,
      })
      const uid = String(body.uid)
      const buyer = await provenBuyer(service, { uid, email: household.email })
      await pressAll(buyer, buyer.path)
      const intake = await readIntake(service.app, uid)
      expect(intake?.status).toBe('ready_for_review')
      expect(saidByPerson(intake?.application.household ?? { field_estimates: [], locked: [] })).toEqual([])
      expect(await evidenceOf(service, uid)).toEqual([])
    }),
    { numRuns: 2 },
  )
})

test('each material fact is the person’s once they answered it, and no list confirms it for them', async () => {
  const { uid, homeowner } = await quotedHomeowner(service, key, { sandbox: true })
  await homeowner.selectBest()
  const { review } = await homeowner.view()
  const confirmed = itemsIn(review).map(({ name }) => name)
  const input = { review_token: review.token, confirmed, corrected: {} }
  const refused = await refusal(transact(service.app, app => confirmEstimates(app, homeowner.caller, input)))
  expect(refused).toMatchObject({
    code: 'invalid_request',
    fields: expect.arrayContaining([
      expect.objectContaining({ path: 'confirmed.home[0].claims_last_5_years' }),
    ]),
  })

  const visitor = await signedInHomeowner(service, homeowner)
  const page = (await visitor.open('/portal/review')).text
  const token = /name="token" value="([^"]*)"/.exec(page)?.[1] ?? ''
  const { 'home[0].claims_last_5_years.any': _, ...others } = answersOn(page)
  const one = await visitor.send('/portal/review/confirm', { token, ...others })
  expect(one.status).toBe(400)
  expect(one.text).toContain('Have you made a home insurance claim in the last five years? Choose Yes or No.')
  const both = { ...answersOn(page), 'home[0].claims_last_5_years': '2' }
  expect((await visitor.send('/portal/review/confirm', { token, ...both })).text).toContain(
    'You chose No. Clear what you entered, or choose Yes.',
  )
  const sent = await visitor.send('/portal/review/confirm', { token, ...answersOn(page) })
  expect(sent).toMatchObject({ status: 303, location: '/portal?note=confirmed' })
  const [home] = (await readOwnIntake(service.app, homeowner.caller, uid)).application.homes
  expect(home?.sources).toMatchObject({ claims_last_5_years: 'person', dog_bite_history: 'person' })
})
