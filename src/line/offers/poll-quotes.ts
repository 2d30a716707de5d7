import { type App, job } from '../../app.ts'
import type { QuoteOutcome } from '../../carriers/contract/carrier.ts'
import { isLater } from '../../carriers/contract/parse-later.ts'
import { orSilence } from '../../carriers/endpoint/call-endpoint.ts'
import { assertTransaction, transact } from '../../db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS } from '../../jobs/attempts.ts'
import { addJobAt, runNow } from '../../jobs/store.ts'
import type { Intake } from '../record/intake.ts'
import type { AskedAgain, AwaitedAnswer, LateAnswer, LateRefusal, Taking } from './late-answer.ts'
import { nextPoll } from './poll-times.ts'
import type { QuoteReply } from './publish.ts'
import { type CarrierQuestion, isDeferred, type OpenQuestion } from './questions.ts'
import type { Ask, QuotingOf } from './quoting-line.ts'

type Asked = { uid: string; revision: number; item: string; carrier_id: string }

type Tools<S extends string, A, Q> = {
  openNow(app: App, intake: Intake<S, A>): Promise<OpenQuestion<Q>[]>
  isAsked(intake: Intake<S, A> | null, revision: number): intake is Intake<S, A>
  takeLateAnswer(app: App, late: LateAnswer): Promise<Taking>
  closedBecause(
    app: App,
    intake: Intake<S, A>,
    about: Pick<LateAnswer, 'item' | 'revision'>,
  ): Promise<LateRefusal | null>
  wakeAt(app: App, about: Pick<Asked, 'uid' | 'revision'>, runAt: Date): Promise<void>
}

type Polled = OpenQuestion<{ carrier: { poll?: unknown } }>

const isPolled = (one: Polled): boolean => isDeferred(one) && one.question.carrier.poll !== undefined

const isNews = (answer: QuoteOutcome<{ kind: string }>, { row }: Polled): boolean =>
  !isLater(answer) ||
  answer.kind !== row?.later ||
  (answer.expected_by !== undefined && +new Date(answer.expected_by) !== Number(row.expected_by))

const addPoll = (app: App, task: string, asked: Asked, runAt: Date): Promise<void> =>
  addJobAt(
    app.db,
    { task, payload: asked, maxAttempts: ATTEMPTS_FOR_FOUR_DAYS },
    {
      runAt,
      key: `${task}/${asked.uid}/${asked.revision}/${asked.item}/${asked.carrier_id}`,
      keepsTime: true,
    },
  )

export const pollerOf = <
  S extends string,
  E extends string,
  A,
  Request extends Ask,
  Reply extends QuoteReply,
>(
  line: QuotingOf<S, E, A, Request, Reply>,
  { openNow, isAsked, takeLateAnswer, closedBecause, wakeAt }: Tools<S, A, CarrierQuestion<Request, Reply>>,
) => {
  type Open = OpenQuestion<CarrierQuestion<Request, Reply>>
  const name = `poll_${line.jobName}`

  const pollAt = async (app: App, { uid, revision }: Intake<S, A>, { question, row, closesAt }: Open) => {
    const { item, carrier } = question
    const now = app.clock.now()
    const runAt = nextPoll({ asked: row?.asked_at ?? now, expected_by: row?.expected_by ?? null }, now)
    if (runAt < closesAt) await addPoll(app, name, { uid, revision, item, carrier_id: carrier.id }, runAt)
  }

  const awaitedOf = async (app: App, intake: Intake<S, A> | null): Promise<AwaitedAnswer[]> => {
    if (!isAsked(intake, intake?.revision ?? 0)) return []
    const awaited: AwaitedAnswer[] = []
    for (const open of await openNow(app, intake)) {
      const { question, row, closesAt } = open
      const { item, carrier } = question
      if (carrier.kind !== 'api' || closesAt <= app.clock.now()) continue
      if (await closedBecause(app, intake, { item, revision: intake.revision })) continue
      awaited.push({
        item,
        carrier_id: carrier.id,
        said: row?.later ?? null,
        closes_at: closesAt,
        canBeAsked: !isDeferred(open) || isPolled(open),
      })
    }
    return awaited
  }

  /** The job that waits to ask is brought forward, so that a carrier is never asked by two at once. */
  const askAgain = async (
    app: App,
    { uid, item, carrier_id }: Pick<LateAnswer, 'uid' | 'item' | 'carrier_id'>,
  ): Promise<AskedAgain> => {
    assertTransaction(app)
    const intake = await line.intakes.lock(app, uid)
    const open = (await awaitedOf(app, intake)).find(
      one => one.item === item && one.carrier_id === carrier_id && one.canBeAsked,
    )
    if (!intake || !open) return 'late'
    const { revision } = intake
    const asked = { uid, revision, item, carrier_id }
    const found =
      open.said === null
        ? await runNow(app.db, line.jobName, { uid, revision })
        : await runNow(app.db, name, asked)
    if (found === 'running') return 'asking'
    if (found === 'none' && open.said === null) await wakeAt(app, { uid, revision }, app.clock.now())
    if (found === 'none' && open.said !== null) await addPoll(app, name, asked, app.clock.now())
    return 'asked'
  }

  return {
    askAgain,
    awaited: async (app: App, uid: string): Promise<AwaitedAnswer[]> =>
      awaitedOf(app, await line.intakes.find(app, uid)),

    async pollLater(app: App, intake: Intake<S, A>, open: readonly Open[]): Promise<void> {
      for (const one of open.filter(isPolled)) await pollAt(app, intake, one)
    },

    pollJob: job<Asked>({
      name,
      lane: 'carriers',
      async run(app, { uid, revision, item, carrier_id }) {
        const intake = await line.intakes.find(app, uid)
        if (!isAsked(intake, revision)) return
        const isIt = ({ question }: Open) => question.item === item && question.carrier.id === carrier_id
        const open = (await openNow(app, intake)).find(isIt)
        if (!open || !isPolled(open) || open.closesAt <= app.clock.now()) return
        const asked = open.question.carrier.poll?.quote(open.question.request)
        const answer = asked && (await orSilence(asked))
        if (answer && isNews(answer, open))
          await transact(app, inside =>
            takeLateAnswer(inside, {
              uid,
              revision,
              item,
              carrier_id,
              reply: { ...answer },
              actor: `carrier:${carrier_id}`,
            }),
          )
        const left = (await openNow(app, intake)).find(isIt)
        if (left && isPolled(left)) await pollAt(app, intake, left)
      },
    }),
  }
}
