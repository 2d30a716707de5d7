import { html } from 'hono/html'
import type { Html } from '../pages/frame.ts'

export const SEARCH = '/dashboard/search'

export const searchField = (text: string): Html => html`<div class="field">
<label for="q">Search by ID, city, state, or ZIP</label>
<input id="q" name="q" type="search" value="${text}" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="100" autofocus hx-get="${SEARCH}" hx-trigger="input changed delay:250ms" hx-select="#found" hx-target="#found" hx-swap="outerHTML" hx-status:4xx="swap:none" hx-status:5xx="swap:none">
</div>`

export const searchDialog: Html = html`<dialog id="search" aria-labelledby="search-title">
<form action="${SEARCH}" method="get" role="search" aria-labelledby="search-title">
<h2 id="search-title">Search</h2>
${searchField('')}
</form>
<div id="found"></div>
<form method="dialog"><button class="secondary">Close</button></form>
</dialog>`
