import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { ageSince, badge, premiumText } from '../labels.ts'
import { dashboardUrl, requestUrl, type TypedFilters } from './filters.ts'
import type { FoundRequests, RequestRow } from './find-requests.ts'
import { attentionTo, WAITING } from './standing.ts'

const next = (request: RequestRow, now: Date): Html | string => {
  const attention = attentionTo(request, now)
  if (attention?.kind === 'your_turn') return html`<strong>Your turn</strong>`
  if (attention)
    return html`${WAITING[request.waitingOn]}, <strong>no answer for ${attention.days} days</strong>`
  return WAITING[request.waitingOn]
}

const row = (request: RequestRow, now: Date) => html`<tr id="${request.id}">
<th scope="row" class="typed"><a href="${requestUrl(request.uid)}">${request.title}</a>
<span class="soft small">${request.kind}${request.reference ? html` · ${request.reference}` : ''}</span>
<span class="soft small"><code>${request.uid}</code></span></th>
<td>${badge(request.outcome)} <span class="soft small">${next(request, now)}</span></td>
<td class="number" data-label="Premium a year">${request.premium ? premiumText(request.premium) : html`<span class="soft">–</span>`}</td>
<td data-label="Age">${ageSince(request.insertedAt, now)}</td>
<td data-label="Last change">${ageSince(request.updatedAt, now)}</td>
</tr>
`

export const requestsTable = (
  rows: readonly RequestRow[],
  now: Date,
): Html => html`<table class="stacks requests">
<thead><tr><th scope="col">Request</th><th scope="col">Status</th><th scope="col" class="number">Premium a year</th><th scope="col">Age</th><th scope="col">Last change</th></tr></thead>
<tbody>
${rows.map(request => row(request, now))}</tbody>
</table>`

export const pager = ({ nextCursor }: FoundRequests, asked: TypedFilters): Html => html`
<nav class="row" aria-label="Pages of the list">
${asked.cursor === undefined ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: undefined })}">Newest</a>`}
${nextCursor === null ? '' : html`<a class="button secondary" href="${dashboardUrl({ ...asked, cursor: nextCursor })}">Older</a>`}
</nav>`
