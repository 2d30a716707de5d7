import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HomeQuoteRequest } from '../../../src/agency/carriers/homeowners/carrier.ts'
import {
  isHomeQuoteRequest,
  isOrder,
  isUmbrellaQuoteRequest,
} from '../../../src/agency/carriers/openapi/request-schemas.ts'
import {
  type CarrierServer,
  homeOffer,
  startCarrier,
  umbrellaOffer,
} from '../../support/carriers/carrier-server.ts'
import { carriersFile } from '../../support/carriers/carriers-file.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { quotedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { readyToFinalize, umbrellaCall, untilStatus } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let key: string
let named: CarrierServer
let nameless: CarrierServer
const ended: (() => void)[] = []

const FACTS = {
  am_best: 'A+',
  phone: '800-555-0100',
  claims_phone: '800-555-0101',
  website: 'https://far.example',
}

beforeAll(async () => {
  named = await startCarrier()
  nameless = await startCarrier()
  for (const carrier of [named, nameless])
    carrier.behaviour = (response, _, request) => {
      const { request_id, risk } = request
      const quote_number = `Q-${request_id}`
      const offer =
        'coverage_limit' in risk
          ? umbrellaOffer({ quote_number, coverage_limit: 2_000_000 })
          : homeOffer({ quote_number })
      response.end(JSON.stringify({ request_id, ...offer }))
    }
  const both = (url: string) => ({
    url,
    umbrella_url: url,
    umbrella_states: ['IL'],
    workflow: 'carrier_direct',
    contract: 2,
  })
  const file = carriersFile(
    [
      { id: 'named', ...both(named.url), ...FACTS, commission_pct: 12 },
      { id: 'nameless', ...both(nameless.url), identified: false },
    ],
    act => ended.push(act),
  )
  service = await startTestService({ env: { RATE_LIMITS: 'off', DEMO_CARRIERS: 'off', CARRIERS_FILE: file } })
  key = await getKey(service.url, newEmail())
})
afterAll(async () => {
  await service.stop()
  await Promise.all([named.close(), nameless.close()])
  for (const act of ended) act()
})

/** Paths of all values in the parts that contract 2 adds. */
const pathsIn = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return value.flatMap((item, at) => pathsIn(item, `${path}[${at}]`))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) =>
      pathsIn(one, path === '' ? name : `${path}.${name}`),
    )
  return [path]
}

const unsourced = (request: object, parts: readonly string[]): string[] => {
  const { sources } = request as { sources: object }
  return parts
    .flatMap(part => pathsIn((request as Record<string, unknown>)[part] ?? [], part))
    .filter(path => !Object.hasOwn(sources, path))
}

const DETAILS = ['applicants', 'property', 'mailing_address', 'interests', 'prior_policy', 'wanted', 'losses']
const NAMED = ['applicants', 'property', 'mailing_address', 'interests', 'consents', 'permitted_purposes']

