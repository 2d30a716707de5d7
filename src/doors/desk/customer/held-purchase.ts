import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { finishHolds, writeNote } from '../../../products/line/record/notes.ts'
import { lines } from '../../../products/lines.ts'
import { postForm, why } from '../parts/form.ts'
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
