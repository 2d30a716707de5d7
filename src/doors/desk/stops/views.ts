import { html } from 'hono/html'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import { capitalized } from '../../../platform/lib/name-words.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { moment, shownZone } from '../../../platform/pages/moment.ts'
import { isActive } from '../../../products/line/stops/rule.ts'
import type { StopRow } from '../../../products/line/stops/store.ts'
import { postForm } from '../parts/form.ts'
import { deskFrame, toldResult } from '../parts/frame.ts'
import { listSection, section } from '../parts/section.ts'
import { table } from '../parts/table.ts'
import { mayDo } from '../staff/roles.ts'
import type { Staff } from '../staff/staff.ts'
import { stopForm } from './read-stop.ts'

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

type Around = {
  carriers: ReadonlyMap<string, string>
  now: Date
  token: Html | null
}

const standing = (stop: StopRow, now: Date) => {
  if (stop.lifted_at) return html`Lifted ${moment(stop.lifted_at)}`
  if (isActive(stop, now)) return html`<span class="badge warning">In force</span>`
  return stop.starts_at > now ? 'Not started yet' : 'Over'
}

const stopsTable = (caption: string, stops: readonly StopRow[], { carriers, now, token }: Around) => {
  const words = (stop: StopRow): string => scopeWords(stop, carriers)
  const lift = (stop: StopRow) =>
    token
      ? postForm({
          token,
          path: `/desk/stops/${stop.stop_id}`,
          label: `Lift: ${words(stop)}`,
          body: html`<button class="secondary">Lift</button>`,
        })
      : ''
  return table(caption, [
    { name: 'What', cells: stops.map(words) },
    { name: 'Reason', cells: stops.map(({ reason }) => reason) },
    { name: 'From', cells: stops.map(({ starts_at }) => moment(starts_at)) },
    {
      name: 'Until',
      cells: stops.map(({ ends_at }) => (ends_at ? moment(ends_at) : 'further notice')),
    },
    { name: 'Status', cells: stops.map(stop => standing(stop, now)) },
    { name: 'Action', isAction: true, cells: stops.map(lift) },
  ])
}

const newStop = (carriers: ReadonlyMap<string, string>, token: Html) =>
  postForm({
    token,
    path: '/desk/stops',
    label: 'New stop',
    body: html`${stopForm(carriers, shownZone()).draw()}
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
${listSection({
  id: 'open',
  title: 'In force and planned',
  empty: 'No stops are in force or planned.',
  list: { shown: open },
  draw: shown => stopsTable('In force and planned', shown, { carriers, now, token }),
})}
${token === null ? '' : section({ id: 'new', title: 'New stop', body: newStop(carriers, token) })}
${listSection({
  id: 'ended',
  title: 'Ended',
  empty: 'No stop has ended yet.',
  list: { shown: ended },
  draw: shown => stopsTable('Ended', shown, { carriers, now, token: null }),
})}`,
  })
}
