import type { App } from '../../app.ts'
import { confirmedPreview } from '../../key/shopper.ts'
import { type Person, personOf, verificationOf } from '../../key/verification.ts'
import { withHintAdvice } from '../../line/fields/field-hints.ts'
import { pollPart, type Verification } from '../../line/wire/follow-up.ts'
import { policiesOf } from '../../policies/policies.ts'
import { softCreditCheck } from '../application/consent-words.ts'
import { purchasePreview } from '../buying/purchase-preview.ts'
import { isBinding } from '../intake/editable.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { quotesView } from '../operator/quotes-view.ts'
import { loginUrl } from '../quoting/portal-links.ts'
import type { HomeownersFollowUp } from './schema.ts'
import { shopperInstructions, shopperSummary } from './words.ts'

type Part = Partial<HomeownersFollowUp> & Pick<HomeownersFollowUp, 'status'>

const policiesPart = async (app: App, uid: string) => {
  const url = loginUrl(app, uid)
  const policies = await policiesOf(app, uid)
  return policies.map(({ item, documents, ...policy }) => ({
    property_id: item,
    policy_number: policy.policy_number,
    carrier: policy.carrier,
    annual_price: policy.annual_price,
    effective_date: policy.effective_date,
    expiration_date: policy.expiration_date,
    documents: documents.map(({ filename }) => ({ name: filename, url })),
  }))
}

const selectedPart = async (app: App, intake: HomeownersIntakeRecord): Promise<Part> => {
  if (await isBinding(app, intake)) return { status: 'waiting_on_carrier' }
  const preview = await purchasePreview(app, intake)
  if (!preview) return { status: 'quoted' }
  return (await confirmedPreview(app, intake.uid)) === preview.preview_token
    ? { status: 'signature_needed', ...preview, signature_url: loginUrl(app, intake.uid) }
    : { status: 'ready_to_finalize', ...preview }
}

const partOf = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { status, missing_fields }: Awaited<ReturnType<typeof quotesView>>,
): Promise<Part> => {
  if (intake.status === 'selected') return selectedPart(app, intake)
  if (intake.status === 'bound') return { status: 'bound', policies: await policiesPart(app, intake.uid) }
  return missing_fields.join() === 'credit_check_authorized'
    ? { status, credit_consent_question: { version: softCreditCheck.version, text: softCreditCheck.words } }
    : { status }
}

export const homeownerOf = (intake: HomeownersIntakeRecord): Person =>
  personOf(intake, intake.application.applicant, 'home insurance')

export const shopperView = async (
  app: App,
  intake: HomeownersIntakeRecord,
  asked?: Verification,
): Promise<HomeownersFollowUp> => {
  const { uid, sandbox } = intake
  const seen = await quotesView(app, intake)
  const part = await partOf(app, intake, seen)
  const { missing_fields, detail_status, offers = [] } = seen
  const facts = {
    status: part.status,
    ...(detail_status && { detail_status }),
    missing_fields,
    offers: offers.length,
    sandbox,
  }
  const verification =
    asked ?? (intake.status === 'bound' ? null : await verificationOf(app, homeownerOf(intake)))
  return {
    ...seen,
    ...part,
    response_summary: shopperSummary(facts) ?? seen.response_summary,
    ...(verification && { verification }),
    ...pollPart(app, uid),
    agent_instructions: withHintAdvice(shopperInstructions(facts), seen),
  }
}
