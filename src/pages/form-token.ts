import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import type { Html } from './frame.ts'

export const tokenField = (request: Pick<DocumentRequest, 'formToken'>): Html =>
  html`<input type="hidden" name="_csrf" value="${request.formToken()}">`
