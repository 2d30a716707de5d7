import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { finishHolds, writeNote } from '../../../products/line/record/notes.ts'
import { lineOf, lines } from '../../../products/lines.ts'
import { form } from '../parts/form.ts'
import { noteField, requiredLine } from '../parts/one-line-field.ts'
import type { Customer } from './customer.ts'

export const heldPurchaseView = ({ isPurchaseHeld, uid }: Customer, token: Html): Html | '' =>
  isPurchaseHeld
    ? html`<section class="callout warning" aria-labelledby="held"><h2 id="held">A purchase waits for you</h2>
<p>Another application has bought for this home or is buying, so the purchase waits. Only you can allow it, for example if the home is changing owners or two households share the address. It counts for this application and this address only. Don’t tell the person about the other application.</p>
${form({
  token,
  path: `/desk/book/${uid}/held-purchase`,
  label: 'Allow the purchase',
  body: html`${noteField('allow-note')}<button>Allow the purchase</button>`,
})}</section>`
    : ''

export const allowHeldPurchase = (
  app: App,
  { uid, form: sent, actor }: { uid: string; form: URLSearchParams; actor: string },
): Promise<void> => {
  const why = requiredLine(sent, 'note', 'Enter why, for example: The seller’s policy ends at the closing.')
  const line = lineOf(uid) ?? fail('not_found')
  return transact(app, async inside => {
    const { allowPurchase } = lines[line].book
    if (!allowPurchase) return fail('not_found')
    await allowPurchase(inside, uid, actor)
    await finishHolds(inside, uid, actor)
    await writeNote(inside, { uid, words: `Allowed the purchase. Reason: ${why}`, by: actor })
  })
}
