import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { recordOf } from '../../../platform/lib/keys-of.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { metadataOf } from '../../../products/line/record/metadata.ts'
import {
  type FoundRequest,
  type ListedRequest,
  type Position,
  pricesOf,
  type RequestFilter,
} from '../../../products/line/requests.ts'
import { countTogether, type View, views } from '../../../products/line/requests-store.ts'
import { readCursor, writeCursor } from '../../../products/line/wire/page-cursor.ts'
import { lines } from '../../../products/lines.ts'
import type { RequestsQuery } from './filters.ts'
import { attentionTo } from './standing.ts'

const ROWS = 25
export const MOST_COUNTED = 100

export type RequestRow = ListedRequest & { reference: string | null }

export type FoundRequests = { rows: RequestRow[]; nextCursor: string | null }

export const linesInScope = ({ scopes }: Pick<OperatorCaller, 'scopes'>): LineName[] =>
  lineNames.filter(line => scopes === null || scopes.includes(line))

const linesIn = (caller: OperatorCaller, { line, status, property_id }: RequestsQuery): LineName[] =>
  linesInScope(caller).filter(name => {
    const { statuses, hasProperties } = lines[name].requests
    return (
      (line === undefined || line === name) &&
      (status === undefined || status in statuses) &&
      (property_id === undefined || hasProperties)
    )
  })

const filterOf = (app: App, { operatorUid: owner }: OperatorCaller, query: RequestsQuery): RequestFilter => {
  const { mode, line: _line, limit: _limit, cursor: _cursor, ...filter } = query
  return { ...filter, owner, now: app.clock.now(), ...(mode && { sandbox: mode === 'sandbox' }) }
}

const cursorOf = ({ operatorUid: owner }: OperatorCaller, query: RequestsQuery) => {
  const { limit: _limit, cursor: _cursor, ...filters } = query
  return { list: 'operator-requests', owner, filters }
}

type Positions = Partial<Record<LineName, Position | null>>

/** Links of the API may carry a cursor of the list of one line. */
const readPositions = (app: App, caller: OperatorCaller, query: RequestsQuery): Positions => {
  const asked = linesIn(caller, query)
  try {
    const last = readCursor(app, cursorOf(caller, query), query.cursor)
    const positions: (Position | null)[] = last === null ? [] : JSON.parse(last)
    return recordOf(asked, line => positions[lineNames.indexOf(line)] ?? null)
  } catch (error) {
    const listed = lineNames.find(line => lines[line].requests.positionIn)
    if (!(error instanceof Failure) || listed === undefined) throw error
    return { [listed]: lines[listed].requests.positionIn?.(app, caller, query) ?? null }
  }
}

type FoundRow = FoundRequest & { line: LineName }

/** Each list keeps its order, so that no page repeats or skips a row. */
export const merged = <R extends { at: Date }>(lists: readonly (readonly R[])[]): R[] => {
  const all: R[] = []
  for (let rest = lists.filter(list => list.length > 0); rest.length > 0; ) {
    const newest = rest.reduce((a, b) => ((a[0]?.at ?? 0) >= (b[0]?.at ?? 0) ? a : b))
    all.push(...newest.slice(0, 1))
    rest = rest.map(list => (list === newest ? list.slice(1) : list)).filter(list => list.length > 0)
  }
  return all
}

const findIn = async (
  names: readonly LineName[],
  find: (line: LineName) => Promise<FoundRequest[]>,
): Promise<FoundRow[]> => {
  const lists: FoundRow[][] = []
  for (const line of names) lists.push((await find(line)).map(row => ({ ...row, line })))
  return merged(lists)
}

/** An export has thousands of rows. Reading all its umbrellas at once would keep other callers from the database. */
const AT_ONCE = 25

const listed = async (app: App, owner: string, rows: readonly FoundRequest[]): Promise<RequestRow[]> => {
  const uids = [...new Set(rows.map(({ uid }) => uid))]
  const prices = await pricesOf(app, uids)
  const metadata = await metadataOf(app, owner, uids)
  const all: RequestRow[] = []
  while (all.length < rows.length) {
    const next = rows.slice(all.length, all.length + AT_ONCE)
    const requests = await Promise.all(next.map(row => row.listed(app, prices)))
    all.push(...requests.map(one => ({ ...one, reference: metadata(one.uid).reference ?? null })))
  }
  return all
}

export const findRequests = async (
  app: App,
  caller: OperatorCaller,
  query: RequestsQuery,
  limit = query.limit ?? ROWS,
): Promise<FoundRequests> => {
  const positions = readPositions(app, caller, query)
  const filter = filterOf(app, caller, query)
  const all = await findIn(
    lineNames.filter(line => line in positions),
    line => lines[line].requests.find(app.db, filter, { before: positions[line] ?? null, limit: limit + 1 }),
  )
  const shown = all.slice(0, limit)
  const next = lineNames.map(
    line => shown.findLast(row => row.line === line)?.position ?? positions[line] ?? null,
  )
  const rows = await listed(app, caller.operatorUid, shown)
  return {
    rows: query.view === 'attention' ? rows.filter(row => attentionTo(row, filter.now)) : rows,
    nextCursor: all.length > limit ? writeCursor(app, cursorOf(caller, query), JSON.stringify(next)) : null,
  }
}

const countEach = async (
  app: App,
  caller: OperatorCaller,
  { queries, most }: { queries: readonly RequestsQuery[]; most: number },
): Promise<number[]> => {
  const names = linesInScope(caller)
  if (names.length === 0) return queries.map(() => 0)
  const counts = queries.flatMap(query =>
    names.map(line => lines[line].requests.counted(app.db, filterOf(app, caller, query), most)),
  )
  const found = await countTogether(app.db, counts)
  return queries.map((_, at) => {
    const each = found.slice(at * names.length, (at + 1) * names.length)
    return Math.min(
      most,
      each.reduce((sum, count) => sum + count, 0),
    )
  })
}

export type ViewCounts = Record<View | 'all', number>

export const countViews = async (app: App, caller: OperatorCaller, mode: Mode): Promise<ViewCounts> => {
  const queries = [{ mode }, ...views.map(view => ({ mode, view }))]
  const [all = 0, ...ofViews] = await countEach(app, caller, { queries, most: MOST_COUNTED })
  return { all, ...Object.fromEntries(views.map((view, at) => [view, ofViews[at] ?? 0])) } as ViewCounts
}

export const modesInUse = async (app: App, caller: OperatorCaller): Promise<Record<Mode, boolean>> => {
  const queries = [{ mode: 'live' }, { mode: 'sandbox' }] as const
  const [live = 0, sandbox = 0] = await countEach(app, caller, { queries, most: 1 })
  return { live: live > 0, sandbox: sandbox > 0 }
}

export const searchRequests = async (
  app: App,
  caller: OperatorCaller,
  text: string,
  limit = 8,
): Promise<RequestRow[]> => {
  const { operatorUid: owner } = caller
  const all = await findIn(linesInScope(caller), line =>
    lines[line].requests.search(app.db, owner, { text, limit }),
  )
  return listed(app, owner, all.slice(0, limit))
}
