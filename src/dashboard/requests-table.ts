import { html } from 'hono/html'
import type { HomeownersDashboardRow } from '../homeowners/dashboard/row.ts'
import type { HomeownersDashboardResponse } from '../homeowners/dashboard.ts'
import type { Html } from '../pages/frame.ts'
import { dashboardUrl, type TypedFilters } from './filters.ts'
import { enumLabel, statusBadge, timeOf } from './labels.ts'

export const locationLabel = ({ city, state, zip }: HomeownersDashboardRow['location']): string => {
  const tail = [state, zip].filter(part => part !== null).join(' ')
  return [city, tail].filter(part => part).join(', ') || 'Address unknown'
}

export const kindOf = ({ property_type, home_ownership, new_purchase }: HomeownersDashboardRow): string => {
  const words = [property_type, home_ownership].flatMap(value => (value === null ? [] : [enumLabel(value)]))
  return [...words, ...(new_purchase ? ['New purchase'] : [])].join(' · ')
}

export const requestUrl = (uid: string): string => `/dashboard/requests/${encodeURIComponent(uid)}`

const row = (property: HomeownersDashboardRow) => {
  const { request_uid, home_index, status, location, submitted_at, updated_at } = property
  return html`<tr id="${request_uid}-${home_index}">
<th scope="row"><a href="${requestUrl(request_uid)}">${locationLabel(location)}</a>
<span class="soft small">${kindOf(property) || 'Home type unknown'}${home_index > 0 ? html` · Home ${home_index + 1}` : ''}</span></th>
<td>${statusBadge(status)}</td>
<td data-label="Request"><code>${request_uid}</code></td>
<td data-label="Submitted">${submitted_at ? timeOf(submitted_at) : html`<span class="soft">Not yet</span>`}</td>
<td data-label="Updated">${timeOf(updated_at)}</td>
</tr>
`
}

export const requestsTable = (
  { properties, next_cursor }: HomeownersDashboardResponse,
  asked: TypedFilters,
): Html => html`<table class="stacks requests">
<thead><tr><th scope="col">Property</th><th scope="col">Status</th><th scope="col">Request</th><th scope="col">Submitted</th><th scope="col">Updated</th></tr></thead>
<tbody>
${properties.map(row)}</tbody>
</table>
<nav class="row" aria-label="Pages of the list">
${asked.cursor === undefined ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: undefined })}">Newest</a>`}
${next_cursor === null ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: next_cursor })}">Older</a>`}
</nav>`
