import { isPersonsName } from '../../../platform/audit/actor.ts'
import type { AuditStep } from '../../../platform/audit/store.ts'
import type { ReviewedEvent } from '../../../products/line/reviewed-purchase/application/lifecycle.ts'
import type { TimelineStep } from './timeline-view.ts'

const SAID = {
  answers_missing: 'Answers added or changed: more are required',
  answers_complete: 'Application complete: ready for review',
  found_ineligible: 'Household found not eligible',
  review_confirmed: 'Review confirmed: submitted to carriers',
  review_held: 'Review confirmed: waiting for the email to be confirmed',
  offers_arrived: 'Carriers answered',
  nobody_offered: 'No carrier made an offer',
  late_answer: 'Another carrier answered',
  offer_withdrawn: 'The carrier changed or withdrew the chosen offer',
  offer_selected: 'Offer selected',
  consent_refused: 'Credit consent declined',
  bind_answers_missing: 'Offer selected: more answers are required',
  bind_answers_complete: 'Offer selected and credit consent given',
  committed: 'Purchase confirmed',
  signature_asked: 'Signature requested',
  signed: 'Signed by the buyer',
  documents_asked: 'Documents requested',
  documents_attached: 'Documents received',
  documents_complete: 'All documents received',
  documents_at_desk: 'Documents with the agency',
  documents_accepted: 'Documents accepted: payment requested',
  documents_accepted_unbilled: 'Documents accepted: policy requested from the carrier',
  payment_asked: 'Payment requested',
  documents_rejected: 'A document was not accepted',
  document_delivered: 'Documents sent to the carrier',
  paid: 'Paid',
  payment_failed: 'Payment failed',
  carrier_asked: 'Policy requested from the carrier',
  carrier_bound: 'Policy bound',
  policy_ended: 'Policy canceled',
  policy_kept: 'Cancellation taken back: the policy continues',
  carrier_blocked: 'The carrier did not issue the policy',
  price_changed: 'The carrier asked for a different price: select again',
  purchase_ended: 'The purchase was ended before the order: nothing was bought',
  start_passed: 'The start date passed before the order: choose a new one',
  information_asked: 'More information requested',
  information_added: 'Information added',
  information_given_for_documents: 'Information sent to the agency',
  information_given_for_carrier: 'Information sent to the carrier',
  erased: 'Expired: personal data erased',
} satisfies Record<ReviewedEvent, string> & Record<string, string>

const WORDS = new Map<string, string>(Object.entries(SAID))

const whoOf = (actor: string, operatorUid: string): string => {
  if (actor === operatorUid) return 'You'
  return isPersonsName(actor) ? 'Buyer' : 'Bindery'
}

export const umbrellaHistory = (steps: readonly AuditStep[], operatorUid: string): TimelineStep[] => {
  const told: TimelineStep[] = []
  for (const [index, { at, actor, event }] of steps.entries()) {
    const words = index === 0 ? 'Request created' : WORDS.get(event)
    if (words === undefined) continue
    const who = whoOf(actor, operatorUid)
    const last = told.at(-1)
    if (last?.words === words && last.who === who)
      told[told.length - 1] = { ...last, at, times: last.times + 1 }
    else told.push({ at, words, who, times: 1, outcome: null })
  }
  return told
}
