import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { acceptCredit } from '../../../products/line/buying/funds.ts'
import { holdIntake, noteOnIntake } from '../../../products/line/record/intakes.ts'
import { finishHolds, writeNote } from '../../../products/line/record/notes.ts'
import { lines } from '../../../products/lines.ts'
import { hidden, postForm, why } from '../parts/form.ts'
import type { Customer } from './customer.ts'

export const heldPurchaseView = ({ isPurchaseHeld, uid }: Customer, token: Html): Html | '' =>
  isPurchaseHeld
    ? html`<section class="callout warning" aria-labelledby="held"><h2 id="held">A purchase waits for you</h2>
<p>Another application has bought for this home or is buying, so the purchase waits. Only you can allow it, for example if the home is changing owners or two households share the address. It counts for this application and this address only. Don’t tell the person about the other application.</p>
${postForm({
  token,
  path: `/desk/book/${uid}/held-purchase`,
  label: 'Allow the purchase',
  body: html`${why.draw({ within: 'allow' })}<button>Allow the purchase</button>`,
})}</section>`
    : ''

export const allowHeldPurchase = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const { note } = why.take(sent)
  const line = lineOf(uid) ?? fail('not_found')
  return transact(app, async inside => {
    const { allowPurchase } = lines[line].book
    if (!allowPurchase) return fail('not_found')
    await allowPurchase(inside, uid, actor)
    await finishHolds(inside, uid, actor)
    await writeNote(inside, { uid, words: `Allowed the purchase. Reason: ${note}`, by: actor })
  })
}

export const creditForms = ({ unfunded, uid }: Customer, token: Html): Html =>
  html`${unfunded.map(
    ({ order_id, terms }) =>
      html`<section class="callout warning" aria-labelledby="${order_id}"><h2 id="${order_id}">An order waits for its first payment</h2>
<p>${terms.product}, ${terms.carrier}: ${usdCents(terms.billing?.due_cents ?? 0)} is not there yet. Record the payment under Money, and the order goes out. If you accept the credit, it goes out now, and the agency owes the carrier whether or not the customer pays.</p>
${postForm({
  token,
  path: `/desk/book/${uid}/credit`,
  label: 'Accept the credit',
  body: html`${hidden('order_id', order_id)}${why.draw({ within: order_id })}<button class="secondary">Accept the credit for this policy</button>`,
})}</section>`,
  )}`

export const acceptCreditFor = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<boolean> => {
  const { note } = why.take(sent)
  const order_id = sent.get('order_id') ?? ''
  return transact(app, async inside => {
    await holdIntake(inside, uid)
    const isNew = await acceptCredit(inside, { uid, order_id, actor, note })
    if (isNew) await noteOnIntake(inside, uid, { actor, event: 'credit_accepted', facts: { order_id } })
    return isNew
  })
}
