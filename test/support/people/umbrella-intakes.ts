import { transact } from '../../../src/platform/db/transact.ts'
import { randomId } from '../../../src/platform/lib/random.ts'
import { insertOffers } from '../../../src/products/line/offers/store.ts'
import { recordConsent } from '../../../src/products/line/record/consent.ts'
import { applyDraft } from '../../../src/products/line/reviewed-purchase/answering/patch.ts'
import {
  emptyApplication,
  type Purchase,
} from '../../../src/products/line/reviewed-purchase/application/application.ts'
import type {
  ReviewedEvent,
  ReviewedStatus,
} from '../../../src/products/line/reviewed-purchase/application/lifecycle.ts'
import type { ReviewedIntake } from '../../../src/products/line/reviewed-purchase/intake/intake.ts'
import { claimOrHold } from '../../../src/products/line/reviewed-purchase/intake/one-purchase.ts'
import { reviewToken } from '../../../src/products/line/reviewed-purchase/intake/review-token.ts'
import { createPurchase, movePurchase } from '../../../src/products/line/reviewed-purchase/intake/writer.ts'
import { purchaseAttestation } from '../../../src/products/umbrella/consent-words.ts'
import { umbrellaLine } from '../../../src/products/umbrella/line.ts'
import type { TestService } from '../servers/service.ts'
import { bindAnswers, completeHousehold } from './umbrella-applications.ts'

const QUOTED: ReviewedEvent[] = ['answers_complete', 'review_confirmed', 'offers_arrived']
const CHOSEN: ReviewedEvent[] = [...QUOTED, 'bind_answers_complete', 'committed']
const REVIEWED: ReviewedEvent[] = [...CHOSEN, 'documents_asked', 'documents_complete']

/** A way into each state. */
const waysInto: Record<ReviewedStatus, ReviewedEvent[]> = {
  needs_more_info: ['answers_missing'],
  ready_for_review: ['answers_complete'],
  ineligible: ['found_ineligible'],
  pending_quotes: ['answers_complete', 'review_confirmed'],
  quoted: QUOTED,
  no_quotes: ['answers_complete', 'review_confirmed', 'nobody_offered'],
  credit_consent_required: [...QUOTED, 'offer_selected'],
  needs_more_info_to_bind: [...QUOTED, 'bind_answers_missing'],
  ready_to_finalize: [...QUOTED, 'bind_answers_complete'],
  signature_needed: [...QUOTED, 'bind_answers_complete', 'signature_asked'],
  chosen: CHOSEN,
  documents_needed: [...CHOSEN, 'documents_asked'],
  documents_pending_review: REVIEWED,
  payment_needed: [...REVIEWED, 'documents_accepted'],
  waiting_on_carrier: [...CHOSEN, 'carrier_asked'],
  info_requested: [...CHOSEN, 'carrier_asked', 'information_asked'],
  blocked: [...CHOSEN, 'carrier_asked', 'carrier_blocked'],
  bound: [...CHOSEN, 'carrier_asked', 'carrier_bound'],
}

const anOffer = {
  carrier: 'A carrier',
  illustrative: true,
  annual_price: 400,
  coverage_limit: 2_000_000,
  is_estimate: false,
  price_range: { low: 400, high: 400 },
  minimum_auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
  minimum_home_liability_limit: 300_000,
  quote_number: 'Q-1',
  price_factors: [],
  display_notes: [],
}

const witness = {
  givenBy: 'test',
  proof: 'operator_attestation',
  language: 'en',
  address: '127.0.0.1',
  userAgent: '',
} as const

/** What the chain would have noted by the time of this event. */
const purchaseAfter = async (
  app: TestService['app'],
  { uid, application: { purchase, household } }: ReviewedIntake,
  { event, offer_id }: { event: ReviewedEvent; offer_id: string },
): Promise<Purchase | null> => {
  if (event.startsWith('bind_answers') || event === 'offer_selected') return { offer_id }
  if (event === 'committed') {
    const signature_id = await recordConsent(app, purchaseAttestation, {
      uid,
      application: household,
      witness,
    })
    return { offer_id, signature_id }
  }
  if (event !== 'information_asked') return purchase
  const info_request = {
    from: 'carrier' as const,
    reason: 'When should it begin?',
    fields: ['effective_date'],
  }
  return { offer_id, ...purchase, info_request }
}

type Wanted = {
  owner: string
  status: ReviewedStatus
  carrier_id?: string
  answers?: object
  sandbox?: boolean
}

/** Straight through the only writer, without HTTP and without jobs: an intake that stands in any state. */
export const umbrellaIn = (
  { app }: TestService,
  { owner, status, carrier_id = 'sandbox-brindlemoor', answers = {}, sandbox = true }: Wanted,
): Promise<{ intake: ReviewedIntake; review_token: string; selection_token: string }> =>
  transact(app, async inside => {
    const now = app.clock.now()
    const isComplete = !['needs_more_info', 'needs_more_info_to_bind'].includes(status)
    const sent = { ...completeHousehold(), ...(isComplete && bindAnswers(now)), ...answers }
    const { application } = applyDraft(
      emptyApplication(),
      { intake: status === 'needs_more_info' ? { full_name: 'Ada' } : sent },
      { line: umbrellaLine, now },
    )
    const why = { actor: 'test', facts: {} }
    const [first, ...rest] = waysInto[status]
    let intake = await createPurchase(
      inside,
      { line: 'umbrella', owner, sandbox, application },
      { ...why, event: first ?? 'answers_missing' },
    )
    const selection_token = randomId(app.random, 'off')
    for (const event of rest) {
      const purchase = await purchaseAfter(inside, intake, { event, offer_id: selection_token })
      const application = { ...intake.application, purchase }
      const isReview = event === 'review_confirmed'
      intake = await movePurchase(
        inside,
        intake,
        { application, ...(isReview && { submittedAt: now }) },
        { ...why, event },
      )
      if (event === 'committed') await claimOrHold(inside, { kind: 'operator' }, intake)
    }
    const { uid, revision } = intake
    const expires_at = new Date(now.getTime() + 30 * 86_400_000)
    await insertOffers(inside.db, [
      {
        offer_id: selection_token,
        uid,
        revision,
        item: 'household',
        rank: 1,
        recommended: true,
        carrier_id,
        offer: anOffer,
        published_at: now,
        expires_at,
      },
    ])
    return { intake, review_token: reviewToken(app, intake), selection_token }
  })
