import type { PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import type { App } from '../../../platform/app.ts'
import type { IntakeIn, QuotingKinds, QuotingOf } from './quoting-line.ts'

export type LateRefusal =
  | 'unknown_question'
  | 'invalid_answer'
  | 'requoted'
  | 'application_closed'
  | 'already_bought'
  | 'already_answered'
  | 'too_late'
  | 'too_early'

export type Taking =
  | { taken: true; repeated: boolean }
  | { taken: false; because: LateRefusal; outcome?: string }

export type LateAnswer = {
  uid: string
  revision: number
  item: string
  carrier_id: string
  /** In the format of the carrier contract: an offer, offers, a decline, pending or referred. */
  reply: Record<string, unknown>
  actor: string
}

export type OfferEvent = {
  uid: string
  revision: number
  item: string
  carrier_id: string
  quote_number: string
  actor: string
  annual_price?: number
  terms?: PaymentTerms
}

export type LateBindAnswer = {
  uid: string
  order_id: string
  /** In the format of the carrier contract: bound, blocked, info_requested or price_changed. */
  reply: Record<string, unknown>
  actor: string
}

export const LATE_REFUSALS: Readonly<Record<LateRefusal, string>> = {
  unknown_question: 'This carrier was not asked this.',
  invalid_answer: 'The answer breaks a rule of the contract.',
  requoted: 'The application was changed, and the carrier was asked again.',
  application_closed: 'The application was withdrawn, erased, or waits for answers.',
  already_bought: 'The insurance was already bought.',
  already_answered: 'The carrier has already given another answer.',
  too_late: 'The time to answer is over.',
  too_early: 'The offer or policy that this changes has not arrived yet. Send this again later.',
}

export const refused = (because: LateRefusal, outcome?: string): Taking => ({
  taken: false,
  because,
  ...(outcome !== undefined && { outcome }),
})

export const lateRulesOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  type Own = IntakeIn<K>
  const { lifecycle } = line.intakes.record

  const isAsked = (intake: Own | null, revision: number): intake is Own =>
    intake !== null && intake.revision === revision && lifecycle.allows(intake.status, line.lateEvent)

  const closedBecause = async (
    app: App,
    intake: Own,
    { item, revision }: Pick<LateAnswer, 'item' | 'revision'>,
  ): Promise<LateRefusal | null> => {
    if (await line.isBought(app, intake, item)) return 'already_bought'
    if (intake.revision !== revision) return 'requoted'
    return isAsked(intake, revision) ? null : 'application_closed'
  }

  return { isAsked, closedBecause }
}

export type AwaitedAnswer = {
  item: string
  carrier_id: string
  said: 'pending' | 'referred' | null
  words: string | null
  closes_at: Date
  /** A carrier that answers by an event is not asked again. */
  canBeAsked: boolean
}

/** `asking`: the carrier is being asked at this moment. `late`: it has answered, or there is nothing left to ask. */
export type AskedAgain = 'asked' | 'asking' | 'late'

export type NotedEvent = {
  uid: string
  event: string
  facts: Record<string, unknown>
  actor: string
  stateAgain?: readonly string[]
}

/** All run in the caller's transaction. A carrier may repeat any of its messages. */
export type Markets = {
  takeLateAnswer(app: App, late: LateAnswer): Promise<Taking>
  takeLateBindAnswer(app: App, late: LateBindAnswer): Promise<Taking>
  changeOffer(app: App, event: OfferEvent): Promise<Taking>
  openOrderFor(
    app: App,
    quote: { uid: string; item: string; carrier_id: string; quote_number: string },
  ): Promise<string | null>
  orderFiled(app: App, order: { uid: string; order_id: string }): Promise<void>
  awaited(app: App, uid: string): Promise<AwaitedAnswer[]>
  askAgain(app: App, asked: Pick<LateAnswer, 'uid' | 'item' | 'carrier_id'>): Promise<AskedAgain>
  noteEvent(app: App, noted: NotedEvent): Promise<void>
}
