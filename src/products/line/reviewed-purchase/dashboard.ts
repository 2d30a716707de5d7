import Type, { type Static } from 'typebox'
import { standingOf } from '../../../agency/policies/life/life.ts'
import { type Policy, policiesIn } from '../../../agency/policies/policies.ts'
import { PolicyLife, type PolicyStanding, policyDates } from '../../../agency/policies/policy-life.ts'
import { type App, operation } from '../../../platform/app.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { anId, orNull } from '../../../platform/values/schema-parts.ts'
import { erasedLives } from '../aftersale/shown-life.ts'
import { metadataMacs, metadataOf } from '../record/metadata.ts'
import { coarseStatuses } from '../record/status-book.ts'
import { type Metadata, MetadataFilter, ShownMetadata } from '../wire/metadata.ts'
import { PAGE_ROWS, pageQuery, readCursor, writeCursor } from '../wire/page-cursor.ts'
import { sandboxFilter } from '../wire/sandbox-flag.ts'
import { StageField, StageFilter, WaitingOn } from '../wire/waiting-on.ts'
import { detailStatuses, shownStatus } from './application/statuses.ts'
import { waitingOn } from './dashboard/requests.ts'
import { countPurchases, listPurchases, type PurchaseCounts, type PurchaseRow } from './dashboard/store.ts'
import { perLine, schemaId } from './reviewed-line.ts'

const closed = { additionalProperties: false } as const
const moment = () => Type.String({ format: 'date-time' })

const DashboardQuery = Type.Object(
  {
    uid: Type.Optional(anId('Only this purchase.')),
    status: Type.Optional(Type.Enum([...coarseStatuses], { description: 'Only rows with this status.' })),
    stage: StageFilter,
    sandbox: Type.Optional(
      Type.Boolean({ description: 'True: only sandbox purchases. False: only live ones. Omit it for both.' }),
    ),
    metadata: Type.Optional(MetadataFilter),
    ...pageQuery('Rows'),
  },
  closed,
)

const dashboardRow = perLine(line =>
  Type.Object(
    {
      uid: Type.String(),
      sandbox: Type.Boolean(),
      metadata: ShownMetadata,
      status: Type.Enum([...coarseStatuses]),
      detail_status: Type.Enum([...detailStatuses], { description: `As in ${line.name}Status.` }),
      stage: StageField,
      waiting_on: WaitingOn,
      life: Type.Optional(PolicyLife),
      ...Type.Partial(Type.Object(policyDates)).properties,
      submitted_at: orNull('When quotes were last requested.', { format: 'date-time' }),
      updated_at: moment(),
      inserted_at: moment(),
    },
    { $id: schemaId(line, 'DashboardRow'), ...closed },
  ),
)

const count = () => Type.Integer({ minimum: 0, description: 'How many rows have it.' })

const dashboardResponse = perLine(line =>
  Type.Object(
    {
      generated_at: moment(),
      operator_uid: Type.String(),
      filters: Type.Object(
        {
          uid: orNull('Purchase.'),
          status: Type.Union([Type.Enum([...coarseStatuses]), Type.Null()]),
          stage: Type.Union([StageField, Type.Null()]),
          sandbox: Type.Union([Type.Boolean(), Type.Null()]),
          metadata: orNull('Pair of metadata.'),
        },
        { ...closed, description: 'The filters applied.' },
      ),
      purchase_count: Type.Integer({ minimum: 0, description: 'Number of matching rows on all pages.' }),
      status_counts: Type.Object(recordOf(coarseStatuses, count), {
        ...closed,
        description:
          'Counts of all your rows, sandbox ones included. With the filter sandbox, only of those. Other filters are ignored.',
      }),
      purchases: Type.Array(dashboardRow(line), { description: 'Newest first.' }),
      has_more: Type.Boolean(),
      next_cursor: orNull('To get the next page, send this as cursor with the same filters.'),
    },
    { $id: schemaId(line, 'DashboardResponse'), ...closed },
  ),
)
type Response = Static<ReturnType<typeof dashboardResponse>>

