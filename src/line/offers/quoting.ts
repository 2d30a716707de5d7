import { type App, job } from '../../app.ts'
import type { AnswersLater, OfferList } from '../../carriers/contract/carrier.ts'
import { isLater } from '../../carriers/contract/parse-later.ts'
import { assertTransaction, transact } from '../../db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS } from '../../jobs/attempts.ts'
import { addJob, addJobAt } from '../../jobs/store.ts'
import { later, SECOND } from '../../lib/clock.ts'
import { useConsent } from '../record/consent.ts'
import type { Intake } from '../record/intake.ts'
import { BINDING_STOP, whyStopped } from '../stops/stops.ts'
import { createTask } from '../tasks/create-task.ts'
import { askAll } from './ask-all.ts'
import { evidenceFor } from './evidence.ts'
import type { NotedEvent } from './late-answer.ts'
import { offerChangerOf } from './offer-events.ts'
import { pollerOf } from './poll-quotes.ts'
import type { QuoteReply } from './publish.ts'
import { publisherOf } from './publisher.ts'
import {
  answersDue,
  askedAt,
  type CarrierQuestion,
  isDeferred,
  noteAnswersLater,
  openQuestions,
  rememberReal,
} from './questions.ts'
import type { Ask, QuotingOf } from './quoting-line.ts'
import { keepReply, repliesOf } from './replies.ts'
import { takerOf } from './take-late-answer.ts'

type Payload = { uid: string; revision: number }

export const quotingOf = <
  S extends string,
  E extends string,
  A,
  Request extends Ask,
  Reply extends QuoteReply,
>(
  line: QuotingOf<S, E, A, Request, Reply>,
) => {
  type Own = Intake<S, A>
  type Question = CarrierQuestion<Request, Reply>

  const keep = (
    app: App,
    { uid, revision }: Own,
    { item, carrier }: Question,
    reply: QuoteReply | OfferList<QuoteReply>,
  ) => keepReply(app, { uid, revision, item, carrier_id: carrier.id, reply, answered_at: app.clock.now() })

  /** What staff answer becomes a task. */
  const answersLater = async (
    app: App,
    intake: Own,
    question: Question,
    answer: AnswersLater,
  ): Promise<void> => {
    const { carrier, item, request } = question
    const record = (inside: App) => noteAnswersLater(inside, intake, question, answer)
    if (carrier.kind !== 'desk' || answer.expected_by === undefined) return record(app)
    const { uid, revision } = intake
    const due_at = new Date(answer.expected_by)
    const task = {
      task_id: request.request_id,
      kind: 'quote',
      uid,
      revision,
      item,
      carrier_id: carrier.id,
      due_at,
    } as const
    await createTask(app, line.intakes, { task, record })
  }

  /** A carrier that wants no names has nobody to ask a report about. */
  const withEvidence = async (app: App, intake: Own, { carrier, request }: Question): Promise<Request> => {
    if (!carrier.contract2?.identified) return request
    const { consentPurpose: purpose } = line
    return { ...request, ...(await evidenceFor(app, intake, { purpose, score: line.usesCredit(request) })) }
  }

  const ask = async (app: App, intake: Own, question: Question): Promise<void> => {
    const { carrier, request, item } = question
    const risk = { line: intake.line, carrier_id: carrier.id, ...line.placeOf(intake, item) }
    const stopped = await whyStopped(app, intake, risk)
    if (stopped !== null)
      return keep(app, intake, question, { kind: 'decline', reason_code: BINDING_STOP, reason: stopped })
    if (line.usesCredit(request))
      await useConsent(app, intake, { id: intake.revision, carrierId: carrier.id })
    const answer = await carrier.quote(await withEvidence(app, intake, question))
    await (isLater(answer)
      ? answersLater(app, intake, question, answer)
      : keep(app, intake, question, answer))
  }

  const windowEnds = (app: App, intake: Own): Date =>
    later(askedAt(intake), app.config.quoteWindowSeconds * SECOND)

  const { publish, isAsked } = publisherOf(line, { keep, windowEnds })

  const { takeLateAnswer, closedBecause } = takerOf(line, { keep, publish, isAsked })

  const publishNow = (app: App, { uid, revision }: Payload): Promise<void> =>
    transact(app, async inside => {
      const locked = await line.intakes.lock(inside, uid)
      if (isAsked(locked, revision)) await publish(inside, locked)
    })

  const wakeAt = (app: App, payload: Payload, runAt: Date): Promise<void> =>
    addJobAt(
      app.db,
      { task: line.jobName, payload, maxAttempts: ATTEMPTS_FOR_FOUR_DAYS },
      { runAt, key: `${line.jobName}/${payload.uid}/${payload.revision}` },
    )

  const openNow = async (app: App, intake: Own, questions: readonly Question[]) =>
    openQuestions(app, intake, { questions, replies: repliesOf(app, intake) })

  const { pollLater, pollJob, askAgain, awaited } = pollerOf(line, {
    openNow: (app, intake) => openNow(app, intake, line.questions(app, intake)),
    isAsked,
    takeLateAnswer,
    closedBecause,
    wakeAt,
  })

  return {
    /** Runs in the submitting transaction, so an intake is pending exactly when a job will quote it. */
    async enqueue(app: App, { uid, revision }: Payload): Promise<void> {
      assertTransaction(app)
      await addJob(app.db, line.jobName, { uid, revision }, ATTEMPTS_FOR_FOUR_DAYS)
    },

    pollJob,
    takeLateAnswer,
    askAgain,
    awaited,
    ...offerChangerOf(line, { closedBecause }),

    async noteEvent(app: App, { uid, event, facts, actor }: NotedEvent): Promise<void> {
      const intake = await line.intakes.lock(app, uid)
      if (intake) await line.intakes.note(app, intake, {}, { actor, event, facts })
    },

    /** Throws, so that it is retried, while a carrier that said nothing still has time to answer. */
    job: job<Payload>({
      name: line.jobName,
      lane: 'carriers',
      async run(app, { uid, revision }, { signal }) {
        const intake = await line.intakes.find(app, uid)
        if (!isAsked(intake, revision)) return
        const questions = line.questions(app, intake)
        const open = (await openNow(app, intake, questions)).filter(one => !isDeferred(one))
        await rememberReal(
          app,
          intake,
          open.map(({ question }) => question),
        )
        await askAll(app, {
          open: open.filter(({ closesAt }) => closesAt > app.clock.now()),
          ask: ({ question }) => ask(app, intake, question),
          publish: () => publishNow(app, { uid, revision }),
          windowEnds: windowEnds(app, intake),
          answersDue: answersDue(intake),
          signal,
        })
        const left = await openNow(app, intake, questions)
        await pollLater(app, intake, left)
        const [next] = left.map(({ closesAt }) => closesAt).toSorted((a, b) => a.getTime() - b.getTime())
        if (!next) return
        await wakeAt(app, { uid, revision }, next)
        const silent = left.filter(one => !isDeferred(one)).length
        if (silent > 0 && next > app.clock.now())
          throw new Error(`${silent} of ${questions.length} carriers have not answered yet.`)
      },
    }),
  }
}
