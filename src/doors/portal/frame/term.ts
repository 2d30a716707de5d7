import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { say } from '../words/say.ts'

export type Meaning = readonly [name: string, meaning: string]

/** The browser opens and closes it, so it works with a keyboard and without JavaScript. An id is used once in a page. */
export const term = (id: string, label: string | Html, meaning: string | undefined): Html =>
  meaning === undefined
    ? html`${label}`
    : html`<button type="button" class="plain term" popovertarget="${id}">${label}<span class="hidden"> ${say('(what it means)')}</span></button><span popover class="meaning" id="${id}"><strong>${label}.</strong> ${meaning}</span>`
