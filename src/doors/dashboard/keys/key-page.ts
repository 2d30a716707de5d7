import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { type CredentialRow, findMainKey, furtherKeys } from '../../../platform/key/store.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { type Grant, type GrantList, listGrants, revokeGrant } from '../../oauth/provider/grants.ts'
import { operatorPage } from '../frame.ts'
import { badge, dateOf, timeOf } from '../labels.ts'
import { forOperator } from '../operator-row.ts'
import type { SignedInOperator } from '../operator-session.ts'

const grantCard = (
  { grant_id, kind, name, where, scopes, granted_at, last_used_at }: Grant,
  request: DocumentRequest,
) => html`<li class="card">
<h3>${name}</h3>
<dl class="facts">
<dt>Address</dt><dd>${where}</dd>
<dt>Permissions</dt><dd>${scopes.join(', ')}</dd>
<dt>Authorized</dt><dd>${timeOf(granted_at)}</dd>
${kind === 'client' ? html`<dt>Last used</dt><dd>${last_used_at ? timeOf(last_used_at) : 'Not yet'}</dd>` : ''}
</dl>
<form method="post">
${tokenField(request)}
<input type="hidden" name="grant_id" value="${grant_id}">
<button class="secondary">Revoke access<span class="hidden"> for ${name}</span></button>
</form>
</li>
`

export const grantsView = ({ grants, hasMore }: GrantList, request: DocumentRequest): Html => html`
<section aria-labelledby="grants">
<h2 id="grants">Apps and agents with access</h2>
<p>They use their own tokens. Rotating your key doesn’t revoke them.</p>
<ul class="plain-list">
${grants.map(grant => grantCard(grant, request))}</ul>
${hasMore ? html`<p>Older ones are not listed. To see them, revoke access that you no longer need.</p>` : ''}
</section>`

const SOON = 30 * DAY

const leftWords = (left: number): string => {
  const days = Math.floor(left / DAY)
  if (days < 1) return 'in less than a day'
  return days === 1 ? 'in 1 day' : `in ${days} days`
}

const expiry = ({ expires_at }: CredentialRow, now: Date): Html => {
  const left = expires_at.getTime() - now.getTime()
  return html`${dateOf(expires_at)} ${left < SOON ? html`<span class="badge warning">${leftWords(left)}</span>` : ''}`
}

export const keyDetails = (key: CredentialRow, now: Date): Html => html`<dl class="facts">
<dt>Starts with</dt><dd><code>${key.prefix}</code></dd>
<dt>Created</dt><dd>${timeOf(key.created_at)}</dd>
<dt>Last used</dt><dd>${key.last_used_at ? timeOf(key.last_used_at) : 'Not yet'}</dd>
<dt>Expires</dt><dd>${expiry(key, now)}</dd>
</dl>`

const withKey = (
  key: CredentialRow,
  now: Date,
): Html => html`<section class="card bound" aria-labelledby="this-key">
<h2 id="this-key">${key.main ? 'Your key' : 'The key you signed in with'}</h2>
${keyDetails(key, now)}
<p><a class="button secondary" href="/dashboard/key/rotate">Rotate the key…</a></p>
</section>
<p class="soft small">We store only a hash of the key and its first characters. Your agent can rotate it too, with <code>POST /api/agent/key/rotate</code>.</p>`

const withoutKey = html`<div class="callout info">
<p>You signed in with an access token, not a key. To see or rotate your keys, sign out, then sign in with your email.</p>
</div>`

const otherKey = (key: CredentialRow, now: Date) => html`<li class="card">
<h3>${key.main ? 'Main key' : 'Additional key'}</h3>
${keyDetails(key, now)}
</li>
`

const otherKeys = (
  keys: readonly CredentialRow[],
  now: Date,
): Html => html`<section aria-labelledby="other-keys">
<h2 id="other-keys">Other keys</h2>
<p>To rotate one of these, call <code>POST /api/agent/key/rotate</code> with it.</p>
<ul class="plain-list">
${keys.map(key => otherKey(key, now))}</ul>
</section>`

const listOthers = async (app: App, { key, caller }: SignedInOperator): Promise<CredentialRow[]> => {
  const now = app.clock.now()
  const main = await findMainKey(app.db, caller.operatorUid, now)
  const all = [...(main ? [main] : []), ...(await furtherKeys(app.db, caller.operatorUid, now))]
  return all.filter(({ credential_id }) => credential_id !== key?.credential_id)
}

const path = '/dashboard/key'

export const keyPage = forOperator({
  path,
  aboutKeys: true,
  async respond(app, request, signedIn) {
    const { key, caller, approval } = signedIn
    const now = app.clock.now()
    const granted = key?.scopes === null ? await listGrants(app, caller.operatorUid) : null
    const others = key?.scopes === null ? await listOthers(app, signedIn) : []
    return operatorPage(request, signedIn, {
      title: 'Keys',
      at: path,
      body: html`<div class="narrow">
<h1>Operator keys</h1>
<p class="lede">Your agent sends a key with every call. Keep it on your server, never in a browser, an app or a prompt.</p>
<p>${badge(approval)}</p>
${key ? withKey(key, now) : withoutKey}
${others.length > 0 ? otherKeys(others, now) : ''}
${granted && granted.grants.length > 0 ? grantsView(granted, request) : ''}
</div>`,
    })
  },
})

export const endAccess = forOperator({
  method: 'POST',
  path,
  aboutKeys: true,
  async respond(app, { form }, { key, caller }) {
    if (key?.scopes === null) await revokeGrant(app, caller.operatorUid, form.get('grant_id') ?? '')
    return redirect(path)
  },
})
