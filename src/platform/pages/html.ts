import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import { OWNER_FIELD } from '../http/pages/forms.ts'
import { LANGUAGE_FIELD } from '../http/pages/readers-language.ts'
import { language } from '../language/language.ts'

export type Html = ReturnType<typeof html>

export const tokenField = ({ formToken, owner }: Pick<DocumentRequest, 'formToken' | 'owner'>) =>
  html`<input type="hidden" name="_csrf" value="${formToken()}"><input type="hidden" name="${LANGUAGE_FIELD}" value="${language()}">${owner === undefined ? '' : html`<input type="hidden" name="${OWNER_FIELD}" value="${owner}">`}`
