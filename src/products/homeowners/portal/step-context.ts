import { html } from 'hono/html'
import { contactWords } from '../../../platform/config/agency.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { Drawing, Facts, Form } from '../../line/portal/flow.ts'
import type { Application } from '../application/application.ts'
import type { HomeownerCaller } from '../intake/intake.ts'
import type { PortalView } from './view.ts'

export type Portal = Facts & { view: PortalView; application: Application }

export type StepContext = Portal & Drawing

export type PortalForm = Form<HomeownerCaller, StepContext>

export const stopsView = ({ view: { stops } }: StepContext): Html =>
  html`${stops.map(words => html`<div class="callout warning"><p>${words}</p></div>`)}`

export const contactAgency = ({ agency }: Pick<StepContext, 'agency'>): string => contactWords(agency)

const HOMES = 'homes'
const NO_ID = '-'

/** Questions are named by the place of their home, which changes when a home before it is removed. */
export const homesField = ({ homes }: Application): Html =>
  html`<input type="hidden" name="${HOMES}" value="${homes.map(({ property_id }) => property_id ?? NO_ID).join(' ')}">`

/** A home gets its ID with its address, so one without an ID is identified by its position alone. */
export const isForOtherHomes = (form: URLSearchParams, { homes }: Application): boolean =>
  (form.get(HOMES)?.match(/\S+/g) ?? []).some(
    (id, at) => homes[at] === undefined || (id !== NO_ID && id !== homes[at].property_id),
  )

export const withoutHomes = (form: URLSearchParams): URLSearchParams =>
  new URLSearchParams([...form].filter(([name]) => !name.startsWith('home[')))