test('a homeowners request names people, property, interests and consents, each value with its source; one without names keeps to rating facts', async () => {
  const { homeowner } = await quotedHomeowner(service, key, {
    home: {
      prior_carrier: 'Oldfield',
      policy_expire: '2027-01-31',
      deductible_preference: 2500,
      ownership: 'trust',
      ownership_name: 'The Park Trust',
      loans: [{ lender_name: 'First Bank', loan_number: '77-1', rank: 1, escrow: true }],
      losses: [{ date: '2024-05-01', cause: 'water', amount_paid: 4000, open: false }],
      claims_last_5_years: 1,
    },
    applicant: {
      co_applicants: [{ full_name: 'Bo Park' }],
      mailing_address: 'PO Box 7, Springfield, IL 62704',
    },
  })
  const request = named.seen.at(-1)?.request as HomeQuoteRequest
  expect(isHomeQuoteRequest(request)).toBe(true)
  expect(request).toMatchObject({
    contract: 2,
    applicants: [
      { role: 'applicant', full_name: 'Ada Homeowner', birthday: '1980-04-12' },
      { role: 'co_applicant', full_name: 'Bo Park' },
    ],
    property: { city: 'Springfield', state: 'IL', zip: '62704' },
    mailing_address: 'PO Box 7, Springfield, IL 62704',
    prior_policy: { carrier: 'Oldfield', expires: '2027-01-31' },
    wanted: { start_date: '2027-01-31', deductible: 2500 },
    interests: [
      { kind: 'mortgagee', name: 'First Bank', loan_number: '77-1', rank: 1, escrow: true },
      { kind: 'title_holder', name: 'The Park Trust' },
    ],
    risk: { losses: [{ cause: 'water' }] },
    consents: [{ purpose: 'homeowners_soft_credit_check', proof: 'operator_attestation' }],
    permitted_purposes: ['underwriting', 'consumer_reports', 'insurance_score'],
  })
  expect(unsourced(request, DETAILS)).toEqual([])
  expect(request.sources['applicants[1].full_name']).toEqual({ kind: 'operator' })

  const seen = nameless.seen.at(-1)
  expect(isHomeQuoteRequest(seen?.request)).toBe(true)
  expect(Object.keys(seen?.request ?? {})).not.toEqual(expect.arrayContaining(NAMED.slice(0, 1)))
  for (const part of NAMED) expect(seen?.request).not.toHaveProperty(part)
  for (const secret of ['Ada', 'Bo Park', 'Elm Street', 'First Bank', 'Park Trust', '1980-04-12', 'PO Box'])
    expect(seen?.body).not.toContain(secret)

  const offers = (await homeowner.view()).homes[0]?.offers ?? []
  const far = offers.find(({ carrier }) => carrier === 'The named carrier')
  expect(far?.carrier_info).toEqual(FACTS)
  await homeowner.select([far?.offer_id ?? ''])
  await homeowner.confirmAll()
  await homeowner.sign()
  const bound = await homeowner.untilAt('bound')
  expect(bound.homes[0]?.policy?.carrier_info).toEqual(FACTS)
  const order = named.orders.at(-1)?.request
  expect(isOrder(order)).toBe(true)
  expect(order).toMatchObject({
    contract: 2,
    applicants: [{ full_name: 'Ada Homeowner' }, { full_name: 'Bo Park' }],
    interests: [{ name: 'First Bank' }, { name: 'The Park Trust' }],
    billing: { bill_to: 'carrier_direct', plan_id: null },
    signature: { kind: 'person' },
  })
  expect(unsourced(order ?? {}, ['applicants', 'interests'])).toEqual([])
})

test('an umbrella request names buyer, address, losses and limit without credit; its order adds drivers, licenses and vehicles', async () => {
  const at = { url: service.url, key }
  const { uid } = await readyToFinalize(at, {
    sandbox: false,
    carrier: 'The named carrier',
    values: {
      additional_drivers: [
        { full_name: 'Cy Buyer', birthday: '2001-02-03', license_state: 'IL', license_number: 'C777' },
      ],
    },
  })
  const request = named.seen.at(-1)?.request
  expect(isUmbrellaQuoteRequest(request)).toBe(true)
  expect(request).toMatchObject({
    contract: 2,
    applicants: [{ role: 'applicant', full_name: 'Ada Buyer' }],
    property: { city: 'Springfield' },
    losses: { in_last_5_years: false, open_claim: false },
    wanted: { coverage_limit: 2_000_000 },
    consents: [{ purpose: 'umbrella_application_review' }],
    permitted_purposes: ['underwriting'],
  })
  expect(unsourced(request ?? {}, DETAILS)).toEqual([])
  expect(named.seen.at(-1)?.body).not.toContain('C777')
  expect(nameless.seen.at(-1)?.body).not.toContain('Ada Buyer')
  await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  const { policy } = (await untilStatus(at, uid, ['bound'])).body
  expect(policy).toMatchObject({ carrier_info: FACTS })
  const order = named.orders.at(-1)?.request
  expect(isOrder(order)).toBe(true)
  expect(order).toMatchObject({
    contract: 2,
    permitted_purposes: ['underwriting', 'consumer_reports', 'insurance_score'],
    drivers: [
      { role: 'applicant', full_name: 'Ada Buyer', license_number: 'B12345678901' },
      { role: 'other', full_name: 'Cy Buyer', license_number: 'C777' },
    ],
    vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
  })
  expect(unsourced(order ?? {}, ['applicants', 'drivers', 'vehicles', 'interests'])).toEqual([])
})
