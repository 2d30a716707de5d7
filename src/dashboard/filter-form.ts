import { html } from 'hono/html'
import { type Bucket, buckets } from '../homeowners/intake/property-row-store.ts'
import type { Html } from '../pages/frame.ts'
import { dashboardUrl, type FilterProblem, type TypedFilters } from './filters.ts'
import { STATUS_NAMES } from './labels.ts'

type Filling = { asked: TypedFilters; problems: readonly FilterProblem[] }

const option = (value: string, label: string, asked: string | undefined) =>
  html`<option value="${value}"${value === asked ? html` selected` : ''}>${label}</option>`

const OPTIONS: Record<Bucket, string> = { ...STATUS_NAMES, quoted: 'Quoted, including published' }

const idField = (name: 'uid' | 'property_id', label: string, { asked, problems }: Filling) => {
  const wrong = problems.some(problem => problem.name === name)
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${asked[name] ?? ''}" autocomplete="off" autocapitalize="none" spellcheck="false"${wrong ? html` aria-invalid="true" aria-describedby="problems"` : ''}>
</div>`
}

/** Not refreshed with the rest of the page, because someone may be typing. */
export const filterForm = (filling: Filling): Html => {
  const { status, uid, property_id, limit } = filling.asked
  const filtered = status !== undefined || uid !== undefined || property_id !== undefined
  return html`<form id="filter" class="filter" action="/dashboard" method="get" role="search" aria-label="Filter requests" hx-morph-skip>
<div class="field">
<label for="status">Status</label>
<select id="status" name="status">
${option('', 'Any', status ?? '')}
${buckets.map(bucket => option(bucket, OPTIONS[bucket], status))}
</select>
</div>
${idField('uid', 'Request ID', filling)}
${idField('property_id', 'Property ID', filling)}
${limit === undefined ? '' : html`<input type="hidden" name="limit" value="${limit}">`}
<p class="row"><button class="secondary">Filter</button>${filtered ? html` <a href="${dashboardUrl({ limit })}">Show all</a>` : ''}</p>
</form>`
}

export const filterProblems = (problems: readonly FilterProblem[]): Html => html`
<div class="callout danger" role="alert">
<h2>Check your filters</h2>
<ul id="problems">
${problems.map(({ name, message }) => html`<li>${name === 'cursor' || name === 'limit' ? message : html`<a href="#${name}">${message}</a>`}</li>`)}
</ul>
<p><a href="/dashboard">Show all requests</a></p>
</div>`
