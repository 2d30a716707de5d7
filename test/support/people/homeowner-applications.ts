import { PATIENCE_MS, until } from '../runs/until.ts'
import { type Answer, call } from './client.ts'

let homes = 0

/** A complete application but for the homeowner's authorization; every call makes another home. */
export const completeIntake = (home: object = {}, applicant: object = {}) => ({
  full_name: 'Ada Homeowner',
  email: `ada-${process.pid}-${++homes}@example.com`,
  birthday: '1980-04-12',
  home: [
    {
      street: `${homes} Elm Street`,
      city: 'Springfield',
      state: 'IL',
      zip: '62704',
      home_ownership: 'owned_primary',
      property_type: 'single_family',
      home_sqft: 1800,
      build_date: '1995',
      roof_date: '2018',
      roof_type: 'architectural_shingle',
      siding_type: 'vinyl',
      heating_type: 'gas_hot_air',
      new_purchase: false,
      ...home,
    },
  ],
  ...applicant,
})

export const quotesCall = (url: string, key: string, body: unknown, headers: Record<string, string> = {}) =>
  call(`${url}/api/agent/homeowners/quotes`, { key, body, headers })

/** Polls as an agent would, until the offers are there. */
export const untilQuoted = async (
  url: string,
  key: string,
  uid: unknown,
  withinMs = PATIENCE_MS,
): Promise<Answer> =>
  until(
    async () => {
      const answer = await quotesCall(url, key, { uid })
      return answer.body.status === 'quoted' ? answer : null
    },
    { withinMs },
  ) as Promise<Answer>
