import type { OfferList } from '../../../agency/carriers/contract/carrier.ts'
import { isLater } from '../../../agency/carriers/contract/parse-later.ts'
import { hasExpired } from '../../../agency/carriers/contract/parse-quote.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { keepReplyTo } from './ask-carrier.ts'
import { type LateAnswer, lateRulesOf, refused, type Taking } from './late-answer.ts'
import { listQuestionRows } from './question-store.ts'
import { noteAnswersLater } from './questions.ts'
import type { IntakeIn, QuotingKinds, QuotingOf } from './quoting-line.ts'
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

export const takerOf = <K extends QuotingKinds>(
  line: QuotingOf<K>,
  publish: (app: App, intake: IntakeIn<K>) => Promise<IntakeIn<K>>,
) => {
  type Own = IntakeIn<K>
  const { closedBecause } = lateRulesOf(line)

  const isOnRecord = async (app: App, intake: Own, { item, carrier_id }: LateAnswer): Promise<boolean> =>
    (await listQuestionRows(app.db, intake)).some(row => row.item === item && row.carrier_id === carrier_id)

  const keptFrom = async (app: App, intake: Own, late: LateAnswer): Promise<K['reply'][]> =>
    (await repliesOf<K['reply']>(app, intake)).flatMap(({ item, carrier_id, reply }) =>
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
    if (hasExpired(answer, app.clock.now())) return refused('invalid_answer', 'expired_offer')
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
