import type { App } from '../../app.ts'
import type { OfferList } from '../../carriers/contract/carrier.ts'
import { isLater } from '../../carriers/contract/parse-later.ts'
import { assertTransaction } from '../../db/transact.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Intake } from '../record/intake.ts'
import { keepReplyTo } from './ask-carrier.ts'
import { type LateAnswer, lateRulesOf, refused, type Taking } from './late-answer.ts'
import type { QuoteReply } from './publish.ts'
import { listQuestionRows } from './question-store.ts'
import { noteAnswersLater } from './questions.ts'
import type { Ask, QuotingOf } from './quoting-line.ts'
import { repliesOf } from './replies.ts'

const isSame = (kept: readonly unknown[], given: readonly unknown[]): boolean =>
  canonicalJson(JSON.parse(JSON.stringify(kept))) === canonicalJson(JSON.parse(JSON.stringify(given)))

const answeredTwice = (kept: readonly [object, ...object[]], answer: { kind: string }): Taking => {
  const given = answer.kind === 'offers' ? (answer as OfferList<unknown>).offers : [answer]
  if (isSame(kept, given)) return { taken: true, repeated: true }
  const [first] = kept
  const wasSilent = 'reason_code' in first && first.reason_code === 'no_response'
  return refused(wasSilent ? 'too_late' : 'already_answered')
}

export const takerOf = <S extends string, E extends string, A, Request extends Ask, Reply extends QuoteReply>(
  line: QuotingOf<S, E, A, Request, Reply>,
  publish: (app: App, intake: Intake<S, A>) => Promise<Intake<S, A>>,
) => {
  type Own = Intake<S, A>
  const { closedBecause } = lateRulesOf(line)

  const isOnRecord = async (app: App, intake: Own, { item, carrier_id }: LateAnswer): Promise<boolean> =>
    (await listQuestionRows(app.db, intake)).some(row => row.item === item && row.carrier_id === carrier_id)

  const keptFrom = async (app: App, intake: Own, late: LateAnswer): Promise<Reply[]> =>
    (await repliesOf<Reply>(app, intake)).flatMap(({ item, carrier_id, reply }) =>
      item === late.item && carrier_id === late.carrier_id ? [reply] : [],
    )

  return async (app: App, late: LateAnswer): Promise<Taking> => {
    assertTransaction(app)
    const locked = await line.intakes.lock(app, late.uid)
    if (!locked) return refused('unknown_question')
    const because = await closedBecause(app, locked, late)
    if (because) return refused(because)
    const intake = await publish(app, locked)
    const question = line
      .questions(app, intake)
      .find(({ item, carrier }) => item === late.item && carrier.id === late.carrier_id)
    if (!question || !(await isOnRecord(app, intake, late))) return refused('unknown_question')
    const { outcome, answer } = line.read(late.reply, question.request)
    if (answer === null) return refused('invalid_answer', outcome)
    const [first, ...others] = await keptFrom(app, intake, late)
    if (first) return answeredTwice([first, ...others], answer)
    if (isLater(answer)) await noteAnswersLater(app, intake, question, answer)
    else await keepReplyTo(app, intake, question, answer)
    const noted = await line.intakes.move(
      app,
      intake,
      {},
      {
        actor: late.actor,
        event: line.lateEvent,
        facts: { revision: late.revision, item: late.item, carrier: late.carrier_id, kind: answer.kind },
      },
    )
    await publish(app, noted)
    return { taken: true, repeated: false }
  }
}
