import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { Notice, noticesBefore, noticesShown } from '../../../../agency/rules/notices.ts'
import { type OfferedCoverage, offeredBefore } from '../../../../agency/rules/offered.ts'
import type { App } from '../../../../platform/app.ts'
import { canonicalJson } from '../../../../platform/lib/canonical-json.ts'
import { wireBilling } from '../../buying/billing.ts'
import { WirePayment } from '../../wire/payment-schema.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { carriersIn, householdPlace, type ReviewedOfferRow, selectedOffer } from '../quoting/offers.ts'
import { lineOf, perLine, schemaId } from '../reviewed-line.ts'
import { purchaseBilling, rehearsedIn, usuallyBilled } from './billing.ts'

const closed = { additionalProperties: false } as const
const dollars = Type.Integer({ minimum: 0 })

export const purchasePreviewSchema = perLine(line =>
  Type.Object(
    {
      carrier: Type.String(),
      annual_price: Type.Integer({ minimum: 0, description: 'Whole dollars a year.' }),
      coverage_limit: dollars,
      coverages: Type.Array(Type.Object({ label: Type.String(), amount: Type.String() }, closed)),
      payment: WirePayment,
      effective_date: Type.String({ format: 'date' }),
      offer_expires_at: Type.String({ format: 'date-time' }),
      signature_required: Type.Boolean({
        description: 'True when the carrier requires the buyer’s own signature. They then sign at sign_url.',
      }),
      notices: Type.Array(Notice, { description: 'What the law wants the buyer to read before they buy.' }),
    },
    {
      $id: schemaId(line, 'PurchasePreview'),
      ...closed,
      description: 'What would be bought: show all of it.',
    },
  ),
)

export const offeredFor = ({ line, application }: ReviewedIntake): OfferedCoverage[] =>
  offeredBefore([{ line, state: application.household.state ?? '' }])

export const noticesFor = (
  intake: Pick<ReviewedIntake, 'line' | 'application'>,
  { offer }: Pick<ReviewedOfferRow, 'offer'>,
): Notice[] =>
  noticesBefore({
    line: intake.line,
    state: householdPlace(intake).state,
    surplus: offer.admitted === false,
    windDeductible: false,
  })

export const requiresSignature = (
  app: App,
  intake: ReviewedIntake,
  { carrier_id }: ReviewedOfferRow,
): boolean => {
  if (intake.sandbox) return rehearsedIn(intake) === 'signature_at_bind'
  const carrier = carriersIn(intake)
    .all(app, intake)
    .find(({ id }) => id === carrier_id)
  return carrier?.requiresSignature ?? false
}

export const purchasePreview = async (
  app: App,
  intake: ReviewedIntake,
): Promise<Static<ReturnType<typeof purchasePreviewSchema>> | null> => {
  const row = await selectedOffer(app, intake)
  const { effective_date } = intake.application.household
  if (!row || effective_date === undefined) return null
  const { offer } = row
  return {
    carrier: offer.carrier,
    annual_price: offer.annual_price,
    coverage_limit: offer.coverage_limit,
    coverages: lineOf(intake).coveragesOf(offer),
    payment: wireBilling(offer, purchaseBilling(app, intake, row), {
      agency: app.config.agency.name,
      sandbox: intake.sandbox,
      when: usuallyBilled(app, intake, row) === 'insured' ? 'once your documents are approved' : 'today',
    }),
    effective_date,
    offer_expires_at: row.expires_at.toISOString(),
    signature_required: requiresSignature(app, intake, row),
    notices: noticesFor(intake, row),
  }
}

/** Changes with anything that the buyer would sign. What we recommend is not part of it. */
export const signTokenOf = (intake: ReviewedIntake, row: ReviewedOfferRow): string => {
  const { recommended_because: _, ...offer } = row.offer
  return createHash('sha256')
    .update(
      canonicalJson({
        household: intake.application.household,
        offer_id: row.offer_id,
        offer,
        billing: intake.application.purchase?.billing,
        notices: noticesShown(noticesFor(intake, row)).version,
      }),
    )
    .digest('base64url')
    .slice(0, 22)
}
