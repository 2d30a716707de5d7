import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import { type Language, language } from '../language/language.ts'
import { tokenField } from './form-token.ts'

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

export const languageSwitch = (request: Pick<DocumentRequest, 'formToken'>) => {
  const other = language() === 'en' ? 'es' : 'en'
  return html`<form class="language" method="post" action="/language">${tokenField(request)}<button class="plain" name="language" value="${other}" lang="${other}">${NAMES[other]}</button></form>`
}
