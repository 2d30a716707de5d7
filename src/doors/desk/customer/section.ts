import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { section } from '../parts/section.ts'

export type Section = { id: string; title: string; count: number; body: Html }

export const sectionView = ({ count, ...shown }: Section): Html =>
  section({ ...shown, badge: html`<span class="badge">${count}</span>` })
