import { html } from 'hono/html'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'

export const SANDBOX_QUOTE = '/dashboard/sandbox-quote'

export const sandboxForm = (request: DocumentRequest, look = ''): Html => html`
<form method="post" action="${SANDBOX_QUOTE}">
${tokenField(request)}
<p><button class="${look}">Get a sandbox quote</button></p>
</form>`
