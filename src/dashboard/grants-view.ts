import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import type { Grant } from '../oauth/provider/grants.ts'
import { tokenField } from '../pages/form-token.ts'
import type { Html } from '../pages/frame.ts'
import { timeOf } from './labels.ts'

const grantCard = (
  { grant_id, kind, name, where, scopes, granted_at, last_used_at }: Grant,
  request: DocumentRequest,
) => html`<li class="card">
<h3>${name}</h3>
<dl class="facts">
<dt>Where</dt><dd>${where}</dd>
<dt>May use</dt><dd>${scopes.join(', ')}</dd>
<dt>Let in</dt><dd>${timeOf(granted_at)}</dd>
${kind === 'client' ? html`<dt>Last used</dt><dd>${last_used_at ? timeOf(last_used_at) : 'Not yet'}</dd>` : ''}
</dl>
<form method="post">
${tokenField(request)}
<input type="hidden" name="grant_id" value="${grant_id}">
<button class="secondary">End access<span class="hidden"> of ${name}</span></button>
</form>
</li>
`

/** What else acts for the operator, each with a button that ends it at once. */
export const grantsView = (grants: readonly Grant[], request: DocumentRequest): Html => html`
<section aria-labelledby="grants">
<h2 id="grants">Apps and agents you have let in</h2>
<p>They have tokens of their own. Rotating the key does not stop them.</p>
<ul class="plain-list">
${grants.map(grant => grantCard(grant, request))}</ul>
</section>`
