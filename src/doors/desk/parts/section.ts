import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'

type Section = { id: string; title: string; badge?: Html; body: Html }

export const section = ({ id, title, badge, body }: Section): Html => html`<section aria-labelledby="${id}">
${badge === undefined ? html`<h2 id="${id}">${title}</h2>` : html`<div class="row"><h2 id="${id}">${title}</h2> ${badge}</div>`}
${body}</section>`

type Tone = 'warning' | 'danger'

export const countBadge = (count: number, unit = '', tone: Tone = 'warning'): Html =>
  html`<span class="badge ${count > 0 ? tone : ''}">${count}${unit && ` ${unit}`}</span>`

export const emptyView = (words: string): Html => html`<div class="empty"><p>${words}</p></div>`

type Listed<T> = { shown: readonly T[]; count?: number }

export type ListSection<T> = {
  id: string
  title: string
  list: Listed<T>
  empty: string
  unit?: string
  tone?: Tone
  lead?: Html
  draw(shown: readonly T[]): Html
  more?: Html | ''
}

export const listSection = <T>({
  id,
  title,
  list: { shown, count },
  empty,
  unit,
  tone,
  lead = html``,
  draw,
  more = '',
}: ListSection<T>): Html =>
  section({
    id,
    title,
    ...(count !== undefined && { badge: countBadge(count, unit, tone) }),
    body: html`${lead}${(count ?? shown.length) === 0 ? emptyView(empty) : draw(shown)}${more}`,
  })
