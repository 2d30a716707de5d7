import { setTimeout } from 'node:timers/promises'
import { type App, job } from '../../../platform/app.ts'
import { assertTransaction, transact } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../../platform/jobs/store.ts'
import type { LineName } from '../../../platform/lines.ts'
import { askerOf } from './ask-carrier.ts'
import { lateRulesOf, type NotedEvent } from './late-answer.ts'
import { offerChangerOf } from './offer-events.ts'
import { addQuotingAt, awaitedOf, pollerOf } from './poll-quotes.ts'
import { publisherOf } from './publisher.ts'
import {
  answersDue,
  type CarrierQuestion,
  isDeferred,
  rememberAskedOfReal,
  stillOpen,
  windowEnds,
} from './questions.ts'
import type { IntakeIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
import type { Quoting } from './store.ts'
import { takerOf } from './take-late-answer.ts'

type Round<Q> = {
  open: readonly Q[]
  /** Stores the reply on arrival, so a crash never repeats an answered question. */
  ask(question: Q): Promise<void>
  publish(): Promise<void>
  windowEnds: Date
  answersDue: Date
  signal: AbortSignal
}

const upTo = async (app: App, moment: Date, asking: Promise<unknown>, signal: AbortSignal): Promise<void> => {
  const late = new AbortController()
  const milliseconds = moment.getTime() - app.clock.now().getTime()
  const patience = setTimeout(Math.max(0, milliseconds), undefined, {
    signal: AbortSignal.any([late.signal, signal]),
  }).catch(() => undefined)
  await Promise.race([asking, patience])
  late.abort()
}

const askAll = async <Q>(
  app: App,
  { open, ask, publish, windowEnds, answersDue, signal }: Round<Q>,
): Promise<void> => {
  let isOpen = true
  const asking = Promise.allSettled(
    open.map(async question => {
      await ask(question)
      if (!isOpen) await publish()
    }),
  )
  await upTo(app, windowEnds, asking, signal)
  isOpen = false
  await publish()
  await upTo(app, answersDue, asking, signal)
  await publish()
}

const openQuestionsAskerOf = <K extends QuotingKinds>(
  line: QuotingOf<K>,
  publishNow: (app: App, quoting: Quoting) => Promise<void>,
) => {
  const ask = askerOf(line)
  type Asking = { questions: readonly CarrierQuestion<K['request'], K['reply']>[]; signal: AbortSignal }

  return async (app: App, intake: IntakeIn<K>, { questions, signal }: Asking): Promise<void> => {
    const open = (await stillOpen(app, intake, questions)).filter(one => !isDeferred(one))
    await rememberAskedOfReal(
      app,
      intake,
      open.map(({ question }) => question),
    )
    await askAll(app, {
      open: open.filter(({ closesAt }) => closesAt > app.clock.now()),
      ask: ({ question }) => ask(app, intake, question),
      publish: () => publishNow(app, intake),
      windowEnds: windowEnds(app, intake),
      answersDue: answersDue(intake),
      signal,
    })
  }
}

type JobParts<K extends QuotingKinds> = {
  publish: ReturnType<typeof publisherOf<K>>
  pollLater: ReturnType<typeof pollerOf<K>>['pollLater']
}

/** Throws, so that it is retried, while a carrier that said nothing still has time to answer. */
const quoteJobOf = <K extends QuotingKinds>(line: QuotingOf<K>, { publish, pollLater }: JobParts<K>) => {
  const { isAsked } = lateRulesOf(line)

  const publishNow = (app: App, { uid, revision }: Quoting): Promise<void> =>
    transact(app, async inside => {
      const locked = await line.intakes.lock(inside, uid)
      if (isAsked(locked, revision)) await publish(inside, locked)
    })
  const askOpen = openQuestionsAskerOf(line, publishNow)

  return job<Quoting>({
    name: line.jobName,
    lane: 'carriers',
    async run(app, { uid, revision }, { signal }) {
      const intake = await line.intakes.find(app, uid)
      if (!isAsked(intake, revision)) return
      const questions = line.questions(app, intake)
      await askOpen(app, intake, { questions, signal })
      const left = await stillOpen(app, intake, questions)
      await pollLater(app, intake, left)
      const [next] = left.map(({ closesAt }) => closesAt).toSorted((a, b) => a.getTime() - b.getTime())
      if (!next) return
      await addQuotingAt(app, line.jobName, { uid, revision }, next)
      const silent = left.filter(one => !isDeferred(one)).length
      if (silent > 0 && next > app.clock.now())
        throw new Error(`${silent} of ${questions.length} quote requests are not answered yet.`)
    },
  })
}

export const quotingOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  const publish = publisherOf(line)
  const takeLateAnswer = takerOf(line, publish)
  const { pollLater, pollJob } = pollerOf(line, takeLateAnswer)

  return {
    pollJob,
    takeLateAnswer,
    ...awaitedOf(line),
    ...offerChangerOf(line),

    async noteEvent(app: App, { uid, ...why }: NotedEvent): Promise<void> {
      const intake = await line.intakes.lock(app, uid)
      if (intake) await line.intakes.note(app, intake, {}, why)
    },

    job: quoteJobOf(line, { publish, pollLater }),
  }
}

type QuoteJob = `quote_${LineName}`

export const enqueueQuoting = (app: App, job: QuoteJob, { uid, revision }: Quoting): Promise<void> => {
  assertTransaction(app)
  return addJob(app.db, job, { uid, revision }, ATTEMPTS_FOR_FOUR_DAYS)
}
