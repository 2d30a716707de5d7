import { keepDeclarations } from '../../../agency/policies/policy-documents.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { isLicensedIn } from '../../../platform/key/acts.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { stateName } from '../../../platform/values/us-states.ts'
import { openDuty } from '../../../products/line/buying/surplus-duty.ts'
import { keepFiling } from '../../../products/line/buying/surplus-filings.ts'
import type { Taking } from '../../../products/line/offers/late-answer.ts'
import type { TaskOutcome } from '../../../products/line/tasks/store.ts'
import {
  answerQuestion,
  askPerson,
  claimTask,
  finishTask,
  releaseTask,
  type Task,
  taskFacts,
  taskInHand,
} from '../../../products/line/tasks/tasks.ts'
import { findListed } from '../book/listed.ts'
import type { StaffPdf } from '../parts/read-pdf.ts'
import type { Staff } from '../staff/staff.ts'
import { offerProofs, readBound, readRepriced } from './bound-form.ts'
import { readRefusal } from './decline-form.ts'
import { lineBehind, orderBehind } from './lines.ts'
import { answerOf, readOffers } from './offer-form.ts'
import { offerFormOf } from './offer-forms.ts'
import { answerForm, questionForm } from './quote-view.ts'
import { refusalOf } from './refusals.ts'
import { readFiling } from './surplus-view.ts'
import type { TaskMessage } from './task-words.ts'

export type ActionOutcome = { done: TaskMessage } | { errors: FieldError[] }

export type TaskAction = Pick<Staff, 'actor' | 'licenses'> & { id: string; form: URLSearchParams }

type Work = (app: App, task: Task) => Promise<ActionOutcome>

/** Placing insurance asks for a license in the state of what is insured. The sandbox does not. */
const refuseUnlicensed = async (app: App, { licenses }: TaskAction, task: Task): Promise<void> => {
  if (licenses === null || (await findListed(app, task.uid))?.sandbox !== false) return
  const { state, today } = await lineBehind(task).desk.application(app, task)
  if (!isLicensedIn(licenses, { states: [state], today }))
    fail('conflict', {
      message: `This task is for someone licensed in ${stateName(state)}, and no license of yours for it is on record, or it has expired. Ask a colleague, or ask an admin to record your license at Account.`,
    })
}

const withTask = (app: App, action: TaskAction, kind: Task['kind'] | null, work: Work) =>
  transact(app, async (inside): Promise<ActionOutcome> => {
    const task = await taskInHand(inside, action.id, action.actor)
    if (typeof task === 'string') return { done: task }
    if (kind !== null) await refuseUnlicensed(inside, action, task)
    return kind !== null && task.kind !== kind ? { done: 'done' } : work(inside, task)
  })

export const claim = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  transact(app, async inside => {
    const { id, actor, form } = action
    const done = await claimTask(inside, id, { actor, from: form.get('from') })
    const task = done === 'claimed' ? await taskInHand(inside, id, actor) : done
    if (typeof task !== 'string') await refuseUnlicensed(inside, action, task)
    return { done }
  })

export const release = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, null, async (inside, task) => {
    await releaseTask(inside, task, action.actor)
    return { done: 'released' }
  })

type Answered = {
  errors: readonly FieldError[]
  outcome: TaskOutcome
}

const settle = async (
  app: App,
  task: Task,
  { actor, errors, outcome }: Answered & { actor: string },
  take: () => Promise<Taking>,
): Promise<ActionOutcome> => {
  if (errors.length > 0) return { errors: [...errors] }
  const taking = await take()
  if (!taking.taken) return refusalOf(taking)
  await finishTask(app, task, { actor, outcome })
  return { done: outcome }
}

const takeQuote = (
  app: App,
  task: Task,
  { actor, reply, ...answered }: Answered & { actor: string; reply: Record<string, unknown> },
): Promise<ActionOutcome> => {
  const { uid, item, carrier_id } = task
  const late = { uid, revision: task.revision ?? 0, item, carrier_id, reply, actor }
  return settle(app, task, { actor, ...answered }, () => lineBehind(task).markets.takeLateAnswer(app, late))
}

export const enterOffers = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, 'quote', async (inside, task) => {
    const context = await lineBehind(task).desk.application(inside, task)
    const { offers, errors } = readOffers(offerFormOf(task), action.form, context)
    return takeQuote(inside, task, {
      actor: action.actor,
      errors,
      outcome: 'offered',
      reply: answerOf(offers),
    })
  })

export const enterDecline = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, 'quote', async (inside, task) => {
    const context = await lineBehind(task).desk.application(inside, task)
    const { answer: reply, errors } = readRefusal('decline', action.form, context)
    return takeQuote(inside, task, { actor: action.actor, errors, outcome: 'declined', reply })
  })

