import { transact } from '../../../platform/db/transact.ts'
import { holdJobsAbout } from '../../../platform/jobs/store.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { withdraw } from '../../../products/homeowners/answering/withdraw.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import type { HomeownersStatus } from '../../../products/homeowners/application/lifecycle.ts'
import { signAndOrder } from '../../../products/homeowners/buying/bind.ts'
import { confirmEstimates } from '../../../products/homeowners/buying/confirm.ts'
import { itemsIn } from '../../../products/homeowners/buying/review.ts'
import { selectOffers } from '../../../products/homeowners/buying/select.ts'
import { type HomeownerCaller, readOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import { portalView } from '../../../products/homeowners/portal/view.ts'
import { lines } from '../../../products/lines.ts'
import { callApi, type DemoOperator } from './demo-site.ts'
import { CITY, type DemoPerson } from './people.ts'

const QUOTES = '/api/agent/homeowners/quotes'

const LONG_AGO = 31 * DAY

const intakeOf = ({ street, ...person }: DemoPerson, home: object = {}) => ({
  ...exampleIntake,
  ...person,
  home: exampleIntake.home.map(example => ({ ...example, ...CITY, street, ...home })),
})

const submit = async (site: DemoOperator, person: DemoPerson): Promise<string> => {
  const { uid } = await callApi(site, QUOTES, { intake: intakeOf(person), credit_check_authorized: true })
  return String(uid)
}

const quoted = async (site: DemoOperator, person: DemoPerson): Promise<string> => {
  const uid = await submit(site, person)
  await site.runJobs()
  return uid
}

const callerOf = (uid: string): HomeownerCaller => ({
  kind: 'homeowner',
  uid,
  language: 'en',
  address: '127.0.0.1',
  userAgent: 'Bindery demonstration',
  scope: uid,
  credentialId: null,
})

const viewOf = async ({ app }: DemoOperator, caller: HomeownerCaller) =>
  portalView(app, await readOwnIntake(app, caller, caller.uid), caller.language)

const selected = async (site: DemoOperator, person: DemoPerson): Promise<string> => {
  const { app } = site
  const uid = await quoted(site, person)
  const caller = callerOf(uid)
  const { homes } = await viewOf(site, caller)
  const offer_ids = homes.flatMap(({ offers }) => offers[0]?.offer_id ?? [])
  await transact(app, inside => selectOffers(inside, caller, { offer_ids }))
  const { review } = await viewOf(site, caller)
  const items = itemsIn(review)
  const confirmed = items.filter(({ definition }) => !definition.material).map(({ name }) => name)
  const alone = items.filter(({ definition }) => definition.material).map(({ name, value }) => [name, value])
  const input = { review_token: review.token, confirmed, corrected: Object.fromEntries(alone) }
  await transact(app, inside => confirmEstimates(inside, caller, input))
  return uid
}

const sign = async (site: DemoOperator, uid: string): Promise<void> => {
  const caller = callerOf(uid)
  const { signing } = await viewOf(site, caller)
  if (!signing) throw new Error(`There is nothing to sign for ${uid}.`)
  const { token: sign_token, earliest_date: effective_date, full_name: signed_name } = signing
  await transact(site.app, inside =>
    signAndOrder(inside, caller, {
      sign_token,
      effective_date,
      signed_name,
      disclosures_accepted: true,
      disclosures_version: signing.disclosures.version,
      electronic_records_version: signing.electronicRecords.version,
    }),
  )
  await site.runJobs()
}

type Make = (site: DemoOperator, person: DemoPerson) => Promise<void>

export const homeownersApplications: Record<HomeownersStatus, Make> = {
  async expired(site, person) {
    site.setAgo(LONG_AGO)
    const { uid } = await callApi(site, QUOTES, { intake: intakeOf(person, { roof_date: undefined }) })
    site.setAgo(0)
    await transact(site.app, inside => lines.homeowners.retention.erase(inside, String(uid)))
  },
  async needs_more_info(site, person) {
    const lacking = { roof_date: undefined, heating_type: undefined }
    await callApi(site, QUOTES, { intake: intakeOf(person, lacking) })
  },
  async pending_quotes(site, person) {
    await holdJobsAbout(site.app.db, await submit(site, person))
  },
  async quoted(site, person) {
    await quoted(site, person)
  },
  async selected(site, person) {
    await selected(site, person)
  },
  async bound(site, person) {
    await sign(site, await selected(site, person))
  },
  async withdrawn(site, person) {
    const uid = await quoted(site, person)
    await transact(site.app, inside => withdraw(inside, callerOf(uid)))
  },
}
