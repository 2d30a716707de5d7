import type { Page } from 'playwright-core'
import { DAY, HOUR, MINUTE } from '../src/platform/lib/clock.ts'
import { call, requestCode } from '../test/support/people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../test/support/people/homeowner-applications.ts'
import { dashboardLink } from '../test/support/people/signed-in-operator.ts'
import { withOwnService } from './own-service.ts'

const PLACES = [
  { city: 'Springfield', state: 'IL', zip: '62704' },
  { city: 'Portland', state: 'OR', zip: '97214' },
  { city: 'Sacramento', state: 'CA', zip: '95819' },
  { city: 'Austin', state: 'TX', zip: '78704' },
  { city: 'Columbus', state: 'OH', zip: '43215' },
]

/** For each of the last thirty days: so many customers come, and so many of them are ready to be quoted. */
const DAYS =
  '2/1 1/0 3/1 0/0 1/1 2/2 3/1 2/1 4/2 3/2 1/0 0/0 2/2 3/2 5/3 4/2 3/3 2/1 1/1 3/2 4/3 6/4 3/2 4/3 1/1 2/1 5/3 6/4 4/3 7/4'
    .split(' ')
    .map(day => day.split('/').map(Number))

type Visit = { url: string; key: string }

const createRequest = async ({ url, key }: Visit, number: number, complete: boolean): Promise<string> => {
  const place = PLACES[number % PLACES.length]
  const whole = completeIntake({ ...place, property_type: number % 4 === 0 ? 'townhouse' : 'single_family' })
  const { roof_type: _, ...part } = whole.home[0] ?? {}
  const intake = complete ? whole : { ...whole, home: [part] }
  const { body } = await quotesCall(url, key, { intake, credit_check_authorized: complete })
  if (complete) await untilQuoted(url, key, body.uid)
  return String(body.uid)
}

/** An operator with a month behind it. */
const aMonth = async (visit: Visit, pass: (milliseconds: number) => void): Promise<void> => {
  let number = 0
  for (const [day, [all = 0, complete = 0]] of DAYS.entries()) {
    if (day > 0) pass(DAY)
    for (let at = 0; at < all; at++) await createRequest(visit, ++number, at < complete)
  }
}

/** Each page of the operator dashboard, in the order in which somebody would see it. */
export const dashboardScreens = async (
  tab: Page,
  shoot: (name: string) => Promise<unknown>,
  { url, key, uid }: Visit & { uid: string },
): Promise<void> => {
  await tab.goto(await dashboardLink(url, key, '?limit=10'))
  await tab.getByRole('button', { name: 'Continue' }).click()
  await tab.waitForURL(/\/dashboard\?/)
  await shoot('dashboard')
  await tab.goto(`${url}/dashboard/requests/${uid}`)
  await shoot('dashboard-request')
  await tab.goto(`${url}/dashboard/key`)
  await shoot('dashboard-key')
}

/** A service of its own, whose operator has a month behind it. */
export const withMonth = (work: (visit: Visit & { uid: string }) => Promise<void>): Promise<void> =>
  withOwnService({ ago: 29 * DAY + 2 * HOUR }, async ({ url, pass }) => {
    const email = 'agents@maple-realty.example'
    const otp = await requestCode(url, email)
    const { body } = await call(`${url}/api/agent/key/confirm`, {
      body: { email, otp, organization_name: 'Maple Realty' },
    })
    const visit = { url, key: String(body.api_key) }
    await aMonth(visit, pass)
    const uid = await createRequest(visit, 1, false)
    pass(20 * MINUTE)
    await work({ ...visit, uid })
  })
