import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { publishedJwks } from '../../platform/key/signing-key.ts'
import { page } from '../../platform/pages/frame.ts'
import type { Html } from '../../platform/pages/html.ts'
import { type Receipt, receiptLines, receiptWords, verifyReceipt } from '../../products/line/acts/receipt.ts'

const MOST = 12_000

const outcome = (receipt: Receipt | null, publicUrl: string): Html =>
  receipt?.iss === publicUrl
    ? html`<div class="callout"><p><strong>This receipt is genuine.</strong> We signed it on ${new Date(receipt.iat * 1000).toUTCString()} for application <code>${receipt.sub}</code>.</p>
<ul>${receiptLines(receipt).map(line => html`<li>${line}</li>`)}</ul></div>`
    : html`<div class="callout warning"><p><strong>This is not a receipt of ours, or somebody changed it.</strong> Copy the whole text again, with the two dots in it.</p></div>`

/** Checks in the browser, also without a connection; without JavaScript, here. */
export const verifyReceiptPage: DocumentRow<App> = {
  path: '/receipts/verify',
  page: true,
  contract: null,
  async respond(app, { query }) {
    const { publicUrl } = app.config
    const { keys } = await publishedJwks(app)
    const asked = String(query.receipt ?? '').slice(0, MOST)
    return page({
      title: 'Check a receipt',
      developer: true,
      inlineScript: 'receipt.js',
      share: { path: '/receipts/verify', description: 'Check that we signed a receipt, also offline.' },
      body: html`<h1>Check a receipt</h1>
<p class="lede">A receipt proves what somebody agreed to, chose, or bought here, and how we knew who they were. It names nobody.</p>
<form class="receipt-check" method="get" data-keys="${JSON.stringify(keys)}" data-issuer="${publicUrl}" data-words="${JSON.stringify(receiptWords)}">
<label for="receipt">The receipt</label>
<textarea id="receipt" name="receipt" rows="6" maxlength="${MOST}" required spellcheck="false">${asked}</textarea>
<p><button>Check</button></p>
</form>
<div id="receipt-outcome" role="status">${asked === '' ? '' : outcome(await verifyReceipt(asked, keys), publicUrl)}</div>
<h2>Without us</h2>
<p>Save this page: it checks receipts without a connection. Or use <code>npx bindery receipt verify FILE --keys jwks.json</code>, or any JWS library, with the keys in <a href="/.well-known/jwks.json">jwks.json</a> (ES256).</p>
<p><code>words_sha256</code> is the SHA-256 of the exact text, and <code>about_sha256</code> that of the application or offer it was about, as canonical JSON.</p>`,
    })
  },
}
