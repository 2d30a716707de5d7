import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import { LANGUAGE_FIELD } from '../http/pages/readers-language.ts'
import { language } from '../language/language.ts'

export const tokenField = (request: Pick<DocumentRequest, 'formToken'>) =>
  html`<input type="hidden" name="_csrf" value="${request.formToken()}"><input type="hidden" name="${LANGUAGE_FIELD}" value="${language()}">`
