import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { recordAct } from '../../../platform/audit/acts.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { lines } from '../../../products/lines.ts'
import { postForm, why } from '../parts/form.ts'
import type { Customer } from './customer.ts'

export const endPurchaseForm = ({ uid, line, status }: Customer, token: Html): Html | '' =>
  lines[line].desk?.canEndPurchase(status)
    ? html`<details id="purchase"><summary>End the purchase</summary>
<p>The carrier does not have the order yet. Nothing is bought, the open invoice is void, and the buyer gets back what they paid. We email them.</p>
${postForm({
  token,
  path: `/desk/book/${uid}/purchase`,
  label: 'End the purchase',
  body: html`${why.draw({ within: 'purchase' })}<button class="secondary">End the purchase</button>`,
})}</details>`
    : ''

export const endPurchaseOf = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const { note } = why.take(sent)
  const line = lineOf(uid)
  const desk = (line && lines[line].desk) ?? fail('not_found')
  return transact(app, async inside => {
    await desk.purchaseEnded(inside, uid, actor)
    await recordAct(inside, { about: uid, act: 'purchase_ended', actor, note })
  })
}
