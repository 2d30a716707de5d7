import { noticesShown } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { fail } from '../../../platform/errors.ts'
import type { Consenting } from '../../line/acts/actor.ts'
import { refuseOtherPage, refuseUnanswered, type SentSignature, sign } from '../../line/acts/sign.ts'
import { claimProperties, type Property } from '../../line/buying/one-purchase-per-property.ts'
import { placeOrders } from '../../line/buying/place-orders.ts'
import { signatureBehind } from '../../line/buying/signature.ts'
import { signatureDisclosures as disclosures } from '../application/consent-words.ts'
import { refuseUnlessOpen } from '../intake/editable.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
  type PersonCaller,
} from '../intake/intake.ts'
import { moveHomeowners } from '../intake/writer.ts'
import { type HomeOfferRow, homeOffers } from '../quoting/offers.ts'
import { tellSigned } from './notify.ts'
import { homeOrderFacts } from './order-facts.ts'
import { heldPayment, homeBilling } from './payment.ts'
import { itemsIn, reviewOf } from './review.ts'
import { refuseEnded, refuseUnsold } from './selection-rules.ts'
import {
  homeNotices,
  homeOffered,
  homesIn,
  selectedOffers,
  signingProblems,
  signTokenOf,
  startDates,
} from './signing.ts'

export type BindInput = SentSignature & { effective_date: string; disclosures_accepted: boolean }

const NOTHING_SELECTED = 'No offer is selected. Choose one for each home to insure now.'

const refuseUnconfirmed = (
  { application, status: current_status }: HomeownersIntakeRecord,
  selected: readonly HomeOfferRow[],
): void => {
  const open = itemsIn(reviewOf(application, homesIn(application, selected)))
  if (open.length === 0) return
  fail('conflict', {
    message: 'Some answers about the home are still estimates. Confirm or correct them first.',
    fields: open.map(({ name }) => ({ path: name, code: 'estimate_unconfirmed' })),
    current_status,
  })
}

export const offersToBind = async (app: App, intake: HomeownersIntakeRecord): Promise<HomeOfferRow[]> => {
  await refuseUnlessOpen(app, intake, 'homeowner')
  const { status: current_status, application } = intake
  if (current_status !== 'selected') fail('conflict', { message: NOTHING_SELECTED, current_status })
  const selected = selectedOffers(application, await homeOffers.list(app.db, intake))
  if (selected.length === 0) fail('conflict', { message: NOTHING_SELECTED, current_status })
  refuseEnded(selected, { now: app.clock.now(), current_status })
  await refuseUnsold(app, intake, selected)
  refuseUnconfirmed(intake, selected)
  return selected
}

export const propertiesIn = (
  { application: { homes, allowed_purchases = [] } }: HomeownersIntakeRecord,
  offers: readonly HomeOfferRow[],
  starts_on: string,
) =>
  homes.flatMap((address, index) => {
    const { property_id: item } = address
    return item !== null && offers.some(row => row.item === item)
      ? [{ item, path: `home[${index}]`, address, starts_on, isAllowed: allowed_purchases.includes(item) }]
      : []
  })

type ToSign = { intake: HomeownersIntakeRecord; input: BindInput; offers: readonly HomeOfferRow[] }

const checkSigned = (app: App, actor: Consenting, { intake, input, offers }: ToSign): void => {
  const { application, status } = intake
  refuseOtherPage(actor, input, { status, token: signTokenOf(application, offers), disclosures })
  const { full_name = '' } = application.applicant
  const dates = startDates(homesIn(application, offers), app.clock.now())
  const fields = signingProblems(input, { ...dates, full_name })
  if (fields.length > 0) fail('invalid_request', { fields })
  refuseUnanswered(app, intake, { offered: homeOffered(application, offers), answers: input.offered })
}

/** Does not reveal to strangers that the home is insured. */
const refuseHeld = (
  { config: { agency } }: App,
  { status }: HomeownersIntakeRecord,
  { path }: Property,
): never =>
  fail('conflict', {
    message: `This purchase can’t be completed online. To continue, ${contactWords(agency)}.`,
    current_status: status,
    fields: [{ path, code: 'agency_needed', expected: 'a purchase that the agency allows' }],
  })

type Agreed = {
  intake: HomeownersIntakeRecord
  offers: readonly HomeOfferRow[]
  evidence: { signature_id: string; records_consent_id: string | null }
  effective_date: string
  signed_name?: string
}

export const orderSelected = async (
  app: App,
  caller: PersonCaller,
  { intake, offers, evidence, effective_date, signed_name }: Agreed,
): Promise<HomeownersIntakeRecord> => {
  const { signature_id } = evidence
  const { sandbox } = intake
  const properties = propertiesIn(intake, offers, effective_date)
  const [held] = await claimProperties(app, { ...intake, isProven: true }, properties)
  if (held) refuseHeld(app, intake, held)
  const payment = await heldPayment(app, intake, { offers, effective_date, signature_id })
  const signature = await signatureBehind(app, signature_id, { signed_name, sandbox })
  const orders = await placeOrders(
    app,
    { uid: intake.uid, job: 'bind_homeowners' },
    offers.map(row => ({
      offer: row,
      evidence,
      facts: order_id =>
        homeOrderFacts(app, intake, {
          order_id,
          row,
          effective_date,
          signature,
          consent_id: signature_id,
          payment,
        }),
    })),
  )
  return moveHomeowners(
    app,
    intake,
    { application: { ...intake.application, start_date: effective_date } },
    { actor: actorOf(caller).name, event: 'bind_ordered', facts: { orders, effective_date } },
  )
}

/** If two tabs sign at once, the second waits for the intake's lock and finds the first one's orders. */
export const signAndOrder = async (
  app: App,
  caller: HomeownerCaller,
  input: BindInput,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  const offers = await offersToBind(app, intake)
  const actor = actorOf(caller)
  checkSigned(app, actor, { intake, input, offers })
  const { application } = intake
  const { effective_date, signed_name } = input
  const { texts, ...evidence } = await sign(app, actor, intake, {
    disclosures,
    notices: noticesShown(homeNotices(application, offers)),
    offered: { list: homeOffered(application, offers), answers: input.offered },
    application,
    offers: { offer_ids: offers.map(({ offer_id }) => offer_id) },
    signed: {
      application,
      effective_date,
      signed_name,
      billing: offers.map(row => homeBilling(application, row)),
    },
  })
  await tellSigned(app, intake, { texts, signed_name: signed_name.trim() })
  return orderSelected(app, caller, {
    intake,
    offers,
    evidence,
    effective_date,
    signed_name: signed_name.trim(),
  })
}
