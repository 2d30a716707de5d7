import { html } from 'hono/html'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { Grant, GrantList } from '../../oauth/provider/grants.ts'
import { timeOf } from '../labels.ts'

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
