import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { recordReads } from '../book/reads.ts'
import { pageAsked } from '../parts/table.ts'
import { askForCustomer } from '../policy-requests/policy-requests.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import type { Staff } from '../staff/staff.ts'
import { askCarrierAgain } from './ask-again.ts'
import { correctAnswer } from './correct.ts'
import { correctPhone, sealUndo } from './correct-phone.ts'
import { type Asked, type Customer, readCustomer } from './customer.ts'
import { customerView } from './customer-view.ts'
import { endPurchaseOf } from './end-purchase.ts'
import { acceptCreditFor, allowHeldPurchase } from './held-purchase.ts'
import { recordDeliveryWithdrawal } from './paper-delivery.ts'

const pathOf = (uid: string): string => `/desk/book/${uid}`

const uidIn = ({ params }: DocumentRequest): string => params.uid ?? ''

const STEPS = 50

const opened = async (app: App, request: DocumentRequest, { actor }: Staff): Promise<Customer> => {
  const uid = uidIn(request)
  const asked: Asked = list => pageAsked(request, list, list === 'history' ? STEPS : undefined)
  const customer = (await readCustomer(app, uid, asked)) ?? fail('not_found')
  await recordReads(app, [uid], { what: 'customer', by: actor })
  const related = customer.others.map(other => other.uid)
  await recordReads(app, related, { what: 'related', by: actor })
  return customer
}

export const customerRows = [
  staffPage('/desk/book/{uid}', 'see_customers', async (app, request, staff) =>
    customerView(app, request, { staff, customer: await opened(app, request, staff) }),
  ),

  staffForm('/desk/book/{uid}/phone', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const { changed, before } = await correctPhone(app, { uid, form: request.form, actor })
    const undo = changed && before !== null ? `&undo=${sealUndo(app, uid, before)}` : ''
    return redirect(`${pathOf(uid)}?done=${changed ? 'corrected' : 'same'}${undo}`)
  }),

  staffForm('/desk/book/{uid}/answers', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const changed = await correctAnswer(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${changed ? 'answer' : 'unchanged'}`)
  }),

  staffForm('/desk/book/{uid}/delivery', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const recorded = await recordDeliveryWithdrawal(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${recorded ? 'delivery' : 'paper'}`)
  }),

  staffForm('/desk/book/{uid}/carriers', 'retry', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const done = await askCarrierAgain(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${done}`)
  }),

  staffForm('/desk/book/{uid}/purchase', 'handle_money', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await endPurchaseOf(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=ended`)
  }),

  staffForm('/desk/book/{uid}/held-purchase', 'correct_customer', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await allowHeldPurchase(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=allowed`)
  }),

  staffForm('/desk/book/{uid}/credit', 'accept_credit', async (app, request, { actor }) => {
    const uid = uidIn(request)
    const isNew = await acceptCreditFor(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=${isNew ? 'credit' : 'funded'}`)
  }),

  staffForm('/desk/book/{uid}/requests', 'do_work', async (app, request, { actor }) => {
    const uid = uidIn(request)
    await askForCustomer(app, { uid, form: request.form, actor })
    return redirect(`${pathOf(uid)}?done=requested`)
  }),
]