const takeOrder = (
  app: App,
  task: Task,
  { actor, reply, ...answered }: Answered & { actor: string; reply: Record<string, unknown> },
): Promise<ActionOutcome> => {
  const late = { uid: task.uid, order_id: task.task_id, reply, actor }
  return settle(app, task, { actor, ...answered }, () =>
    lineBehind(task).markets.takeLateBindAnswer(app, late),
  )
}

const fileErrors = (file: StaffPdf): FieldError[] =>
  'problem' in file ? [{ name: 'declarations', message: file.problem }] : []

export const enterPolicy = (app: App, action: TaskAction, file: StaffPdf): Promise<ActionOutcome> =>
  withTask(app, action, 'bind', async (inside, task) => {
    const { actor, form } = action
    const order = await orderBehind(inside, task)
    if (!order) return { done: 'gone' }
    if (await openDuty(inside, lineBehind(task).name, order)) return { done: 'unfiled' }
    const { answer: reply, errors } = readBound(form, order.request)
    const { name: line, desk, markets } = lineBehind(task)
    const { state } = await desk.application(inside, task)
    const proofs = offerProofs({ line, state }).read(form)
    const wrong = [...errors, ...proofs.errors, ...fileErrors(file)]
    const answered = { actor, reply, errors: wrong, outcome: 'bound' } as const
    const outcome = await takeOrder(inside, task, answered)
    if ('done' in outcome && outcome.done === 'bound' && 'bytes' in file) {
      const { bytes, declarations: read = null } = file
      await keepDeclarations(inside, task.task_id, { bytes, read, by: actor })
    }
    if ('done' in outcome && outcome.done === 'bound' && Object.keys(proofs.values).length > 0)
      await markets.noteEvent(inside, {
        uid: task.uid,
        actor,
        event: 'carrier_offers_recorded',
        facts: { ...taskFacts(task), ...proofs.values },
      })
    return outcome
  })

const noted = (app: App, task: Task, said: { actor: string; event: string }): Promise<void> =>
  lineBehind(task).markets.noteEvent(app, { uid: task.uid, facts: taskFacts(task), ...said })

export const fileSurplus = (app: App, action: TaskAction, file: StaffPdf | null): Promise<ActionOutcome> =>
  withTask(app, action, 'bind', async (inside, task) => {
    const { uid, task_id: order_id } = task
    const { name, markets } = lineBehind(task)
    const order = await orderBehind(inside, task)
    const duty = order && (await openDuty(inside, name, order))
    if (!duty) return { done: order ? 'filed' : 'gone' }
    const { errors, ...filed } = readFiling(duty, action.form, file)
    if (errors.length > 0) return { errors }
    await keepFiling(inside, { order_id, uid, by: action.actor, ...filed })
    await noted(inside, task, { actor: action.actor, event: 'surplus_lines_filed' })
    await markets.orderFiled(inside, { uid, order_id })
    return { done: 'filed' }
  })

export const enterNewPrice = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, 'bind', async (inside, task) => {
    const { actor, form } = action
    const order = await orderBehind(inside, task)
    if (!order) return { done: 'gone' }
    const { answer: reply, errors } = readRepriced(form, order.request)
    return takeOrder(inside, task, { actor, reply, errors, outcome: 'repriced' })
  })

export const enterBlocked = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, 'bind', async (inside, task) => {
    const context = await lineBehind(task).desk.application(inside, task)
    const { answer: reply, errors } = readRefusal('blocked', action.form, context)
    return takeOrder(inside, task, { actor: action.actor, reply, errors, outcome: 'blocked' })
  })

/** A buyer's agent answers a question about an order through the API, so the order itself asks it. */
const askThroughOrder = (app: App, task: Task, { actor, question }: { actor: string; question: string }) =>
  takeOrder(app, task, {
    actor,
    errors: [],
    outcome: 'asked',
    reply: { kind: 'info_requested', reason: question, fields: ['answer'] },
  })

export const ask = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, null, async (inside, task) => {
    const { actor, form } = action
    const { values, errors } = questionForm.read(form)
    const { question } = values
    if (question === undefined) return { errors }
    const { desk } = lineBehind(task)
    if (task.kind === 'bind' && desk.ordersAsk) return askThroughOrder(inside, task, { actor, question })
    await askPerson(inside, task, question)
    await noted(inside, task, { actor, event: 'carrier_question_asked' })
    await desk.tellQuestion(inside, task)
    return { done: 'asked' }
  })

export const enterAnswer = (app: App, action: TaskAction): Promise<ActionOutcome> =>
  withTask(app, action, null, async (inside, task) => {
    const { actor, form } = action
    const { values, errors } = answerForm.read(form)
    const { answer } = values
    if (answer === undefined) return { errors }
    const saved = await answerQuestion(inside, task, { actor, answer })
    if (!saved) return { done: 'done' }
    await noted(inside, task, { actor, event: 'carrier_question_answered' })
    return { done: 'answered' }
  })
