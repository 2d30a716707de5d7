import { html } from 'hono/html'
import type { Html } from '../../platform/pages/html.ts'

export const SEARCH_PATH = '/docs/search'
export const TYPED_SEARCH_PATH = '/docs/search.json'
export const DOCS_SCRIPT = 'docs.js'

export const searchBox = (query = ''): Html => html`
<form class="docs-search" action="${SEARCH_PATH}" method="get" role="search" data-typed="${TYPED_SEARCH_PATH}">
<label for="docs-search">Search the docs</label>
<div><input id="docs-search" name="q" type="search" value="${query}" maxlength="100" autocomplete="off" placeholder="Operation, field, or error"><button class="secondary">Search</button></div>
<div id="docs-found" hidden><p class="small" role="status"></p><ul class="plain-list docs-results"></ul></div>
</form>`
