import { modeOf } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { histogram } from '../../../platform/lib/counters.ts'
import { keepReplyTo } from './ask-carrier.ts'
import { offerRows } from './offer-rows.ts'
import { askedAt, isDeferred, rememberQuestions, stillOpen, windowEnds } from './questions.ts'
import type { IntakeIn, OfferIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
import { NO_RESPONSE, repliesOf } from './replies.ts'
import { insertOffers, listOffers, markRepliesPublished, rankOffer } from './store.ts'

type Answers = {
  offers: number
  silent: number
  deferred: number
  windowIsOver: boolean
}

/** One slow carrier does not hold up the others, and no empty list is shown while an offer can still come. */
export const isTimeToPublish = ({ offers, silent, deferred, windowIsOver }: Answers): boolean => {
  if (silent === 0 && deferred === 0) return true
  return offers > 0 && (silent === 0 || windowIsOver)
}

const timeQuoting = histogram({
  name: 'bindery_quoting_seconds',
  help: 'Time from submission to published offers, by line and mode.',
  labels: ['line', 'mode'],
  bucketsSeconds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
})

export const rankedRows = <K extends QuotingKinds>(
  app: App,
  { line, intake }: { line: QuotingOf<K>; intake: IntakeIn<K> },
  given: Pick<Parameters<typeof offerRows<OfferIn<K['reply']>>>[2], 'replies' | 'published'>,
) =>
  offerRows<OfferIn<K['reply']>>(app, intake, {
    ...given,
    nameOf: line.carriers.names(app, intake),
    illustrates: line.carriers.illustrates(app, intake),
    isSurplus: line.carriers.isSurplus(app, intake, item => line.placeOf(intake, item).state),
    infoOf: line.carriers.infoOf(app, intake),
    rank: line.rank,
  })

const declineOverdue = async <K extends QuotingKinds>(app: App, line: QuotingOf<K>, intake: IntakeIn<K>) => {
  const open = await stillOpen(app, intake, line.questions(app, intake))
  const now = app.clock.now()
  const over = open.filter(({ closesAt }) => closesAt <= now)
  for (const { question } of over) await keepReplyTo(app, intake, question, NO_RESPONSE)
  return { waiting: open.filter(one => !over.includes(one)), silent: over.length }
}

/** Replies are marked only if others may follow, so without a mark the first publication was complete. */
const gatherRound = async <K extends QuotingKinds>(app: App, line: QuotingOf<K>, intake: IntakeIn<K>) => {
  const { waiting, silent } = await declineOverdue(app, line, intake)
  const all = await repliesOf<K['reply']>(app, intake)
  const replies = all.filter(({ published_at }) => published_at === null)
  return {
    waiting,
    silent,
    replies,
    isFirst: intake.status === 'pending_quotes',
    isComplete: waiting.length === 0,
    wasComplete: replies.length === all.length,
  }
}
type Round<K extends QuotingKinds> = Awaited<ReturnType<typeof gatherRound<K>>>

const isDue = <K extends QuotingKinds>(
  app: App,
  intake: IntakeIn<K>,
  { isFirst, wasComplete, waiting, replies }: Round<K>,
): boolean => {
  if (!isFirst) return replies.length > 0 && !wasComplete
  const deferred = waiting.filter(isDeferred).length
  return isTimeToPublish({
    offers: replies.filter(({ reply }) => reply.kind === 'offer').length,
    silent: waiting.length - deferred,
    deferred,
    windowIsOver: windowEnds(app, intake) <= app.clock.now(),
  })
}

export const publisherOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  type Own = IntakeIn<K>

  /** Once the carriers that are left have all said that they answer later, the turn may pass to staff. */
  const waitOn = (app: App, intake: Own, { isFirst, waiting }: Round<K>): Own =>
    isFirst && waiting.every(isDeferred) ? line.intakes.touch(app, intake) : intake

  const writeOffers = async (app: App, intake: Own, { isFirst, isComplete, replies, waiting }: Round<K>) => {
    const published = isFirst ? [] : await listOffers<OfferIn<K['reply']>>(app.db, intake)
    const { added, moved } = rankedRows(app, { line, intake }, { replies, published })
    await insertOffers(app.db, added)
    for (const rank of moved) await rankOffer(app.db, rank)
    if (!isFirst || !isComplete) await markRepliesPublished(app.db, intake, app.clock.now())
    if (isFirst && !isComplete)
      await rememberQuestions(
        app,
        intake,
        waiting.map(({ question }) => question),
      )
    return { added, published }
  }

  return async (app: App, intake: Own): Promise<Own> => {
    const now = app.clock.now()
    const round = await gatherRound(app, line, intake)
    if (!isDue<K>(app, intake, round)) return waitOn(app, intake, round)
    const { isFirst, isComplete, replies, waiting, silent } = round
    const { added, published } = await writeOffers(app, intake, round)
    const facts = {
      revision: intake.revision,
      offers: added.length,
      silent,
      ...(!isComplete && { waiting: waiting.length }),
    }
    const event = isFirst ? line.event(added) : line.lateEvent
    const stateAgain = isFirst ? [] : added.map(({ item }) => item)
    const quoted = await line.intakes.move(app, intake, {}, { actor: 'service', event, facts, stateAgain })
    await line.onPublished?.(app, quoted, { offers: added, replies, published, isFirst, isComplete })
    if (!isFirst) return quoted
    const seconds = (now.getTime() - askedAt(intake).getTime()) / SECOND
    app.afterCommit(() => timeQuoting({ line: intake.line, mode: modeOf(intake) }, seconds))
    return quoted
  }
}
