import { exampleIntake as home } from '../../src/products/homeowners/application/examples.ts'
import { exampleIntake as household } from '../../src/products/umbrella/examples.ts'
import type { Answer } from '../../test/support/people/client.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { Site } from './site.ts'
import { agencyPaid, attachments, bindAnswers, consent } from './umbrella-walk.ts'

/** Continues with the token from the latest response, as an assistant does. */
const follow = (recorder: Recorder, { body }: Answer) => {
  const path = { uid: String(body.uid) }
  let key = String(body.intake_access_token)
  const renewed = (answer: Answer): Answer => {
    key = String(answer.body.intake_access_token)
    return answer
  }
  return {
    take: async (id: string, recorded: Recorded, sent?: unknown) =>
      renewed(await recorder.take(id, recorded, { key, path, ...(sent !== undefined && { body: sent }) })),
    send: async (id: string, sent?: unknown) =>
      renewed(await recorder.send(id, { key, path, ...(sent !== undefined && { body: sent }) })),
  }
}

const [row] = home.home

const buyHome = async (recorder: Recorder, site: Site): Promise<void> => {
  const started = await recorder.take(
    'homeownersPrefill',
    { name: 'start', summary: 'What the assistant knows' },
    { body: { sandbox: true, intake: { ...home, home: [{ ...row, roof_date: undefined }] } } },
  )
  const shopper = follow(recorder, started)
  await shopper.take('intakeIssues', { name: 'missing', summary: 'Homeowners: what is missing' })
  await shopper.take(
    'intakePatch',
    { name: 'answer', summary: 'Homeowners: an answer' },
    { intake: { home: [{ roof_date: row?.roof_date }] } },
  )
  await shopper.take(
    'intakePatch',
    { name: 'submit', summary: 'Homeowners: confirmed and authorized', status: 202 },
    { confirm_submission: true, credit_check_authorized: true },
  )
  await site.work()
  await recorder.take(
    'shoppingStatus',
    { name: 'quoted', summary: 'The status, without personal data' },
    { query: { token: String(started.body.polling_token) } },
  )
  await recorder.take(
    'postShoppingStatus',
    { name: 'quoted', summary: 'The same, with the token in the body' },
    { body: { token: String(started.body.polling_token) } },
  )
  const offered = await shopper.take('intakeIssues', { name: 'offers', summary: 'Homeowners: the offers' })
  const [offer] = offered.body.offers as { offer_id: string }[]
  const chosen = await shopper.take(
    'intakeSelect',
    { name: 'choose', summary: 'Homeowners: the purchase preview' },
    { offer_id: offer?.offer_id },
  )
  await shopper.take(
    'intakeBind',
    { name: 'buy', summary: 'Homeowners: the person agreed', status: 202 },
    {
      preview_token: chosen.body.preview_token,
      bind_confirmed: true,
      effective_date: bindAnswers.effective_date,
    },
  )
  await site.work()
  await shopper.take('intakePolicy', { name: 'policy', summary: 'Homeowners: the policy' })
  await shopper.take(
    'intakePolicyRequest',
    { name: 'lender', summary: 'Homeowners: another lender, confirmed' },
    {
      kind: 'lender',
      details: 'New lender: First Bank, 1 Main Street, Peoria, IL; loan 42.',
      request_confirmed: true,
    },
  )
}

const { license_number, ...known } = household

const buyUmbrella = async (recorder: Recorder, site: Site): Promise<void> => {
  const started = await recorder.take(
    'umbrellaPrefill',
    { name: 'start', summary: 'What the assistant knows' },
    { body: { sandbox: true, intake: known } },
  )
  const shopper = follow(recorder, started)
  const { body: complete } = await shopper.send('intakePatch', { intake: { license_number } })
  await shopper.send('intakePatch', { confirm_submission: true, review_token: complete.review_token })
  await site.work()
  const { body } = await shopper.send('intakeIssues')
  await shopper.take(
    'intakeSelect',
    { name: 'consent', summary: 'Umbrella: an offer, the last answers and the person’s consent' },
    {
      selection_token: agencyPaid(body),
      selection_confirmed: true,
      credit_consent: consent,
      intake: bindAnswers,
    },
  )
  await shopper.take(
    'intakeBind',
    { name: 'preview', summary: 'Umbrella: what the person would buy, before they confirm' },
    {},
  )
  await shopper.send('intakeBind', { bind_confirmed: true })
  await site.work()
  await shopper.take(
    'intakeAttach',
    { name: 'attach', summary: 'Umbrella: both documents in one call' },
    { attachments },
  )
}

export const shopperWalk = async (recorder: Recorder, site: Site): Promise<void> => {
  await buyHome(recorder, site)
  await buyUmbrella(recorder, site)
}
