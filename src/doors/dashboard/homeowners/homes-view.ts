import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { enumLabel, locationLabel } from '../../../products/homeowners/dashboard/requests.ts'
import type { HomeownersDashboardRow } from '../../../products/homeowners/dashboard/row.ts'
import { badge, premiumText, timeOf } from '../labels.ts'
import { dashboardUrl } from '../requests/filters.ts'
import type { RequestRow } from '../requests/find-requests.ts'

const unknown = html`<span class="soft">Unknown</span>`

const yesNo = (value: boolean | null) => {
  if (value === null) return unknown
  return value ? 'Yes' : 'No'
}

const standing = (listed: RequestRow | undefined) =>
  listed &&
  html`<dt>Status</dt><dd>${badge(listed.outcome)}</dd>
${listed.premium ? html`<dt>Premium a year</dt><dd>${premiumText(listed.premium)}</dd>` : ''}`

const homeCard = (home: HomeownersDashboardRow, listed: RequestRow | undefined, isOnly: boolean) => {
  const { property_id, property_type, home_ownership, new_purchase } = home
  return html`<li class="card">
${isOnly ? '' : html`<h3>${locationLabel(home.location)}</h3>`}
<dl class="facts">
${isOnly ? '' : standing(listed)}
<dt>Home type</dt><dd>${property_type ? enumLabel(property_type) : unknown}</dd>
<dt>Use</dt><dd>${home_ownership ? enumLabel(home_ownership) : unknown}</dd>
<dt>New purchase</dt><dd>${yesNo(new_purchase)}</dd>
<dt>Property ID</dt><dd>${property_id ? html`<a href="${dashboardUrl({ property_id })}"><code>${property_id}</code></a>` : unknown}</dd>
</dl>
</li>
`
}

type Homes = { homes: readonly HomeownersDashboardRow[]; rows: readonly RequestRow[] }

export const homesView = ({ homes, rows }: Homes): Html => {
  const [first] = homes
  const listedAs = ({ request_uid, home_index }: HomeownersDashboardRow) =>
    rows.find(({ id }) => id === `${request_uid}-${home_index}`)
  return html`<section aria-labelledby="homes">
<h2 id="homes">${homes.length === 1 ? 'The home' : `${homes.length} homes`}</h2>
<ul class="plain-list">
${homes.map(home => homeCard(home, listedAs(home), homes.length === 1))}</ul>
<dl class="facts small">
<dt>Request</dt><dd><code>${first?.request_uid}</code></dd>
<dt>Created</dt><dd>${first ? timeOf(first.inserted_at) : ''}</dd>
<dt>Submitted</dt><dd>${first?.submitted_at ? timeOf(first.submitted_at) : 'Not yet'}</dd>
</dl>
</section>`
}
