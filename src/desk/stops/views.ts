import { html } from 'hono/html'
import { LICENSED_LINES } from '../../config/licenses-file.ts'
import type { DocumentRequest } from '../../http/pages/document.ts'
import { capitalized } from '../../lib/capitalized.ts'
import { isActive } from '../../line/stops/rule.ts'
import type { StopRow } from '../../line/stops/store.ts'
import { fieldView } from '../../pages/fields.ts'
import { tokenField } from '../../pages/form-token.ts'
import type { Html } from '../../pages/frame.ts'
import { moment, shownZone } from '../../pages/moment.ts'
import { states } from '../../rating/state-rules.ts'
import { form } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'

const DONE = {
  started: 'Stop saved. It takes effect everywhere when it starts.',
  same: 'This stop is already there. Nothing was saved.',
  lifted: 'Stop lifted. Sales are open again, unless another stop applies.',
  late: 'This stop was already lifted. Nothing was saved.',
} as const

export const scopeWords = (
  { carrier_id, line, state, zips, area }: StopRow,
  carriers: ReadonlyMap<string, string>,
): string =>
  [
    carrier_id && (carriers.get(carrier_id) ?? carrier_id),
    line && capitalized(line),
    state,
    zips &&
      `${zips.length} ZIP ${zips.length === 1 ? 'code' : 'codes'} (${area ?? zips.slice(0, 5).join(', ')}${area === null && zips.length > 5 ? ', …' : ''})`,
  ]
    .filter(Boolean)
    .join(', ')

type Listed = {
  stops: readonly StopRow[]
  carriers: ReadonlyMap<string, string>
  now: Date
  token: Html | null
}

const stopRow = (stop: StopRow, { carriers, now, token }: Listed) => {
  const words = scopeWords(stop, carriers)
  const lift =
    token &&
    form({
      token,
      path: `/desk/stops/${stop.stop_id}`,
      label: `Lift: ${words}`,
      body: html`<button class="secondary">Lift</button>`,
    })
  const standing = stop.lifted_at
    ? html`Lifted ${moment(stop.lifted_at)}`
    : isActive(stop, now)
      ? html`<span class="badge warning">In force</span>`
      : stop.starts_at > now
        ? 'Not started yet'
        : 'Over'
  return html`<tr><td>${words}</td><td data-label="Reason">${stop.reason}</td>
<td data-label="From">${moment(stop.starts_at)}</td>
<td data-label="Until">${stop.ends_at ? moment(stop.ends_at) : 'further notice'}</td>
<td data-label="Status">${standing}</td><td>${lift ?? ''}</td></tr>`
}

const table = (caption: string, listed: Listed, empty: string) =>
  listed.stops.length === 0
    ? html`<div class="empty"><p>${empty}</p></div>`
    : html`<table class="stacks"><caption class="hidden">${caption}</caption>
<thead><tr>${['What', 'Reason', 'From', 'Until', 'Status'].map(name => html`<th scope="col">${name}</th>`)}<th scope="col"><span class="hidden">Action</span></th></tr></thead>
<tbody>${listed.stops.map(stop => stopRow(stop, listed))}</tbody></table>`

const select = (name: string, label: string, options: readonly { value: string; label: string }[]) =>
  fieldView({
    name,
    label,
    texts: [''],
    control: { kind: 'select', options: [{ value: '', label: 'All' }, ...options] },
  })

const line = (
  name: string,
  label: string,
  more: { hint?: string; digits?: boolean; required?: boolean } = {},
) =>
  fieldView({
    name,
    label,
    hint: more.hint,
    texts: [],
    control: {
      kind: 'line',
      ...(more.digits && { digits: true, short: true }),
      ...(more.required && { required: true }),
    },
  })

const moments = (
  name: string,
  label: string,
  hint: string,
) => html`<div class="field"><label for="${name}">${label}</label>
<p class="hint small" id="${name}-hint">${hint}</p>
<input id="${name}" name="${name}" type="datetime-local" aria-describedby="${name}-hint"></div>`

const newStop = (carriers: ReadonlyMap<string, string>, token: Html) =>
  form({
    token,
    path: '/desk/stops',
    label: 'New stop',
    body: html`${select(
      'carrier',
      'Insurance company',
      [...carriers].map(([value, label]) => ({ value, label })),
    )}
${select(
  'line',
  'Line',
  LICENSED_LINES.map(value => ({ value, label: capitalized(value) })),
)}
${select(
  'state',
  'State',
  states.map(value => ({ value, label: value })),
)}
${line('zips', 'ZIP codes', { hint: 'Separate them with commas or spaces.' })}
${line('center', 'Or a circle around a ZIP code', { digits: true })}
${line('miles', 'Radius in miles', { digits: true, hint: 'Includes each ZIP code whose center is in the circle.' })}
${line('reason', 'Reason', { hint: 'Customers see it. For example: Hurricane Elena.', required: true })}
${moments('starts', `From (${shownZone()})`, 'Leave it empty to start now.')}
${moments('ends', `Until (${shownZone()})`, 'Leave it empty if the end is not known yet.')}
<button>Stop sales</button>`,
  })

type View = {
  open: readonly StopRow[]
  ended: readonly StopRow[]
  carriers: ReadonlyMap<string, string>
  now: Date
  done: string | undefined
}

export const stopsPage = (
  request: DocumentRequest,
  staff: Staff,
  { open, ended, carriers, now, done }: View,
) => {
  const token = mayDo(staff.role, 'set_stops') ? tokenField(request) : null
  return deskFrame(request, staff, {
    title: 'Binding stops',
    at: '/desk/stops',
    body: html`<h1>Binding stops</h1>
<p class="lede">While a stop is in force, nothing it covers is offered, signed, or ordered. People are told why and until when.</p>
${toldResult(DONE, done)}
<section aria-labelledby="open"><h2 id="open">In force and planned</h2>
${table('In force and planned', { stops: open, carriers, now, token }, 'No stops are in force or planned.')}</section>
${
  token === null
    ? ''
    : html`<section aria-labelledby="new"><h2 id="new">New stop</h2>
${newStop(carriers, token)}</section>`
}
<section aria-labelledby="ended"><h2 id="ended">Ended</h2>
${table('Ended', { stops: ended, carriers, now, token: null }, 'No stop has ended yet.')}</section>`,
  })
}
