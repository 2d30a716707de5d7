import { html } from 'hono/html'
import { language } from '../language/language.ts'
import type { Html } from './frame.ts'

/** What someone else wrote stays in English. `said` is our text for it, if we have one. */
export const ownWords = (text: string, said = text): Html =>
  language() === 'es' && said === text && /\p{L}{2}/u.test(text)
    ? html`<span lang="en">${text}</span>`
    : html`${said}`
