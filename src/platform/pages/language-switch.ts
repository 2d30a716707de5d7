import { html } from 'hono/html'
import type { DocumentRequest } from '../http/pages/document.ts'
import { SWITCH_FIELD } from '../http/pages/readers-language.ts'
import { type Language, language } from '../language/language.ts'
import { tokenField } from './html.ts'

const NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' }

export const KEPT_FORM = 'kept-form'

// Enter presses the first button of a form, wherever it is on the page. It must not be the switch.
const enterButton = html`<button form="${KEPT_FORM}" class="hidden" tabindex="-1" aria-hidden="true"></button>`

export const languageSwitch = (request: Pick<DocumentRequest, 'formToken'>, hasForm = false) => {
  const other = language() === 'en' ? 'es' : 'en'
  if (hasForm)
    return html`${enterButton}<button class="plain" form="${KEPT_FORM}" formnovalidate name="${SWITCH_FIELD}" value="${other}" lang="${other}">${NAMES[other]}</button>`
  return html`<form class="language" method="post" action="/language">${tokenField(request)}<button class="plain" name="language" value="${other}" lang="${other}">${NAMES[other]}</button></form>`
}
