import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import type { Application } from '../../../products/homeowners/application/application.ts'

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
