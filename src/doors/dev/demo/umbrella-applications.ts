import { listDocuments, recordReview } from '../../../agency/documents/documents.ts'
import { transact } from '../../../platform/db/transact.ts'
import { holdJobsAbout } from '../../../platform/jobs/store.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { ReviewedStatus } from '../../../products/line/reviewed-purchase/application/lifecycle.ts'
import { exampleIntake } from '../../../products/umbrella/examples.ts'
import { umbrella } from '../../../products/umbrella/line.ts'
import { documents } from '../../../products/umbrella/offer.ts'
import { callApi, type DemoOperator } from './demo-site.ts'
import { CITY, type DemoPerson } from './people.ts'

type UploadType = keyof typeof documents.types

const POLICIES: Record<UploadType, string> = {
  declarations: 'homeowners policy',
  auto_declarations: 'auto policy',
}

const declarationsPage = async (type: UploadType, fullName: string): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'LETTER', info: { Title: 'Demonstration' } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise(resolve => document.on('end', resolve))
  document.fontSize(18).text('Demonstration, not insurance').moveDown()
  document.fontSize(12).text(`This stands for the declarations page of the ${POLICIES[type]} of ${fullName}.`)
  document.text('The person and the policy are invented. Accept or reject the page at the desk.')
  document.end()
  await written
  return Buffer.concat(chunks)
}

const AGENCY_PAY = 'Brindlemoor'

const STAFF = 'staff:demonstration'

type Household = { values?: object; sandbox?: boolean }

const operate = (site: DemoOperator, operation: string, body: object) =>
  callApi(site, `/api/agent/umbrella/${operation}`, body)

const householdOf = ({ street, ...person }: DemoPerson, values: object) => ({
  ...exampleIntake,
  ...person,
  license_state: CITY.state,
  license_number: 'B12345678901',
  address: { street, ...CITY },
  ...values,
})

const lastAnswers = ({ app }: DemoOperator) => ({
  vehicles: [
    { year: 2020, make: 'Toyota', model: 'Camry' },
    { year: 2017, make: 'Subaru', model: 'Outback' },
  ],
  effective_date: later(app.clock.now(), 14 * DAY)
    .toISOString()
    .slice(0, 10),
  prior_carrier: 'none',
})

const draft = (site: DemoOperator, person: DemoPerson, { values = {}, sandbox = false }: Household = {}) =>
  operate(site, 'draft', { intake: householdOf(person, values), sandbox })

const submit = async (site: DemoOperator, person: DemoPerson, household?: Household): Promise<string> => {
  const { uid, review_token } = await draft(site, person, household)
  await operate(site, 'quotes', { uid, review_token, review_confirmed: true })
  return String(uid)
}

const quoted = async (site: DemoOperator, person: DemoPerson, household?: Household): Promise<string> => {
  const uid = await submit(site, person, household)
  await site.runJobs()
  return uid
}

type Offer = { carrier: string; selection_token: string }
type Choice = { agencyPays?: boolean; consent?: boolean }

const choose = async (
  site: DemoOperator,
  uid: string,
  { agencyPays = false, consent = true }: Choice = {},
): Promise<string> => {
  const { offers } = await operate(site, 'status', { uid })
  const offer = (offers as Offer[]).find(({ carrier }) => carrier.includes(AGENCY_PAY) === agencyPays)
  await operate(site, 'select', {
    uid,
    selection_token: offer?.selection_token,
    selection_confirmed: true,
    ...(consent && { credit_consent: { answer: 'Yes', collected_from_user: true } }),
  })
  return uid
}

const ready = async (
  site: DemoOperator,
  person: DemoPerson,
  { values, sandbox = false, ...choice }: Household & Choice = {},
): Promise<string> => {
  const household = { sandbox, values: { ...lastAnswers(site), ...values } }
  return choose(site, await quoted(site, person, household), choice)
}

const buy = async (
  site: DemoOperator,
  person: DemoPerson,
  purchase?: Household & Choice,
): Promise<string> => {
  const uid = await ready(site, person, purchase)
  await operate(site, 'bind', { uid, bind_confirmed: true })
  return uid
}

const bought = async (
  site: DemoOperator,
  person: DemoPerson,
  purchase?: Household & Choice,
): Promise<string> => {
  const uid = await buy(site, person, purchase)
  await site.runJobs()
  return uid
}

const inReview = async (site: DemoOperator, person: DemoPerson): Promise<string> => {
  const uid = await bought(site, person, { agencyPays: true })
  const attachments = await Promise.all(
    keysOf(documents.types).map(async type => ({
      type,
      filename: `${type}.pdf`,
      content: (await declarationsPage(type, person.full_name)).toString('base64'),
    })),
  )
  await operate(site, 'attach', { uid, attachments })
  await site.runJobs()
  return uid
}

const acceptDocuments = async ({ app }: DemoOperator, uid: string): Promise<void> => {
  for (const document of await listDocuments(app, uid))
    await transact(app, async inside => {
      await recordReview(inside, document.document_id, { status: 'accepted', reason: null, by: STAFF })
      await umbrella.desk.documentReviewed(inside, document, STAFF)
    })
}

const QUESTION = 'Please tell us who drives the second car.'

type Make = (site: DemoOperator, person: DemoPerson) => Promise<unknown>

export const umbrellaApplications: Record<ReviewedStatus, Make> = {
  needs_more_info: (site, person) => draft(site, person, { values: { license_number: undefined } }),
  ready_for_review: (site, person) => draft(site, person),
  ineligible: (site, person) => draft(site, person, { values: { household_open_claim: true } }),
  pending_quotes: async (site, person) => holdJobsAbout(site.app.db, await submit(site, person)),
  quoted: (site, person) => quoted(site, person),
  no_quotes: (site, person) => quoted(site, person, { values: { jet_skis: 12 }, sandbox: true }),
  credit_consent_required: (site, person) => ready(site, person, { consent: false }),
  needs_more_info_to_bind: async (site, person) => choose(site, await quoted(site, person)),
  ready_to_finalize: (site, person) => ready(site, person),
  signature_needed: (site, person) => bought(site, person, { values: { jet_skis: 19 }, sandbox: true }),
  chosen: async (site, person) => holdJobsAbout(site.app.db, await buy(site, person)),
  documents_needed: (site, person) => bought(site, person, { agencyPays: true }),
  documents_pending_review: inReview,
  payment_needed: async (site, person) => acceptDocuments(site, await inReview(site, person)),
  async waiting_on_carrier(site, person) {
    const uid = await buy(site, person)
    await site.runJobs(['place_umbrella'])
    await holdJobsAbout(site.app.db, uid)
  },
  async info_requested(site, person) {
    const uid = await inReview(site, person)
    await transact(site.app, inside =>
      umbrella.desk.infoAsked(inside, { uid, question: QUESTION, fields: [] }, STAFF),
    )
  },
  blocked: (site, person) => bought(site, person, { values: { jet_skis: 14 }, sandbox: true }),
  bound: (site, person) => bought(site, person),
}
