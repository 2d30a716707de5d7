import { fail } from '../../../platform/errors.ts'
import { redirect } from '../../../platform/http/pages/document.ts'
import { findListed } from '../book/listed.ts'
import { recordReads } from '../book/reads.ts'
import { why } from '../parts/form.ts'
import { deskFrame } from '../parts/frame.ts'
import { staffForm, staffPage } from '../sign-in/door.ts'
import { planRefund } from './end-plan.ts'
import { refundForms, refundReview } from './refund-view.ts'
import { renewalInvoiceRow } from './renewal-invoice.ts'
import { startRefund } from './start-refund.ts'

const PATH = '/desk/money/customers/{uid}'
const AT = '/desk/money'
const TITLE = 'Cancellation and refund'

export const refundRows = [
  renewalInvoiceRow,
  staffPage(PATH, 'refund', async (app, request, staff) => {
    const uid = request.params.uid ?? ''
    if (!(await findListed(app, uid))) fail('not_found')
    await recordReads(app, [uid], { what: 'customer', by: staff.actor })
    return deskFrame(request, staff, { title: TITLE, at: AT, body: await refundForms(app, request, uid) })
  }),

  staffForm(PATH, 'refund', async (app, request, staff) => {
    const uid = request.params.uid ?? ''
    const { form } = request
    if (form.has('cents')) {
      const { note } = why.take(form)
      const started = await startRefund(app, { uid, actor: staff.actor, note, form })
      return redirect(`${AT}?done=${started ?? 'late'}`)
    }
    const plan = await planRefund(app, uid, form)
    const body = refundReview(request, { uid, plan, ...why.take(form) })
    return deskFrame(request, staff, { title: TITLE, at: AT, body })
  }),
]
