import { html } from 'hono/html'
import { contactWords } from '../../../platform/config/agency.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { Application } from '../../../products/homeowners/application/application.ts'
import type { PortalView } from '../../../products/homeowners/portal/view.ts'
import type { Drawing, Facts } from '../flow/flow.ts'

export type Portal = Facts & { view: PortalView; application: Application }

export type StepContext = Portal & Drawing

export const stopsView = ({ view: { stops } }: StepContext): Html =>
  html`${stops.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}`

export const contactAgency = ({ agency }: Pick<StepContext, 'agency'>): string => contactWords(agency)
