import type { Carrier, QuoteOutcome } from '../../../agency/carriers/contract/carrier.ts'
import type { ParsedAnswer } from '../../../agency/carriers/contract/parse-answer.ts'
import type { Ranked } from '../../../agency/carriers/contract/rank.ts'
import type { App } from '../../../platform/app.ts'
import type { Intake } from '../record/intakes.ts'
import type { Change, Intakes } from '../record/writer.ts'
import type { Risk } from '../stops/rule.ts'
import type { Carriers } from './carriers.ts'
import type { CarrierQuestion } from './questions.ts'
import type { KeptReply, QuoteReply } from './replies.ts'
import type { AnyStoredOffer, NewOffer, OfferRow, Stored } from './store.ts'

export type OfferIn<Reply> = Stored<Extract<Reply, { kind: 'offer' }>> & AnyStoredOffer

export type QuotingKinds = {
  status: string
  event: string
  application: unknown
  request: { request_id: string }
  reply: QuoteReply
}

export type IntakeIn<K extends QuotingKinds> = Intake<K['status'], K['application']>

export type Publication<Reply> = {
  offers: readonly NewOffer<OfferIn<Reply>>[]
  replies: readonly KeptReply<Reply>[]
  published: readonly OfferRow<OfferIn<Reply>>[]
  isFirst: boolean
  isComplete: boolean
}

export type QuotingOf<K extends QuotingKinds> = {
  intakes: Intakes<K['status'], K['event'], K['application']>
  jobName: string
  carriers: Pick<
    Carriers<Carrier<K['request'], K['reply']>>,
    'names' | 'illustrates' | 'isSurplus' | 'infoOf'
  >
  questions(app: App, intake: IntakeIn<K>): CarrierQuestion<K['request'], K['reply']>[]
  placeOf(intake: IntakeIn<K>, item: string): Pick<Risk, 'state' | 'zip'>
  usesCredit(request: K['request']): boolean
  consentPurpose: string
  read(reply: Record<string, unknown>, request: K['request']): ParsedAnswer<QuoteOutcome<K['reply']>>
  rank<O extends OfferIn<K['reply']>>(offers: readonly O[]): Ranked<O>[]
  event(offers: readonly NewOffer<OfferIn<K['reply']>>[]): K['event']
  /** An event that leaves the status as it is. A status without it takes no late answers. */
  lateEvent: K['event']
  isBought(app: App, intake: IntakeIn<K>, item: string): Promise<boolean>
  isChosen(intake: IntakeIn<K>, offer: OfferRow<OfferIn<K['reply']>>): boolean
  stopsPurchase?(intake: IntakeIn<K>): boolean
  unchosenEvent: K['event']
  unchosen(intake: IntakeIn<K>): Change<K['status'], K['application']>
  onUnchosen?(app: App, intake: IntakeIn<K>, offer: OfferRow<OfferIn<K['reply']>>): Promise<void>
  onPublished?(app: App, intake: IntakeIn<K>, published: Publication<K['reply']>): Promise<void>
}
