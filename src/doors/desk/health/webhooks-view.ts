import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import {
  countFailedInbound,
  type InboundOutcome,
  listFailedInbound,
  sumInbound,
} from '../../../platform/audit/inbound-store.ts'
import { readPage } from '../../../platform/db/after-row.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { LATE_REFUSALS } from '../../../products/line/offers/late-answer.ts'
import { countBadge, emptyView, section } from '../parts/section.ts'
import { nextLink, pageAsked, table } from '../parts/table.ts'
import { type Around, actionsFor, customerCell } from './actions-view.ts'

const OUTCOMES: Readonly<Record<InboundOutcome, string>> = {
  taken: 'Taken',
  refused: 'Refused',
  ignored: 'Not about one of our payments',
  failed: 'Failed',
  unsigned: 'Refused: wrong signature',
}

const REASONS: Readonly<Record<string, string>> = {
  ...LATE_REFUSALS,
  unreadable: 'We don’t know this kind of event.',
  error: 'Something went wrong on our side.',
}

const reasonWords = (reason: string | null): string => (reason === null ? '–' : (REASONS[reason] ?? reason))

const senderName = (source: string): string => {
  const [kind = '', id = ''] = source.split(':')
  if (kind !== 'carrier') return 'Stripe'
  return id === '' ? 'Unknown carrier' : id
}

const summary = async (app: App) => {
  const sums = await sumInbound(app.db, later(app.clock.now(), -7 * DAY))
  return sums.length === 0
    ? emptyView('Nothing has arrived in the last seven days.')
    : table('Webhooks', [
        { name: 'From', cells: sums.map(({ source }) => senderName(source)) },
        { name: 'What happened', cells: sums.map(({ outcome }) => OUTCOMES[outcome]) },
        { name: 'Why', cells: sums.map(({ reason }) => reasonWords(reason)) },
        { name: 'Events', cells: sums.map(({ events }) => String(events)) },
        { name: 'Repeats', cells: sums.map(({ repeats }) => String(repeats)) },
        { name: 'Last', cells: sums.map(({ last_at }) => moment(last_at)) },
      ])
}

const failures = async (app: App, around: Around) => {
  const { shown: failed, next } = await readPage(
    asked => listFailedInbound(app.db, asked),
    pageAsked(around.request, 'webhooks'),
    ({ inbound_id }) => inbound_id,
  )
  return failed.length === 0
    ? emptyView('No failed events.')
    : html`${table('Failed events', [
        { name: 'Event', cells: failed.map(({ type, event_id }) => `${type}, ${event_id}`) },
        { name: 'Sender', cells: failed.map(({ source }) => senderName(source)) },
        { name: 'Customer', cells: failed.map(({ uid }) => customerCell(uid)) },
        { name: 'Reason', cells: failed.map(({ reason }) => reasonWords(reason)) },
        { name: 'Received', cells: failed.map(({ times }) => (times === 1 ? 'once' : `${times} times`)) },
        { name: 'Last', cells: failed.map(({ last_at }) => moment(last_at)) },
        {
          name: 'Actions',
          cells: failed.map(({ inbound_id, event_id }) =>
            actionsFor(around, { path: `/desk/events/${inbound_id}`, name: event_id }),
          ),
        },
      ])}${nextLink({ path: '/desk/health', list: 'webhooks', next })}`
}

export const webhooksSection = async (app: App, around: Around) => {
  const count = await countFailedInbound(app.db)
  return section({
    id: 'webhooks',
    title: 'Webhooks',
    badge: countBadge(count, 'failed'),
    body: html`<p class="soft">What carriers and the payment provider sent in the last seven days.</p>
${await summary(app)}
${await failures(app, around)}`,
  })
}
