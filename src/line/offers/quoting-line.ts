import type { App } from '../../app.ts'
import type { Carrier, QuoteOutcome } from '../../carriers/contract/carrier.ts'
import type { ParsedAnswer } from '../../carriers/contract/parse-answer.ts'
import type { Ranked } from '../../carriers/contract/rank.ts'
import type { Intake } from '../record/intake.ts'
import type { Change, Intakes } from '../record/writer.ts'
import type { Risk } from '../stops/rule.ts'
import type { Carriers } from './carriers.ts'
import type { QuoteReply } from './publish.ts'
import type { CarrierQuestion } from './questions.ts'
import type { KeptReply } from './replies.ts'
import type { NewOffer, OfferRow } from './store.ts'
import type { AnyStoredOffer, Stored } from './stored-offer.ts'

export type OfferIn<Reply> = Stored<Extract<Reply, { kind: 'offer' }>> & AnyStoredOffer

export type Ask = { request_id: string }

export type Publication<Reply> = {
  offers: readonly NewOffer<OfferIn<Reply>>[]
  replies: readonly KeptReply<Reply>[]
  published: readonly OfferRow<OfferIn<Reply>>[]
  isFirst: boolean
  isComplete: boolean
}

export type QuotingOf<
  S extends string,
  E extends string,
  A,
  Request extends Ask,
  Reply extends QuoteReply,
> = {
  intakes: Intakes<S, E, A>
  jobName: string
  carriers: Pick<Carriers<Carrier<Request, Reply>>, 'names' | 'illustrates' | 'isSurplus' | 'infoOf'>
  questions(app: App, intake: Intake<S, A>): CarrierQuestion<Request, Reply>[]
  placeOf(intake: Intake<S, A>, item: string): Pick<Risk, 'state' | 'zip'>
  usesCredit(request: Request): boolean
  /** Of the consent or confirmation with which the person asked for quotes. */
  consentPurpose: string
  read(reply: Record<string, unknown>, request: Request): ParsedAnswer<QuoteOutcome<Reply>>
  rank<O extends OfferIn<Reply>>(offers: readonly O[]): Ranked<O>[]
  event(offers: readonly NewOffer<OfferIn<Reply>>[]): E
  /** Leaves the state as it is. States that do not accept it take no late answers. */
  lateEvent: E
  isBought(app: App, intake: Intake<S, A>, item: string): Promise<boolean>
  isChosen(intake: Intake<S, A>, offer: OfferRow<OfferIn<Reply>>): boolean
  /** Signed for or confirmed, and not ordered yet: a changed offer takes the purchase back to the choice. */
  stopsPurchase?(intake: Intake<S, A>): boolean
  unchosenEvent: E
  unchosen(intake: Intake<S, A>): Change<S, A>
  onUnchosen?(app: App, intake: Intake<S, A>, offer: OfferRow<OfferIn<Reply>>): Promise<void>
  onPublished?(app: App, intake: Intake<S, A>, published: Publication<Reply>): Promise<void>
}