const total = (counts: PurchaseCounts): number => Object.values(counts).reduce((sum, each) => sum + each, 0)

const rowOf = (
  app: App,
  row: PurchaseRow,
  {
    metadata,
    life,
    standing,
    policy,
  }: {
    metadata: Metadata
    life: PolicyLife | undefined
    standing: PolicyStanding | undefined
    policy: Policy | undefined
  },
): Response['purchases'][number] => ({
  uid: row.uid,
  sandbox: row.sandbox,
  metadata,
  ...shownStatus(row.status, { isErased: row.erased_at !== null, life }),
  waiting_on: waitingOn(app, row, policy),
  ...(life && { life }),
  ...standing,
  submitted_at: row.submitted_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
  inserted_at: row.created_at.toISOString(),
})

const shownRows = async (app: App, owner: string, rows: readonly PurchaseRow[]) => {
  const uidsOf = (some: readonly PurchaseRow[]): string[] => some.map(({ uid }) => uid)
  const notes = await metadataOf(app, owner, uidsOf(rows))
  const bound = uidsOf(rows.filter(({ status }) => status === 'bound'))
  const policies = await policiesIn(app, bound)
  const erased = await erasedLives(app, bound)
  return rows.map(row => {
    const policy = policies.find(({ uid }) => uid === row.uid)
    const isOver = row.erased_at !== null && row.status === 'bound'
    const standing = policy && standingOf(policy, app.clock.now())
    const life = standing?.life ?? (isOver ? erased(row.uid) : undefined)
    return rowOf(app, row, { metadata: notes(row.uid), life, standing, policy })
  })
}

export const dashboardIn = perLine(line =>
  operation({
    id: `${line.name}Dashboard`,
    summary: `List the status of your ${line.words.plain} purchases.`,
    description:
      'Rows contain your metadata, and no personal data. Newest first. A uid that is not yours returns no rows.',
    guidance: {
      before: `nothing. It lists the purchases you started with ${line.name}Draft.`,
      onFailure: '400 names the invalid filter. Use a cursor only with the filters it came with.',
    },
    input: DashboardQuery,
    output: dashboardResponse(line),
    reads: true,
    async run(app, caller: OperatorCaller, query): Promise<Response> {
      const { operatorUid: owner } = caller
      const { uid, status, stage, metadata, limit = PAGE_ROWS } = query
      const sandbox = sandboxFilter(caller, query.sandbox)
      const whose = {
        list: `${line.name}-dashboard-cursor`,
        owner,
        filters: { uid, status, stage, sandbox, metadata },
      }
      const before = readCursor(app, whose, query.cursor)
      const pair = metadata === undefined ? undefined : metadataMacs(app, owner, metadata)
      const filter = { line: line.name, owner, uid, stage, sandbox, pair }
      const found = await listPurchases(app.db, { ...filter, status }, { before, limit: limit + 1 })
      const rows = found.slice(0, limit)
      const last = found.length > limit ? rows.at(-1) : undefined
      const counts = await countPurchases(app.db, { line: line.name, owner, sandbox })
      const isAboutAll = [uid, stage, pair].every(asked => asked === undefined)
      const matching = isAboutAll ? counts : await countPurchases(app.db, filter)
      return {
        generated_at: app.clock.now().toISOString(),
        operator_uid: owner,
        filters: {
          uid: uid ?? null,
          status: status ?? null,
          stage: stage ?? null,
          sandbox: sandbox ?? null,
          metadata: metadata ?? null,
        },
        purchase_count: status ? matching[status] : total(matching),
        status_counts: counts,
        purchases: await shownRows(app, owner, rows),
        has_more: last !== undefined,
        next_cursor: last ? writeCursor(app, whose, last.uid) : null,
      }
    },
  }),
)
