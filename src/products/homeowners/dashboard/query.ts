import Type, { type Static } from 'typebox'
import type { App } from '../../../platform/app.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { MetadataFilter } from '../../line/wire/metadata.ts'
import { PAGE_ROWS, pageQuery, readCursor, writeCursor } from '../../line/wire/page-cursor.ts'
import { StageFilter } from '../../line/wire/waiting-on.ts'
import { buckets } from '../application/statuses.ts'

export const HomeownersDashboardQuery = Type.Object(
  {
    uid: Type.Optional(anId('Only rows of this request.')),
    property_id: Type.Optional(anId('Only rows of this property.')),
    status: Type.Optional(
      Type.Enum([...buckets], {
        description:
          'Only rows with this status. quoted includes rows whether or not the homeowner was emailed; quotes_published only emailed ones.',
      }),
    ),
    stage: StageFilter,
    sandbox: Type.Optional(
      Type.Boolean({ description: 'True: only sandbox requests. False: only live ones. Omit it for both.' }),
    ),
    metadata: Type.Optional(MetadataFilter),
    ...pageQuery('Rows'),
  },
  { additionalProperties: false },
)
export type DashboardQuery = Static<typeof HomeownersDashboardQuery>

export const filtersOf = ({ uid, property_id, status, stage, sandbox, metadata }: DashboardQuery) => ({
  uid,
  property_id,
  status,
  stage,
  sandbox,
  metadata,
})

const cursorOf = ({ operatorUid: owner }: OperatorCaller, query: DashboardQuery) => ({
  list: 'dashboard-cursor',
  owner,
  filters: filtersOf(query),
})

export const nextCursor = (
  app: App,
  caller: OperatorCaller,
  { query, rowId }: { query: DashboardQuery; rowId: number },
): string => writeCursor(app, cursorOf(caller, query), String(rowId))

export const readDashboardPage = (app: App, caller: OperatorCaller, query: DashboardQuery) => {
  const last = readCursor(app, cursorOf(caller, query), query.cursor)
  return { limit: query.limit ?? PAGE_ROWS, before: last === null ? null : Number(last) }
}
