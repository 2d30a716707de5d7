import { type DocumentRecord, findDocument, recordReview } from '../../../agency/documents/documents.ts'
import { retryEmail } from '../../../agency/emails/outbox.ts'
import { findEmail } from '../../../agency/emails/store.ts'
import { endPayment, findPayment, isOwed } from '../../../agency/payments/payments.ts'
import { recordReceipt } from '../../../agency/payments/receipts.ts'
import { closeBlockedPurchase } from '../../../agency/policies/orders.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { staffActor } from '../../../platform/audit/actor.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { retryDeadJob } from '../../../platform/jobs/store.ts'
import { holdPayer } from '../../../products/line/buying/payment-job.ts'
import { noteLookAtIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { assignTask } from '../../../products/line/tasks/tasks.ts'
import type { DeskLines } from '../../../products/lines.ts'
import { takeReceipt } from '../money/receipt-form.ts'
import { handlersOf } from '../queue/queue.ts'
import { staffOf } from '../staff/members.ts'
import { keepOwner, removeOwner } from '../staff/owner-store.ts'
import { mayDo } from '../staff/roles.ts'
import { staffIdOf } from '../staff/staff.ts'
import { answeredForm, askForm, closedForm, rejectedForm } from './cards.ts'
import type { RESULT_MESSAGES } from './desk-page.ts'

export type ActionResult = keyof typeof RESULT_MESSAGES

export type StaffAction = { actor: string; id: string; form: URLSearchParams; lines: DeskLines }

const oneOf = <T extends string>(form: URLSearchParams, allowed: readonly T[]): T =>
  allowed.find(act => act === form.get('act')) ??
  fail('invalid_request', { message: 'Choose one of the buttons.' })

/** Audit facts contain only ids. The staff member's text stays with the document. */
export const decideDocument = (app: App, { actor, id, form, lines }: StaffAction): Promise<ActionResult> => {
  const status = oneOf(form, ['accepted', 'rejected'])
  const verdict =
    status === 'accepted' ? ({ status, reason: null } as const) : { status, ...rejectedForm.take(form) }
  return transact(app, async (inside): Promise<ActionResult> => {
    if (!(await recordReview(inside, id, { ...verdict, by: actor }))) return 'late'
    const document = (await findDocument(inside, id)) ?? fail('not_found')
    await noteOnIntake(inside, document.uid, {
      actor,
      event: `document_${status}`,
      facts: { document_id: id, type: document.type },
    })
    await handlersOf(lines, document.uid)?.documentReviewed(inside, document, actor)
    return status
  })
}

export const askAboutDocument = (
  app: App,
  { actor, id, form, lines }: StaffAction,
): Promise<ActionResult> => {
  const { question } = askForm.take(form)
  const fields = form.getAll('field')
  return transact(app, async (inside): Promise<ActionResult> => {
    const { uid } = (await findDocument(inside, id)) ?? fail('not_found')
    const handlers = handlersOf(lines, uid) ?? fail('not_found')
    if (!(await handlers.infoAsked(inside, { uid, question, fields }, actor))) return 'late'
    await noteOnIntake(inside, uid, { actor, event: 'info_asked', facts: { document_id: id, fields } })
    return 'asked'
  })
}

export const noteOpened = (app: App, { document_id, uid }: DocumentRecord, actor: string): Promise<void> =>
  transact(app, inside =>
    noteLookAtIntake(inside, uid, { actor, event: 'document_opened', facts: { document_id } }),
  )

const STILL_OWED =
  'The policy is issued, so this amount stays owed. Leave the invoice open. If the customer does not want the policy, cancel it on the customer’s money page first.'

const refuseWhileIssued = async (app: App, payment_id: string): Promise<void> => {
  const payment = await findPayment(app, payment_id)
  if (!payment || !isOwed(payment)) return
  const policies = await policiesOf(app, payment.uid)
  if (policies.some(({ end }) => end === null)) fail('invalid_request', { message: STILL_OWED })
}

const receiveOrEnd = async (app: App, { actor, id, form }: StaffAction, outcome: 'paid' | 'failed') => {
  if (outcome === 'failed') {
    await refuseWhileIssued(app, id)
    return endPayment(app, id, { by: actor, outcome })
  }
  const came = { ...takeReceipt(app, form), by: actor }
  const payment = await findPayment(app, id)
  // The same form sent twice, or two people with the same check.
  if (payment && form.get('received') !== String(payment.received_cents ?? 0))
    return { changed: false, payment }
  return recordReceipt(app, id, came)
}

export const settleInvoice = (app: App, sent: StaffAction): Promise<ActionResult> => {
  const { actor, id, form } = sent
  const outcome = oneOf(form, ['paid', 'failed'])
  return transact(app, async (inside): Promise<ActionResult> => {
    await holdPayer(inside, id)
    const settled = await receiveOrEnd(inside, sent, outcome)
    if (!settled) return fail('not_found')
    if (!settled.changed) return 'late'
    const { uid, amount_cents, received_cents, status } = settled.payment
    const facts = { payment_id: id, amount: amount_cents / 100, received_cents }
    await noteOnIntake(inside, uid, { actor, event: `payment_marked_${outcome}`, facts })
    return outcome === 'paid' && status === 'open' ? 'part_paid' : outcome
  })
}

export const answerInfoRequest = (
  app: App,
  { actor, id, form, lines }: StaffAction,
): Promise<ActionResult> => {
  const { answer } = answeredForm('Your answer').take(form)
  const handlers = handlersOf(lines, id) ?? fail('not_found')
  return transact(app, async (inside): Promise<ActionResult> => {
    const event = { actor, event: 'info_answered', facts: { characters: answer.length } }
    if (!(await noteOnIntake(inside, id, event))) fail('not_found')
    await handlers.infoAnswered(inside, { uid: id, token: form.get('seen'), answer }, actor)
    return 'answered'
  })
}

export const closeBlocked = (app: App, { actor, id, form }: StaffAction): Promise<ActionResult> => {
  const { note } = closedForm.take(form)
  return transact(app, async (inside): Promise<ActionResult> => {
    const uid = await closeBlockedPurchase(inside, id, { note, by: actor })
    if (uid === null) return 'late'
    await noteOnIntake(inside, uid, {
      actor,
      event: 'blocked_purchase_closed',
      facts: { order_id: id, characters: note.length },
    })
    return 'closed'
  })
}

const noteRetry = async (app: App, uid: string | null | undefined, act: { actor: string; what: string }) => {
  const event = { actor: act.actor, event: 'retried_by_staff', facts: { what: act.what } }
  if (uid) await noteOnIntake(app, uid, event)
  app.log.info({ actor: act.actor, what: act.what }, 'retried by staff')
}

export const retryMail = (app: App, { actor, id }: StaffAction): Promise<ActionResult> =>
  transact(app, async (inside): Promise<ActionResult> => {
    if (!(await retryEmail(inside, id))) return 'late'
    const mail = await findEmail(inside.db, id)
    await noteRetry(inside, mail?.intake_uid, { actor, what: `mail ${id}` })
    return 'retried'
  })

export const retryJob = (app: App, { actor, id }: StaffAction): Promise<ActionResult> =>
  transact(app, async (inside): Promise<ActionResult> => {
    const job = await retryDeadJob(inside.db, id)
    if (!job) return 'late'
    await noteRetry(inside, job.intake_uid, { actor, what: `job ${job.task}` })
    return 'retried'
  })

type Assigning = { items: readonly string[]; to: string; actor: string }

/** Licensed acts ask for a license when they are done, so anyone who works at the desk can be asked. */
export const assignWork = async (
  app: App,
  { items, to, actor }: Assigning,
): Promise<'assigned' | 'some_assigned'> => {
  const known = (await staffOf(app)).filter(({ role }) => mayDo(role, 'do_work'))
  if (to !== '' && !known.some(({ email }) => staffIdOf(app, email) === to))
    fail('invalid_request', { message: 'Choose someone who works at the desk.' })
  const owner = to === '' ? null : staffActor(to)
  let all = true
  for (const [kind = '', id = '', uid = ''] of items.map(item => item.split(/[/~]/)))
    await transact(app, async inside => {
      const item = `${kind}/${id}`
      if (kind === 'tasks') all = (await assignTask(inside, id, { to: owner, actor })) && all
      else if (owner === null) await removeOwner(inside.db, item)
      else if (await noteOnIntake(inside, uid, { actor, event: 'work_assigned', facts: { item, owner } }))
        await keepOwner(inside.db, { item, uid, owner, assigned_by: actor, assigned_at: app.clock.now() })
    })
  return all ? 'assigned' : 'some_assigned'
}
