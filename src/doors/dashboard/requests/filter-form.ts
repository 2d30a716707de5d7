import { html } from 'hono/html'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { LINES, lineNames } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dashboardUrl, type FilterProblem, statusNames, type TypedFilters } from './filters.ts'

type Filling = { asked: TypedFilters; problems: readonly FilterProblem[] }

const option = (value: string, label: string, asked: string | undefined) =>
  html`<option value="${value}"${value === asked ? html` selected` : ''}>${label}</option>`

const idField = (name: 'uid' | 'property_id', label: string, { asked, problems }: Filling) => {
  const wrong = problems.some(problem => problem.name === name)
  return html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${asked[name] ?? ''}" autocomplete="off" autocapitalize="none" spellcheck="false"${wrong ? html` aria-invalid="true" aria-describedby="problems"` : ''}>
</div>`
}

const KEPT = ['mode', 'view', 'stage', 'status', 'limit'] as const

const kept = (asked: TypedFilters) =>
  KEPT.map(name =>
    asked[name] === undefined ? '' : html`<input type="hidden" name="${name}" value="${asked[name]}">`,
  )

const isFiltered = ({ line, stage, status, uid, property_id }: TypedFilters): boolean =>
  [line, stage, status, uid, property_id].some(value => value !== undefined)

export const filterForm = (filling: Filling): Html => {
  const { asked } = filling
  const { mode, view, limit, stage, status, line } = asked
  return html`<form id="filter" class="filter" action="/dashboard" method="get" role="search" aria-label="Filter requests" hx-morph-skip>
<div class="field">
<label for="line">Line</label>
<select id="line" name="line">
${option('', 'Both', line ?? '')}
${lineNames.map(
  name => html`${option(name, LINES[name].title, line)}
`,
)}</select>
</div>
${idField('uid', 'Request ID', filling)}
${idField('property_id', 'Property ID', filling)}
${kept(asked)}
<p class="row"><button class="secondary">Filter</button>${isFiltered(asked) ? html` <a href="${dashboardUrl({ mode, view, limit })}">Clear</a>` : ''}</p>
${stage === undefined ? '' : html`<p class="wide small">Stage: <strong>${nameTitle(stage)}</strong>. <a href="${dashboardUrl({ ...asked, stage: undefined, cursor: undefined })}">Any stage</a></p>`}
${status === undefined ? '' : html`<p class="wide small">Status: <strong>${statusNames[status] ?? status}</strong>. <a href="${dashboardUrl({ ...asked, status: undefined, cursor: undefined })}">Any status</a></p>`}
</form>`
}

export const filterProblems = (problems: readonly FilterProblem[]): Html => html`
<div class="callout danger" role="alert" tabindex="-1" autofocus aria-labelledby="problems-title">
<h2 id="problems-title">Check your filters</h2>
<ul id="problems">
${problems.map(({ name, message }) => html`<li>${name === 'uid' || name === 'property_id' || name === 'line' ? html`<a href="#${name}">${message}</a>` : message}</li>`)}
</ul>
<p><a href="/dashboard">Show all requests</a></p>
</div>`
