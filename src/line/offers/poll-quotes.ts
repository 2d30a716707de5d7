import { type App, job } from '../../app.ts'
import type { QuoteOutcome } from '../../carriers/contract/carrier.ts'
import { isLater } from '../../carriers/contract/parse-later.ts'
import { orSilence } from '../../carriers/endpoint/call-endpoint.ts'
import { transact } from '../../db/transact.ts'
import { addJobAt } from '../../jobs/store.ts'
import type { Intake } from '../record/intake.ts'
import type { LateAnswer, Taking } from './late-answer.ts'
import { nextPoll } from './poll-times.ts'
import type { QuoteReply } from './publish.ts'
import { type CarrierQuestion, isDeferred, type OpenQuestion } from './questions.ts'
import type { Ask, QuotingOf } from './quoting-line.ts'

const ATTEMPTS = 25

type Asked = { uid: string; revision: number; item: string; carrier_id: string }

type Tools<S extends string, A, Q> = {
  openNow(app: App, intake: Intake<S, A>): Promise<OpenQuestion<Q>[]>
  isAsked(intake: Intake<S, A> | null, revision: number): intake is Intake<S, A>
  takeLateAnswer(app: App, late: LateAnswer): Promise<Taking>
}

/** Carriers that send no events are asked whether they have an answer. One job for each question. */
export const pollerOf = <
  S extends string,
  E extends string,
  A,
  Request extends Ask,
  Reply extends QuoteReply,
>(
  line: QuotingOf<S, E, A, Request, Reply>,
  { openNow, isAsked, takeLateAnswer }: Tools<S, A, CarrierQuestion<Request, Reply>>,
) => {
  type Open = OpenQuestion<CarrierQuestion<Request, Reply>>
  const name = `poll_${line.jobName}`

  const isPolled = (one: Open): boolean => isDeferred(one) && one.question.carrier.poll !== undefined

  const pollAt = async (app: App, { uid, revision }: Intake<S, A>, { question, row, closesAt }: Open) => {
    const { item, carrier } = question
    const now = app.clock.now()
    const runAt = nextPoll({ asked: row?.asked_at ?? now, expected_by: row?.expected_by ?? null }, now)
    if (runAt >= closesAt) return
    await addJobAt(
      app.db,
      { task: name, payload: { uid, revision, item, carrier_id: carrier.id }, maxAttempts: ATTEMPTS },
      { runAt, key: `${name}/${uid}/${revision}/${item}/${carrier.id}`, keepsTime: true },
    )
  }

  const isNews = (answer: QuoteOutcome<Reply>, { row }: Open): boolean =>
    !isLater(answer) ||
    answer.kind !== row?.later ||
    (answer.expected_by !== undefined && +new Date(answer.expected_by) !== Number(row.expected_by))

  return {
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
        // A carrier that gives no answer is asked again after the next pause. The call is on record.
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
