import { html } from 'hono/html'
import type { Html } from '../../platform/pages/html.ts'

export const SEARCH = '/dashboard/search'

export const searchField = (text: string): Html => html`<div class="field">
<label for="q">Search by ID, city, state, or ZIP</label>
<input id="q" name="q" type="search" value="${text}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" autofocus hx-get="${SEARCH}" hx-trigger="input changed delay:250ms" hx-select="#found" hx-target="#found" hx-swap="outerMorph" hx-status:4xx="swap:none" hx-status:5xx="swap:none">
</div>`

/** Morphed, not replaced: a screen reader announces a status that changes, but not one that is new. */
export const foundView = (summary: string, results: Html): Html => html`<div id="found">
<p id="found-summary" role="status" class="soft small">${summary}</p>
${results}
</div>`

export const searchDialog: Html = html`<dialog id="search" aria-labelledby="search-title">
<form action="${SEARCH}" method="get" role="search" aria-labelledby="search-title">
<h2 id="search-title">Search</h2>
${searchField('')}
</form>
${foundView('', html``)}
<form method="dialog"><button class="secondary">Close</button></form>
</dialog>`
