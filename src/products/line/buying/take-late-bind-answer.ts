import type { BindAnswer } from '../../../agency/carriers/contract/bind.ts'
import { readBindAnswer } from '../../../agency/carriers/contract/parse-bind-answer.ts'
import { keepBindAnswer, orderOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { type LateBindAnswer, refused, type Taking } from '../offers/late-answer.ts'
import type { TaskOutcome } from '../tasks/store.ts'
import { closeTask } from '../tasks/tasks.ts'
import type { BindingKinds, BindingOf } from './binding-line.ts'
import { enqueueBinding } from './place-orders.ts'

export const BIND_TASK_OUTCOMES = {
  bound: 'bound',
  blocked: 'blocked',
  info_requested: 'asked',
  price_changed: 'repriced',
} as const satisfies Record<BindAnswer['kind'], TaskOutcome>

export const bindAnswerTakerOf =
  <K extends BindingKinds>(line: Pick<BindingOf<K>, 'intakes' | 'jobName'>) =>
  async (app: App, { uid, order_id, reply, actor }: LateBindAnswer): Promise<Taking> => {
    assertTransaction(app)
    const intake = await line.intakes.lock(app, uid)
    const order = await orderOf(app, { uid, order_id })
    if (!intake || !order) return refused('unknown_question')
    const { outcome, answer } = readBindAnswer(reply, order.request)
    if (answer === null) return refused('invalid_answer', outcome)
    if (order.answer !== null)
      return canonicalJson(order.answer) === canonicalJson(answer)
        ? { taken: true, repeated: true }
        : refused('already_answered')
    await keepBindAnswer(app, order_id, answer)
    const facts = { order_id, carrier: order.carrier_id, kind: answer.kind }
    await line.intakes.note(app, intake, {}, { actor, event: 'late_bind_answer', facts })
    await closeTask(app, order_id, { actor, outcome: BIND_TASK_OUTCOMES[answer.kind] })
    await enqueueBinding(app, line.jobName, uid)
    return { taken: true, repeated: false }
  }
