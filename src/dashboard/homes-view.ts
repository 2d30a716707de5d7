import { html } from 'hono/html'
import type { HomeownersDashboardRow } from '../homeowners/dashboard/row.ts'
import type { Html } from '../pages/frame.ts'
import { dashboardUrl } from './filters.ts'
import { enumLabel, timeOf } from './labels.ts'
import { locationLabel } from './requests-table.ts'

const unknown = html`<span class="soft">Unknown</span>`

const yesNo = (value: boolean | null) => (value === null ? unknown : value ? 'Yes' : 'No')

const homeCard = (
  home: HomeownersDashboardRow,
  _at: number,
  { length }: readonly HomeownersDashboardRow[],
) => {
  const { property_id, property_type, home_ownership, new_purchase } = home
  return html`<li class="card">
${length > 1 ? html`<h3>${locationLabel(home.location)}</h3>` : ''}
<dl class="facts">
<dt>Home type</dt><dd>${property_type ? enumLabel(property_type) : unknown}</dd>
<dt>Use</dt><dd>${home_ownership ? enumLabel(home_ownership) : unknown}</dd>
<dt>New purchase</dt><dd>${yesNo(new_purchase)}</dd>
<dt>Property ID</dt><dd>${property_id ? html`<a href="${dashboardUrl({ property_id })}"><code>${property_id}</code></a>` : unknown}</dd>
</dl>
</li>
`
}

export const homesView = (homes: readonly HomeownersDashboardRow[]): Html => {
  const [first] = homes
  return html`<section aria-labelledby="homes">
<h2 id="homes">${homes.length === 1 ? 'The home' : `${homes.length} homes`}</h2>
<ul class="plain-list">
${homes.map(homeCard)}</ul>
<dl class="facts small">
<dt>Request</dt><dd><code>${first?.request_uid}</code></dd>
<dt>Created</dt><dd>${first ? timeOf(first.inserted_at) : ''}</dd>
<dt>Submitted</dt><dd>${first?.submitted_at ? timeOf(first.submitted_at) : 'Not yet'}</dd>
</dl>
</section>`
}
