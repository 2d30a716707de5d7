import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { DAY, dayOf, later } from '../../../platform/lib/clock.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { dayBars } from '../../../platform/pages/charts/day-bars.ts'
import { dataTable } from '../../../platform/pages/charts/figure.ts'
import type { Html } from '../../../platform/pages/html.ts'
import {
  type Bucket,
  buckets,
  countedWords,
  homeStatus,
} from '../../../products/homeowners/application/statuses.ts'
import { listDays, statusCounts } from '../../../products/homeowners/dashboard/store.ts'
import type { StatusCounts } from '../../../products/homeowners/intake/property-row-store.ts'
import { numberOf, shortDay } from '../labels.ts'
import { dashboardUrl, type TypedFilters } from '../requests/filters.ts'

type StatusDay = { day: string; entered: StatusCounts }

const DAYS = 30

const NOTHING = recordOf(buckets, () => 0)

const statusDays = async (app: App, { operatorUid }: OperatorCaller): Promise<StatusDay[]> => {
  const now = app.clock.now()
  const days = Array.from({ length: DAYS }, (_, at) => dayOf(later(now, (at + 1 - DAYS) * DAY)))
  const known = await listDays(app.db, operatorUid, days[0] ?? '')
  return days.map(day => {
    const { day: _, ...entered } = known.find(row => row.day === day) ?? { day, ...NOTHING }
    return { day, entered }
  })
}

type Overview = { counts: StatusCounts; days: readonly StatusDay[]; asked: TypedFilters }

const nameOf = (bucket: Bucket): string => homeStatus(bucket).badge.label

const countOf = (bucket: Bucket, counts: StatusCounts): number =>
  bucket === 'quoted' ? counts.quoted + counts.quotes_published : counts[bucket]

const FLAT_BELOW = 5

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

const card = (bucket: Bucket, { counts, days, asked: { status, limit } }: Overview, most: number) => {
  const values = days.map(({ entered }) => entered[bucket])
  const recent = `${numberOf(values.at(-1) ?? 0)} today, ${numberOf(total(values))} in 30 days`
  const chosen = status === bucket
  return html`<li class="card status ${bucket}${chosen ? ' chosen' : ''}">
<h3><a href="${dashboardUrl({ status: bucket, limit })}"${chosen ? html` aria-current="true"` : ''}>${nameOf(bucket)}</a></h3>
<p class="figure">${numberOf(countOf(bucket, counts))}</p>
<p class="soft small">${countedWords(bucket)}</p>
${dayBars({ label: `New in ${nameOf(bucket)}: ${recent}`, values, most })}
<p class="soft small">${recent}</p>
</li>
`
}

const figures = (days: readonly StatusDay[]) =>
  dataTable({
    columns: ['Day', ...buckets.map(bucket => nameOf(bucket))],
    rows: days
      .toReversed()
      .map(({ day, entered }) => [shortDay(day), ...buckets.map(bucket => numberOf(entered[bucket]))]),
  })

const statusCards = (overview: Overview): Html => {
  const { days } = overview
  const most = Math.max(FLAT_BELOW, ...days.flatMap(({ entered }) => Object.values(entered)))
  return html`<section aria-labelledby="activity">
<h2 id="activity">Homes by status</h2>
<p class="soft small">Live requests, and how many entered each status in the last ${days.length} days.</p>
<ul class="statuses">
${buckets.map(bucket => card(bucket, overview, most))}</ul>
<details id="figures"><summary>The last ${days.length} days as a table</summary>
<p class="small soft">Properties that entered each status, by day (UTC).</p>
${figures(days)}
</details>
</section>`
}

export const statusActivity = async (
  app: App,
  caller: OperatorCaller,
  asked: TypedFilters,
): Promise<Html | string> => {
  const { live: counts } = await statusCounts(app.db, caller.operatorUid)
  if (Object.values(counts).every(count => count === 0)) return ''
  return statusCards({ counts, days: await statusDays(app, caller), asked })
}
