import type { QuoteOutcome } from '../../../agency/carriers/contract/carrier.ts'
import { isLater } from '../../../agency/carriers/contract/parse-later.ts'
import { orSilence } from '../../../agency/carriers/endpoint/call-endpoint.ts'
import { type App, job } from '../../../platform/app.ts'
import { carrierActor } from '../../../platform/audit/actor.ts'
import { assertTransaction, transact } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJobAt, runNow } from '../../../platform/jobs/store.ts'
import {
  type AskedAgain,
  type AwaitedAnswer,
  type LateAnswer,
  lateRulesOf,
  type Taking,
} from './late-answer.ts'
import { nextPoll } from './poll-times.ts'
import { type CarrierQuestion, isDeferred, type OpenQuestion, referralWords, stillOpen } from './questions.ts'
import type { IntakeIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
import type { Quoting } from './store.ts'

type Asked = Quoting & { item: string; carrier_id: string }

type Polled = OpenQuestion<{ carrier: { poll?: unknown } }>

const isPolled = (one: Polled): boolean => isDeferred(one) && one.question.carrier.poll !== undefined

const isNews = (answer: QuoteOutcome<{ kind: string }>, { row }: Polled): boolean =>
  !isLater(answer) ||
  answer.kind !== row?.later ||
  (answer.expected_by !== undefined && +new Date(answer.expected_by) !== Number(row.expected_by))

export const addQuotingAt = (
  app: App,
  task: string,
  { uid, revision }: Quoting,
  runAt: Date,
): Promise<void> =>
  addJobAt(
    app.db,
    { task, payload: { uid, revision }, maxAttempts: ATTEMPTS_FOR_FOUR_DAYS },
    { runAt, key: `${task}/${uid}/${revision}` },
  )

const pollName = ({ jobName }: { jobName: string }): string => `poll_${jobName}`

const addPollAt = (app: App, task: string, asked: Asked, runAt: Date): Promise<void> =>
  addJobAt(
    app.db,
    { task, payload: asked, maxAttempts: ATTEMPTS_FOR_FOUR_DAYS },
    {
      runAt,
      key: `${task}/${asked.uid}/${asked.revision}/${asked.item}/${asked.carrier_id}`,
      keepsTime: true,
    },
  )

export const pollerOf = <K extends QuotingKinds>(
  line: QuotingOf<K>,
  takeLateAnswer: (app: App, late: LateAnswer) => Promise<Taking>,
) => {
  type Own = IntakeIn<K>
  type Open = OpenQuestion<CarrierQuestion<K['request'], K['reply']>>
  const name = pollName(line)
  const { isAsked } = lateRulesOf(line)

  const findOpen = async (app: App, intake: Own, { item, carrier_id }: Asked): Promise<Open | undefined> =>
    (await stillOpen(app, intake, line.questions(app, intake))).find(
      ({ question }) => question.item === item && question.carrier.id === carrier_id,
    )

  const pollAgain = async (app: App, { uid, revision }: Own, { question, row, closesAt }: Open) => {
    const { item, carrier } = question
    const now = app.clock.now()
    const runAt = nextPoll({ asked: row?.asked_at ?? now, expected_by: row?.expected_by ?? null }, now)
    if (runAt < closesAt) await addPollAt(app, name, { uid, revision, item, carrier_id: carrier.id }, runAt)
  }

  const poll = async (app: App, asked: Asked, open: Open): Promise<void> => {
    const asking = open.question.carrier.poll?.quote(open.question.request)
    const answer = asking && (await orSilence(asking))
    if (!answer || !isNews(answer, open)) return
    const late = { ...asked, reply: { ...answer }, actor: carrierActor(asked.carrier_id) }
    await transact(app, inside => takeLateAnswer(inside, late))
  }

  return {
    async pollLater(app: App, intake: Own, open: readonly Open[]): Promise<void> {
      for (const one of open.filter(isPolled)) await pollAgain(app, intake, one)
    },

    pollJob: job<Asked>({
      name,
      lane: 'carriers',
      async run(app, asked) {
        const intake = await line.intakes.find(app, asked.uid)
        if (!isAsked(intake, asked.revision)) return
        const open = await findOpen(app, intake, asked)
        if (!open || !isPolled(open) || open.closesAt <= app.clock.now()) return
        await poll(app, asked, open)
        const left = await findOpen(app, intake, asked)
        if (left && isPolled(left)) await pollAgain(app, intake, left)
      },
    }),
  }
}

export const awaitedOf = <K extends QuotingKinds>(line: QuotingOf<K>) => {
  const { isAsked, closedBecause } = lateRulesOf(line)

  const awaitedIn = async (app: App, intake: IntakeIn<K> | null): Promise<AwaitedAnswer[]> => {
    if (!isAsked(intake, intake?.revision ?? 0)) return []
    const awaited: AwaitedAnswer[] = []
    for (const open of await stillOpen(app, intake, line.questions(app, intake))) {
      const { question, row, closesAt } = open
      const { item, carrier } = question
      if (carrier.kind !== 'api' || closesAt <= app.clock.now()) continue
      if (await closedBecause(app, intake, { item, revision: intake.revision })) continue
      awaited.push({
        item,
        carrier_id: carrier.id,
        said: row?.later ?? null,
        words: row && referralWords(app, row),
        closes_at: closesAt,
        canBeAsked: !isDeferred(open) || isPolled(open),
      })
    }
    return awaited
  }

  const runOrAdd = async (app: App, asked: Asked, said: AwaitedAnswer['said']): Promise<AskedAgain> => {
    const { uid, revision } = asked
    const isFirst = said === null
    const task = isFirst ? line.jobName : pollName(line)
    const found = await runNow(app.db, task, isFirst ? { uid, revision } : asked)
    if (found === 'running') return 'asking'
    if (found === 'none') await (isFirst ? addQuotingAt : addPollAt)(app, task, asked, app.clock.now())
    return 'asked'
  }

  return {
    awaited: async (app: App, uid: string): Promise<AwaitedAnswer[]> =>
      awaitedIn(app, await line.intakes.find(app, uid)),

    async askAgain(
      app: App,
      { uid, item, carrier_id }: Pick<LateAnswer, 'uid' | 'item' | 'carrier_id'>,
    ): Promise<AskedAgain> {
      assertTransaction(app)
      const intake = await line.intakes.lock(app, uid)
      const open = (await awaitedIn(app, intake)).find(
        one => one.item === item && one.carrier_id === carrier_id && one.canBeAsked,
      )
      if (!intake || !open) return 'late'
      return runOrAdd(app, { uid, revision: intake.revision, item, carrier_id }, open.said)
    },
  }
}
