import Type, { type Static } from 'typebox'
import { standingOf } from '../../agency/policies/life/life.ts'
import { type Policy, policiesIn } from '../../agency/policies/policies.ts'
import { type App, operation } from '../../platform/app.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { recordOf } from '../../platform/lib/keys-of.ts'
import { orNull } from '../../platform/values/schema-parts.ts'
import { metadataMacs, metadataOf } from '../line/record/metadata.ts'
import { sandboxFilter } from '../line/wire/sandbox-flag.ts'
import { StageField } from '../line/wire/waiting-on.ts'
import { type Bucket, buckets, type DetailStatus } from './application/statuses.ts'
import {
  type DashboardQuery,
  filtersOf,
  HomeownersDashboardQuery,
  nextCursor,
  readDashboardPage,
} from './dashboard/query.ts'
import { dashboardRow, HomeownersDashboardRow, takesFixIssuesEmail } from './dashboard/row.ts'
import { type CountsByMode, countRows, listRows, type RowFilter, statusCounts } from './dashboard/store.ts'
import type { PropertyRow, StatusCounts } from './intake/property-row-store.ts'
import { recentlyEmailed } from './quoting/fix-issues-limit.ts'

const closed = { additionalProperties: false } as const
const count = () => Type.Integer({ minimum: 0, description: 'How many rows have it.' })

export const HomeownersDashboardResponse = Type.Object(
  {
    generated_at: Type.String({ format: 'date-time' }),
    operator_uid: Type.String(),
    filters: Type.Object(
      {
        uid: orNull(),
        property_id: orNull(),
        status: Type.Union([Type.Enum([...buckets]), Type.Null()]),
        stage: Type.Union([StageField, Type.Null()]),
        sandbox: Type.Union([Type.Boolean(), Type.Null()]),
        metadata: orNull(),
      },
      { ...closed, description: 'The filters applied.' },
    ),
    property_count: Type.Integer({ minimum: 0, description: 'Number of matching rows on all pages.' }),
    status_counts: Type.Object(recordOf(buckets, count), {
      ...closed,
      description:
        'Counts of all your rows, sandbox ones included. With the filter sandbox, only of those. Other filters are ignored. Each count is what the filter status returns: quoted includes quotes_published.',
    }),
    properties: Type.Array(HomeownersDashboardRow, { description: 'Newest first.' }),
    has_more: Type.Boolean(),
    next_cursor: Type.Union([Type.String(), Type.Null()], {
      description: 'To get the next page, send this as cursor with the same filters.',
    }),
  },
  { $id: 'HomeownersDashboardResponse', ...closed },
)
export type HomeownersDashboardResponse = Static<typeof HomeownersDashboardResponse>

const filterOf = (app: App, owner: string, query: DashboardQuery): RowFilter => {
  const { metadata, ...filters } = filtersOf(query)
  return { owner, ...filters, pair: metadata === undefined ? undefined : metadataMacs(app, owner, metadata) }
}

const within = (counts: StatusCounts, status: Bucket | undefined): number => {
  if (status === 'quoted') return counts.quoted + counts.quotes_published
  return status ? counts[status] : Object.values(counts).reduce((sum, each) => sum + each, 0)
}

/** Counting every row would be slow, so totals come from the counters. */
const matchingCount = async (
  app: App,
  filter: RowFilter,
  { live, sandbox: rehearsed }: CountsByMode,
): Promise<number> => {
  const { uid, property_id, status, stage, sandbox, pair } = filter
  if ([uid, property_id, stage, pair].some(asked => asked !== undefined)) return countRows(app.db, filter)
  return (sandbox === true ? 0 : within(live, status)) + (sandbox === false ? 0 : within(rehearsed, status))
}

const shownCounts = (counts: CountsByMode, sandbox: boolean | undefined): StatusCounts =>
  recordOf(
    buckets,
    status =>
      (sandbox === true ? 0 : within(counts.live, status)) +
      (sandbox === false ? 0 : within(counts.sandbox, status)),
  )

const rowPolicy = (
  policies: readonly Policy[],
  { uid, property_id }: { uid: string; property_id: string | null },
  now: Date,
) => {
  const policy = policies.find(one => one.uid === uid && one.item === property_id)
  return (
    policy && {
      ...standingOf(policy, now),
      effective_date: policy.effective_date,
      ended_on: policy.end?.ended_on,
    }
  )
}

const HAS_POLICY: readonly (DetailStatus | null)[] = ['bound', 'canceled', 'expired']

const shownRows = async (app: App, owner: string, rows: readonly PropertyRow[]) => {
  const uidsOf = (some: readonly PropertyRow[]): string[] => some.map(({ uid }) => uid)
  const notes = await metadataOf(app, owner, uidsOf(rows))
  const emailed = await recentlyEmailed(app, uidsOf(rows.filter(takesFixIssuesEmail)))
  const bound = rows.filter(({ detail_status }) => HAS_POLICY.includes(detail_status))
  const policies = await policiesIn(app, uidsOf(bound))
  return rows.map(row =>
    dashboardRow(app, row, {
      metadata: notes(row.uid),
      isEmailed: emailed.has(row.uid),
      policy: rowPolicy(policies, row, app.clock.now()),
    }),
  )
}

export const homeownersDashboard = operation({
  id: 'homeownersDashboard',
  summary: 'List the status of your homeowners requests, one row per property.',
  description:
    'Rows contain your metadata, and no personal data, missing fields or offer counts. Newest first. A uid or property_id that is not yours returns no rows.',
  guidance: {
    before: 'nothing. It lists the requests you sent with homeownersQuotes.',
    onFailure: '400 names the invalid filter. Use a cursor only with the filters it came with.',
  },
  input: HomeownersDashboardQuery,
  output: HomeownersDashboardResponse,
  reads: true,
  async run(app, caller: OperatorCaller, asked): Promise<HomeownersDashboardResponse> {
    const { operatorUid: owner } = caller
    const sandbox = sandboxFilter(caller, asked.sandbox)
    const query: DashboardQuery = { ...asked, ...(sandbox !== undefined && { sandbox }) }
    const { limit, before } = readDashboardPage(app, caller, query)
    const filter = filterOf(app, owner, query)
    const found = await listRows(app.db, filter, { before, limit: limit + 1 })
    const counts = await statusCounts(app.db, owner)
    const rows = found.slice(0, limit)
    const last = found.length > limit ? rows.at(-1) : undefined
    return {
      generated_at: app.clock.now().toISOString(),
      operator_uid: owner,
      filters: {
        uid: query.uid ?? null,
        property_id: query.property_id ?? null,
        status: query.status ?? null,
        stage: query.stage ?? null,
        sandbox: query.sandbox ?? null,
        metadata: query.metadata ?? null,
      },
      property_count: await matchingCount(app, filter, counts),
      status_counts: shownCounts(counts, sandbox),
      properties: await shownRows(app, owner, rows),
      has_more: last !== undefined,
      next_cursor: last ? nextCursor(app, caller, { query, rowId: last.row_id }) : null,
    }
  },
})
