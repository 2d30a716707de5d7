import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Document, DocumentRow } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { agencyNameSlot, contactSlot } from '../../../platform/pages/service-marks.ts'
import { say, sayHtml, sayKnown } from './say.ts'

export type Text = Parameters<typeof sayHtml>[0]

export const slots = {
  agency: agencyNameSlot,
  contact: contactSlot,
  b: (text: unknown) => html`<strong>${text}</strong>`,
}

export const paragraph = (text: Text): Html => html`<p>${sayHtml(text, slots)}</p>`

export const bullets = (...items: readonly Text[]): Html => html`<ul>
${items.map(item => html`<li>${sayHtml(item, slots)}</li>`)}
</ul>`

type Section = readonly [id: string, title: Text, body: Html]

export type Legal = { path: string; title: Text; lede: Text; description: Text; sections: readonly Section[] }

const sectionView = ([id, title, body]: Section): Html => html`
<section aria-labelledby="${id}">
<h2 id="${id}">${sayKnown(title)}</h2>
${body}
</section>`

const show = ({ path, title, lede, description, sections }: Legal): Promise<Document> =>
  page({
    title: sayKnown(title),
    share: { path, description: sayKnown(description) },
    body: html`<h1>${sayKnown(title)}</h1>
<p class="lede">${sayKnown(lede)}</p>
<div class="with-contents">
<nav class="contents" aria-label="${say('On this page')}"><ul>
${sections.map(([id, name]) => html`<li><a href="#${id}">${sayKnown(name)}</a></li>`)}
</ul></nav>
<div class="narrow">
${sections.map(sectionView)}
</div>
</div>`,
  })

export const legalPage = (path: string, write: (app: App) => Legal): DocumentRow<App> => ({
  path,
  page: true,
  translated: true,
  contract: null,
  respond: app => show(write(app)),
})
