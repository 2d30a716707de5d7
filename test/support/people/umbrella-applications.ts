import type { BuyerCaller } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { PATIENCE_MS, until } from '../runs/until.ts'
import { type Answer, call } from './client.ts'

let buyers = 0

/** A complete application of a plain household; every call makes another buyer. */
export const completeHousehold = (values: object = {}) => ({
  full_name: 'Ada Buyer',
  email: `buyer-${process.pid}-${++buyers}@example.com`,
  phone_number: '217-555-0100',
  birthday: '1980-04-12',
  marital_status: 'single',
  license_state: 'IL',
  license_number: 'B12345678901',
  address: { street: `${buyers} Elm Street`, city: 'Springfield', state: 'IL', zip: '62704' },
  net_worth_numeric: '$1.8M',
  desired_coverage_limit: 2_000_000,
  vehicle_count: 1,
  motorcycles: 0,
  antique_vehicles: 0,
  jet_skis: 0,
  large_watercraft: 0,
  property_count: 1,
  non_us_property_count: 0,
  drivers_under_22: 0,
  drivers_over_70: 0,
  moving_violations: 0,
  at_fault_accidents: 0,
  current_auto_coverages: '250_500_100',
  auto_has_insurance: true,
  professional_entertainer_or_public_figure: false,
  household_open_claim: false,
  liability_loss_in_last_5_years: false,
  four_or_more_losses_over_25k: false,
  reckless_driving_conviction: false,
  felony: false,
  ...values,
})

/** What is asked before the purchase. */
export const bindAnswers = (now = new Date()) => ({
  vehicles: [{ year: 2020, make: 'Toyota', model: 'Camry' }],
  effective_date: new Date(now.getTime() + 7 * 86_400_000).toISOString().slice(0, 10),
  prior_carrier: 'none',
})

/** The buyer, on the review page. */
export const buyer = (uid: string): BuyerCaller => ({
  kind: 'buyer',
  uid,
  language: 'en',
  address: '203.0.113.9',
  userAgent: 'a browser',
  scope: null,
  credentialId: null,
})

export type UmbrellaOperation = 'draft' | 'quotes' | 'select' | 'bind' | 'status' | 'attach'

export const umbrellaCall = (
  { url, key }: { url: string; key: string },
  operation: UmbrellaOperation,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> => call(`${url}/api/agent/umbrella/${operation}`, { key, body, headers })

/** Polls as an agent would, until the purchase is in one of these states. */
export const untilStatus = (
  at: { url: string; key: string },
  uid: unknown,
  statuses: readonly string[],
  withinMs = PATIENCE_MS,
): Promise<Answer> =>
  until(
    async () => {
      const answer = await umbrellaCall(at, 'status', { uid })
      return statuses.includes(String(answer.body.status)) ? answer : null
    },
    { withinMs },
  ) as Promise<Answer>

export const yes = { answer: 'Yes', collected_from_user: true }

type Walk = { sandbox?: boolean; carrier?: string; values?: object }

/** From the first draft to an offer that waits to be bought, as an agent would go. */
export const readyToFinalize = async (
  at: { url: string; key: string },
  { sandbox = true, carrier = '', values = {} }: Walk = {},
): Promise<{ uid: string; email: string }> => {
  const intake = completeHousehold({ ...bindAnswers(), ...values })
  const drafted = await umbrellaCall(at, 'draft', { intake, sandbox })
  if (drafted.status !== 200) throw new Error(drafted.text)
  const { uid, review_token } = drafted.body
  await umbrellaCall(at, 'quotes', { uid, review_token, review_confirmed: true })
  const { offers } = (await untilStatus(at, uid, ['quoted'])).body
  const offer = (offers as { carrier: string; selection_token: string }[]).find(one =>
    one.carrier.includes(carrier),
  )
  const selected = await umbrellaCall(at, 'select', {
    uid,
    selection_token: offer?.selection_token,
    selection_confirmed: true,
    credit_consent: yes,
  })
  if (selected.body.status !== 'ready_to_finalize') throw new Error(selected.text)
  return { uid: String(uid), email: intake.email }
}
