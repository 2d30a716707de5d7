import {
  answerDispute,
  type Dispute,
  findDispute,
  markAnswerSent,
} from '../../../agency/payments/money-store.ts'
import { findPayment, hostedOf } from '../../../agency/payments/payments.ts'
import { enqueueSync } from '../../../agency/payments/tell-line.ts'
import { type App, job } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { ATTEMPTS_FOR_FOUR_DAYS, addJob } from '../../../platform/jobs/store.ts'
import { noteOnIntake } from '../../../products/line/record/intakes.ts'
import { disputeEvidenceFor } from './evidence.ts'

const ANSWER_DISPUTE = 'answer_dispute'

type Answered = { dispute: Dispute; answer: 'evidence' | 'accepted'; actor: string; note: string }

export const recordAnswer = (app: App, { dispute, answer, actor, note }: Answered): Promise<boolean> =>
  transact(app, async inside => {
    const { dispute_id, uid } = dispute
    const answered = { dispute_id, answer, answered_at: app.clock.now(), answered_by: actor }
    if (!(await answerDispute(inside.db, answered))) return false
    const event = answer === 'evidence' ? 'dispute_contested' : 'dispute_accepted'
    await noteOnIntake(inside, uid, { actor, event, facts: { dispute_id } })
    await recordAct(inside, { about: uid, act: event, actor, note })
    await addJob(inside.db, ANSWER_DISPUTE, { dispute_id }, ATTEMPTS_FOR_FOUR_DAYS)
    return true
  })

export const sendAnswer = job<{ dispute_id: string }>({
  name: ANSWER_DISPUTE,
  lane: 'carriers',
  async run(app, { dispute_id }) {
    const dispute = await findDispute(app.db, dispute_id)
    const payment = dispute && (await findPayment(app, dispute.payment_id))
    const hosted = payment && hostedOf(payment)
    if (!hosted || dispute?.status !== 'open' || dispute.answer_sent_at !== null) return
    if (dispute.answer === 'accepted') await hosted.accept(app, dispute_id)
    else {
      const evidence = await disputeEvidenceFor(app, payment)
      if (!evidence) throw new Error(`There is no evidence for ${dispute_id}.`)
      await hosted.contest(app, dispute_id, evidence)
    }
    await transact(app, async inside => {
      await markAnswerSent(inside.db, dispute_id, app.clock.now())
      await enqueueSync(inside, payment.payment_id)
    })
  },
})
