import { html } from 'hono/html'
import { redirect } from '../http/pages/document.ts'
import type { CredentialRow } from '../key/store.ts'
import { DAY } from '../lib/clock.ts'
import { listGrants, revokeGrant } from '../oauth/provider/grants.ts'
import { requestCodeCurl } from '../pages/first-key.ts'
import type { Html } from '../pages/frame.ts'
import { operatorPage } from './frame.ts'
import { grantsView } from './grants-view.ts'
import { dateOf, timeOf } from './labels.ts'
import { forOperator } from './operator-row.ts'

const SOON = 30 * DAY

const expiry = ({ expires_at }: CredentialRow, now: Date): Html => {
  const days = Math.floor((expires_at.getTime() - now.getTime()) / DAY)
  const soon = expires_at.getTime() - now.getTime() < SOON
  return html`${dateOf(expires_at)} ${soon ? html`<span class="badge warning">${days === 0 ? 'today' : `in ${days} days`}</span>` : ''}`
}

export const keyFacts = (key: CredentialRow, now: Date): Html => html`<dl class="facts">
<dt>Starts with</dt><dd><code>${key.prefix}</code></dd>
<dt>Created</dt><dd>${timeOf(key.created_at)}</dd>
<dt>Last used</dt><dd>${key.last_used_at ? timeOf(key.last_used_at) : 'Not yet'}</dd>
<dt>Expires</dt><dd>${expiry(key, now)}</dd>
</dl>`

const withKey = (
  key: CredentialRow,
  now: Date,
): Html => html`<section class="card bound" aria-labelledby="this-key">
<h2 id="this-key">The key you signed in with</h2>
${keyFacts(key, now)}
<p><a class="button secondary" href="/dashboard/key/rotate">Rotate the key…</a></p>
</section>
<p class="soft small">We store only a hash of the key and its first characters. Your agent can rotate it too, with <code>POST /api/agent/key/rotate</code>.</p>`

const withoutKey = (publicUrl: string): Html => html`<div class="callout info">
<p>You signed in with an access token, not a key. To replace a key, use the key itself or a code that we email you:</p>
</div>
<pre><code>${requestCodeCurl(publicUrl)}</code></pre>`

const path = '/dashboard/key'

/** Lists the other credentials only for a session that was opened with a key that can do everything. */
export const keyPage = forOperator({
  path,
  async respond(app, request, signedIn) {
    const { key, caller } = signedIn
    const grants = key?.scopes === null ? await listGrants(app, caller.operatorUid) : []
    return operatorPage(request, signedIn, {
      title: 'Key',
      at: path,
      body: html`<div class="narrow">
<h1>Operator key</h1>
<p class="lede">Your agent sends it with every call. Keep it on your server, never in a browser, an app or a prompt.</p>
${key ? withKey(key, app.clock.now()) : withoutKey(app.config.publicUrl)}
${grants.length > 0 ? grantsView(grants, request) : ''}
</div>`,
    })
  },
})

export const endAccess = forOperator({
  method: 'POST',
  path,
  async respond(app, { form }, { key, caller }) {
    if (key?.scopes === null) await revokeGrant(app, caller.operatorUid, form.get('grant_id') ?? '')
    return redirect(path)
  },
})
