import { type App, job } from '../../app.ts'
import type { Carrier } from '../../carriers/contract/carrier.ts'
import type { Ranked } from '../../carriers/contract/rank.ts'
import { modeOf } from '../../carriers/registry.ts'
import { assertTransaction, transact } from '../../http/transact.ts'
import { addJob } from '../../jobs/store.ts'
import { SECOND } from '../../lib/clock.ts'
import { histogram } from '../../lib/counters.ts'
import { useConsent } from '../record/consent.ts'
import type { Intake } from '../record/intake.ts'
import type { Intakes } from '../record/writer.ts'
import type { Risk } from '../stops/rule.ts'
import { BINDING_STOP, whyStopped } from '../stops/stops.ts'
import { askAll } from './ask-all.ts'
import type { Carriers } from './carriers.ts'
import { NO_RESPONSE, offerRows, type QuoteReply, type Stored } from './publish.ts'
import { type KeptReply, keepReply, repliesOf } from './replies.ts'
import { insertOffers, type NewOffer } from './store.ts'

const ATTEMPTS = 25

const timeQuoting = histogram({
  name: 'bindery_quoting_seconds',
  help: 'Time from submission to published offers, by line and mode.',
  labels: ['line', 'mode'],
  bucketsSeconds: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600],
})

export type CarrierQuestion<Request, Reply> = {
  carrier: Carrier<Request, Reply>
  item: string
  request: Request
}

type OfferIn<Reply> = Stored<Extract<Reply, { kind: 'offer' }>>

export type QuotingOf<S extends string, E extends string, A, Request, Reply extends QuoteReply> = {
  intakes: Intakes<S, E, A>
  jobName: string
  carriers: Pick<Carriers<Carrier<Request, Reply>>, 'names' | 'illustrates'>
  questions(app: App, intake: Intake<S, A>): CarrierQuestion<Request, Reply>[]
  placeOf(intake: Intake<S, A>, item: string): Pick<Risk, 'state' | 'zip'>
  usesCredit(request: Request): boolean
  rank<O extends OfferIn<Reply>>(offers: readonly O[]): Ranked<O>[]
  event(offers: readonly NewOffer[]): E
  onPublished?(app: App, intake: Intake<S, A>, published: Published<Reply>): Promise<void>
}

type Published<Reply> = { offers: readonly NewOffer[]; replies: readonly KeptReply<Reply>[] }

type Payload = { uid: string; revision: number }

export const quotingOf = <S extends string, E extends string, A, Request, Reply extends QuoteReply>(
  line: QuotingOf<S, E, A, Request, Reply>,
) => {
  type Own = Intake<S, A>
  type Question = CarrierQuestion<Request, Reply>

  const isAwaited = (intake: Own | null, revision: number): intake is Own =>
    intake?.status === 'pending_quotes' && intake.revision === revision

  const keep = (app: App, { uid, revision }: Own, { item, carrier }: Question, reply: QuoteReply) =>
    keepReply(app, { uid, revision, item, carrier_id: carrier.id, reply, answered_at: app.clock.now() })

  const ask = async (app: App, intake: Own, question: Question): Promise<void> => {
    const { carrier, request, item } = question
    const risk = { line: intake.line, carrier_id: carrier.id, ...line.placeOf(intake, item) }
    const stopped = await whyStopped(app, intake, risk)
    if (stopped !== null)
      return keep(app, intake, question, { kind: 'decline', reason_code: BINDING_STOP, reason: stopped })
    if (line.usesCredit(request))
      await useConsent(app, intake, { id: intake.revision, carrierId: carrier.id })
    await keep(app, intake, question, await carrier.quote(request))
  }

  const publish = async (
    app: App,
    intake: Own,
    { replies, silent }: { replies: KeptReply<Reply>[]; silent: Question[] },
  ): Promise<void> => {
    for (const question of silent) await keep(app, intake, question, NO_RESPONSE)
    const { revision } = intake
    const nameOf = line.carriers.names(app, intake)
    const illustrates = line.carriers.illustrates(app, intake)
    const offers = offerRows<OfferIn<Reply>>(app, intake, { replies, nameOf, illustrates, rank: line.rank })
    await insertOffers(app.db, offers)
    const quoted = await line.intakes.move(
      app,
      intake,
      {},
      {
        actor: 'service',
        event: line.event(offers),
        facts: { revision, offers: offers.length, silent: silent.length },
      },
    )
    await line.onPublished?.(app, quoted, { offers, replies })
    const began = intake.submittedAt ?? intake.updatedAt
    const seconds = (app.clock.now().getTime() - began.getTime()) / SECOND
    app.afterCommit(() => timeQuoting({ line: intake.line, mode: modeOf(intake) }, seconds))
  }

  return {
    /** Runs in the submitting transaction, so an intake is pending exactly when a job will quote it. */
    async enqueue(app: App, { uid, revision }: Payload): Promise<void> {
      assertTransaction(app)
      await addJob(app.db, line.jobName, { uid, revision }, ATTEMPTS)
    },

    job: job<Payload>({
      name: line.jobName,
      lane: 'carriers',
      async run(app, { uid, revision }, { signal }) {
        const intake = await line.intakes.find(app, uid)
        if (!isAwaited(intake, revision)) return
        const outcome = await askAll(app, intake, {
          questions: line.questions(app, intake),
          ask: question => ask(app, intake, question),
          replies: () => repliesOf<Reply>(app, intake),
          signal,
        })
        await transact(app, async inside => {
          const locked = await line.intakes.lock(inside, uid)
          if (isAwaited(locked, revision)) await publish(inside, locked, outcome)
        })
      },
    }),
  }
}
