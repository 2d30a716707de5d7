import { html } from 'hono/html'
import { language } from '../language/language.ts'
import type { Html } from './html.ts'

const staysEnglish = (text: string, said: string): boolean =>
  language() === 'es' && said === text && /\p{L}{2}/u.test(text)

/** Text that someone else wrote stays in English. `said` is our text for it, if we have one. */
export const ownWords = (text: string, said = text): Html =>
  staysEnglish(text, said) ? html`<span lang="en">${text}</span>` : html`${said}`

export type OwnLabel = { label: string; lang?: 'en' }

export const ownLabel = (text: string, said: string): OwnLabel =>
  staysEnglish(text, said) ? { label: said, lang: 'en' } : { label: said }

export const labelled = ({ label, lang }: OwnLabel): Html =>
  lang ? html`<span lang="${lang}">${label}</span>` : html`${label}`

export const langOf = ({ lang }: OwnLabel): Html => (lang ? html` lang="${lang}"` : html``)
