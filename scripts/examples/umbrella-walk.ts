import { exampleEstimates, exampleIntake } from '../../src/products/umbrella/examples.ts'
import { jpegOf } from '../../test/support/browser/pictures.ts'
import type { Recorder } from './recorder.ts'
import type { Site } from './site.ts'

const { license_number, felony, ...household } = exampleIntake

/** For this carrier the agency collects documents and payment. */
const AGENCY_PAY = 'Brindlemoor'

type Offer = { carrier: string; selection_token: string }

export const agencyPaid = (body: Record<string, unknown>): string =>
  String((body.offers as Offer[]).find(({ carrier }) => carrier.includes(AGENCY_PAY))?.selection_token)

export const consent = { answer: 'Yes', collected_from_user: true }

export const bindAnswers = {
  vehicles: [
    { year: 2020, make: 'Toyota', model: 'Camry' },
    { year: 2017, make: 'Subaru', model: 'Outback' },
  ],
  effective_date: '2026-03-16',
  prior_carrier: 'none',
}

export const attachments = ['declarations', 'auto_declarations'].map(type => ({
  type,
  filename: `${type}.jpg`,
  content: jpegOf(800, 600).toString('base64'),
}))

const quoted = async (recorder: Recorder, site: Site, key: string) => {
  const started = await recorder.take(
    'umbrellaDraft',
    { name: 'start', summary: 'Send what you know; the response asks the next question' },
    { key, body: { sandbox: true, intake: household, field_estimates: exampleEstimates } },
  )
  const { uid } = started.body
  const complete = await recorder.take(
    'umbrellaDraft',
    { name: 'complete', summary: 'Send the rest: ready for the buyer’s review' },
    { key, body: { uid, intake: { license_number, felony } } },
  )
  const { review_token } = complete.body
  const quotes = { key, body: { uid, review_token, review_confirmed: true } }
  await recorder.take(
    'umbrellaQuotes',
    { name: 'submit', summary: 'The buyer confirmed the review; submit', status: 202 },
    quotes,
  )
  await site.work()
  const { body } = await recorder.take(
    'umbrellaQuotes',
    { name: 'offers', summary: 'Poll: the offers are ready' },
    quotes,
  )
  return { uid, offers: body }
}

export const umbrellaWalk = async (recorder: Recorder, site: Site, key: string): Promise<void> => {
  const { uid, offers } = await quoted(recorder, site, key)
  const choice = { uid, selection_token: agencyPaid(offers), selection_confirmed: true }
  await recorder.take(
    'umbrellaSelect',
    { name: 'choose', summary: 'Choose an offer; consent is still missing' },
    { key, body: choice },
  )
  await recorder.take(
    'umbrellaSelect',
    { name: 'offered', summary: 'Consent before the last answers is kept as offered' },
    { key, body: { ...choice, credit_consent: consent } },
  )
  await recorder.take(
    'umbrellaBind',
    { name: 'answer', summary: 'The last answers' },
    { key, body: { uid, intake: bindAnswers } },
  )
  await recorder.take(
    'umbrellaSelect',
    { name: 'consent', summary: 'The buyer consents to the complete application' },
    { key, body: { ...choice, credit_consent: consent } },
  )
  await recorder.take(
    'umbrellaBind',
    { name: 'preview', summary: 'Send only the uid to see what would be bought' },
    { key, body: { uid } },
  )
  await recorder.take(
    'umbrellaBind',
    { name: 'commit', summary: 'The buyer confirmed: buy' },
    { key, body: { uid, bind_confirmed: true } },
  )
  await site.work()
  await recorder.take(
    'umbrellaStatus',
    { name: 'documents', summary: 'Documents are needed' },
    { key, body: { uid } },
  )
  await recorder.take(
    'umbrellaAttach',
    { name: 'attach', summary: 'Both documents in one call' },
    { key, body: { uid, attachments } },
  )
  await site.work()
  await recorder.take('umbrellaStatus', { name: 'bound', summary: 'The policy' }, { key, body: { uid } })
  const listed = await recorder.take(
    'listPolicies',
    { name: 'ending', summary: 'Policies that end before a day' },
    { key, query: { ends_before: '2028-01-01' } },
  )
  const [policy] = listed.body.policies as { policy_id: string }[]
  await recorder.take(
    'getPolicy',
    { name: 'as_of', summary: 'One policy, as of a day' },
    { key, path: { policy_id: String(policy?.policy_id) }, query: { as_of: '2026-06-01' } },
  )
  await recorder.take(
    'requestPolicyChange',
    { name: 'preview', summary: 'A preview: nothing is sent yet' },
    { key, body: { uid, kind: 'documents', details: 'A copy of the binder, please.' } },
  )
  await recorder.take(
    'getReceipt',
    { name: 'whole', summary: 'Every act of the purchase' },
    { key, query: { uid: String(uid) } },
  )
  await recorder.take('umbrellaDashboard', { name: 'rows', summary: 'Newest first' }, { key })
  await recorder.take(
    'getUmbrellaStatus',
    { name: 'bound', summary: 'The policy' },
    { key, query: { uid: String(uid) } },
  )
}
