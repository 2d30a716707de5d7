import { html } from 'hono/html'
import { language } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from './say.ts'

const DOWNLOADS = {
  declarations: 'Download your declarations page (PDF)',
  binder: 'Download your binder (PDF)',
} as const

export const DOCUMENTS = Object.keys(DOWNLOADS)

export const downloadWords = (kind: string): string =>
  kind === 'declarations' || kind === 'binder' ? say(DOWNLOADS[kind]) : say('Download the document (PDF)')

export const documentsLanguage = (documents: readonly unknown[]): Html =>
  language() === 'es' && documents.length > 0
    ? html`<p class="soft small">${say('Policy documents are in English.')}</p>`
    : html``
