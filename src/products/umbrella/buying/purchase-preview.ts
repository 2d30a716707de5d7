import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'
import { umbrellaSandboxInput } from '../../../agency/carriers/sandbox/umbrella-inputs.ts'
import { Notice, noticesShown } from '../../../agency/rules/notices.ts'
import type { App } from '../../../platform/app.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { wireBilling } from '../../line/buying/billing.ts'
import { WirePayment } from '../../line/wire/payment-schema.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { umbrellaCarriers } from '../quoting/carriers.ts'
import { selectedOffer, type UmbrellaOfferRow } from '../quoting/selected-offer.ts'
import { purchaseBilling, usuallyBilled } from './billing.ts'
import { coveragesOf } from './coverage-rows.ts'
import { umbrellaNotices } from './notices.ts'

const closed = { additionalProperties: false } as const
const dollars = Type.Integer({ minimum: 0 })

export const UmbrellaPurchasePreview = Type.Object(
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
  { $id: 'UmbrellaPurchasePreview', ...closed, description: 'What would be bought: show all of it.' },
)

export const requiresSignature = (
  app: App,
  intake: UmbrellaIntakeRecord,
  { carrier_id }: UmbrellaOfferRow,
): boolean => {
  const { jet_skis = 0 } = intake.application.household
  if (intake.sandbox) return umbrellaSandboxInput({ jet_skis }).outcome === 'signature_at_bind'
  const carrier = umbrellaCarriers.all(app, intake).find(({ id }) => id === carrier_id)
  return carrier?.requiresSignature ?? false
}

export const purchasePreview = async (
  app: App,
  intake: UmbrellaIntakeRecord,
): Promise<Static<typeof UmbrellaPurchasePreview> | null> => {
  const row = await selectedOffer(app, intake)
  const { effective_date } = intake.application.household
  if (!row || effective_date === undefined) return null
  const { offer } = row
  return {
    carrier: offer.carrier,
    annual_price: offer.annual_price,
    coverage_limit: offer.coverage_limit,
    coverages: coveragesOf(offer),
    payment: wireBilling(offer, purchaseBilling(app, intake, row), {
      agency: app.config.agency.name,
      sandbox: intake.sandbox,
      when: usuallyBilled(app, intake, row) === 'insured' ? 'once your documents are approved' : 'today',
    }),
    effective_date,
    offer_expires_at: row.expires_at.toISOString(),
    signature_required: requiresSignature(app, intake, row),
    notices: umbrellaNotices(intake, row),
  }
}

/** Changes with anything that the buyer would sign. What we recommend is not part of it. */
export const signTokenOf = (intake: UmbrellaIntakeRecord, row: UmbrellaOfferRow): string => {
  const { recommended_because: _, ...offer } = row.offer
  return createHash('sha256')
    .update(
      canonicalJson({
        household: intake.application.household,
        offer_id: row.offer_id,
        offer,
        billing: intake.application.purchase?.billing,
        notices: noticesShown(umbrellaNotices(intake, row)).version,
      }),
    )
    .digest('base64url')
    .slice(0, 22)
}
