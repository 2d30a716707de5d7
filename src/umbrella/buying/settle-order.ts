import type { App } from '../../app.ts'
import { isAboutCredit } from '../../carriers/contract/answers.ts'
import type { BindAnswer } from '../../carriers/contract/bind.ts'
import { transact } from '../../http/transact.ts'
import { settleOrder as markSettled, type Order } from '../../policies/orders.ts'
import { draftPolicy, issuePolicy } from '../../policies/policies.ts'
import type { Application, Purchase } from '../application/application.ts'
import type { UmbrellaEvent } from '../application/lifecycle.ts'
import { lockForJob } from '../intake/intake.ts'
import { moveUmbrella } from '../intake/writer.ts'
import { tellAsked, tellBound } from './notify.ts'

const EVENTS: Record<BindAnswer['kind'], UmbrellaEvent> = {
  bound: 'carrier_bound',
  info_requested: 'information_asked',
  blocked: 'carrier_blocked',
}

/** What rests on a credit report is told to the buyer by the carrier, never to an operator. */
const shownReason = ({ reason_code, reason }: Extract<BindAnswer, { kind: 'blocked' }>): string =>
  isAboutCredit(reason_code) ? 'The carrier tells its reason to the buyer.' : reason

const withAnswer = (application: Application, answer: BindAnswer): Application => {
  const purchase = application.purchase as Purchase
  if (answer.kind === 'info_requested') {
    const { reason, fields } = answer
    return { ...application, purchase: { ...purchase, info_request: { from: 'carrier', reason, fields } } }
  }
  return answer.kind === 'blocked'
    ? { ...application, purchase: { ...purchase, blocked_because: shownReason(answer) } }
    : application
}

/** The policy, its binder, the state and the mails in one transaction, once however often it is tried. */
export const settleOrder = async (app: App, order: Order): Promise<void> => {
  const { answer, order_id, uid } = order
  if (answer === null) throw new Error('The carrier has not answered the order yet.')
  const issued = answer.kind === 'bound' ? await draftPolicy(app, order, answer) : null
  await transact(app, async inside => {
    const intake = await lockForJob(inside, uid)
    if (!intake || !(await markSettled(inside, order_id, answer))) return
    if (issued) await issuePolicy(inside, issued)
    const settled = await moveUmbrella(
      inside,
      intake,
      { application: withAnswer(intake.application, answer) },
      {
        actor: 'service',
        event: EVENTS[answer.kind],
        facts: { order_id, ...(issued && { policy_id: issued.facts.policy_id }) },
      },
    )
    if (issued) await tellBound(inside, settled, issued.facts)
    if (answer.kind === 'info_requested') await tellAsked(inside, settled)
  })
}
