import Type, { type Static } from 'typebox'
import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { OperatorCaller } from '../../key/guard.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { anId } from '../../line/fields/intake-schema.ts'
import { buckets } from '../intake/property-row-store.ts'

const DEFAULT_LIMIT = 25

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
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, default: DEFAULT_LIMIT, description: 'Rows per page.' }),
    ),
    cursor: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'next_cursor of the previous page, with the same filters.',
      }),
    ),
  },
  { additionalProperties: false },
)
export type DashboardQuery = Static<typeof HomeownersDashboardQuery>

export const filtersOf = ({ uid, property_id, status }: DashboardQuery) => ({ uid, property_id, status })

const context = ({ operatorUid }: OperatorCaller, query: DashboardQuery): string =>
  `dashboard-cursor/${operatorUid}/${canonicalJson(filtersOf(query))}`

/** Sealed, not only signed, because row ids reveal how many rows all operators have. */
export const writeCursor = (
  app: App,
  caller: OperatorCaller,
  { query, rowId }: { query: DashboardQuery; rowId: number },
): string => app.sealer.seal(context(caller, query), String(rowId)).toString('base64url')

const opened = (app: App, place: string, cursor: string): number | null => {
  const sealed = Buffer.from(cursor, 'base64url')
  // The decoder ignores characters outside base64url, so compare with the canonical form.
  if (sealed.toString('base64url') !== cursor) return null
  try {
    return Number(app.sealer.open(place, sealed))
  } catch {
    return null
  }
}

const refuseCursor = (): never =>
  fail('invalid_request', {
    fields: [
      {
        path: 'cursor',
        code: 'cursor_mismatch',
        expected: 'next_cursor from the last response with the same filters, or no cursor to start over',
      },
    ],
  })

export const readPage = (app: App, caller: OperatorCaller, query: DashboardQuery) => ({
  limit: query.limit ?? DEFAULT_LIMIT,
  before:
    query.cursor === undefined ? null : (opened(app, context(caller, query), query.cursor) ?? refuseCursor()),
})
