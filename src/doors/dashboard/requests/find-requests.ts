import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { readDashboardPage } from '../../../products/homeowners/dashboard/query.ts'
import { readCursor, writeCursor } from '../../../products/line/wire/page-cursor.ts'
import type { RequestsQuery } from './filters.ts'
import { type FoundRow, insertedAt, type ListedRequest, listed } from './listed-request.ts'
import { attentionTo, type View, views } from './standing.ts'
import { countUpTo, type Filter, listHomes, listUmbrellas, searchHomes, searchUmbrellas } from './store.ts'

const ROWS = 25
export const MOST_COUNTED = 100

type Position = { home: number | null; umbrella: string | null }

export type FoundRequests = { rows: ListedRequest[]; nextCursor: string | null }

export const linesInScope = ({ scopes }: Pick<OperatorCaller, 'scopes'>): LineName[] =>
  lineNames.filter(line => scopes === null || scopes.includes(line))

const linesIn = (caller: OperatorCaller, { line, status, property_id }: RequestsQuery): LineName[] => {
  const isAboutHomes = status !== undefined || property_id !== undefined
  return linesInScope(caller).filter(
    name => (line === undefined || line === name) && (name === 'homeowners' || !isAboutHomes),
  )
}

const filterOf = (app: App, { operatorUid: owner }: OperatorCaller, query: RequestsQuery): Filter => {
  const { view, status, uid, property_id, mode } = query
  const sandbox = mode === undefined ? undefined : mode === 'sandbox'
  return {
    owner,
    now: app.clock.now(),
    ...(sandbox !== undefined && { sandbox }),
    ...(view !== undefined && { view }),
    ...(status !== undefined && { status }),
    ...(uid !== undefined && { uid }),
    ...(property_id !== undefined && { property_id }),
  }
}

const cursorOf = ({ operatorUid: owner }: OperatorCaller, query: RequestsQuery) => {
  const { limit: _limit, cursor: _cursor, ...filters } = query
  return { list: 'operator-requests', owner, filters }
}

type Reading = { position: Position; lines: LineName[] }

/** Links of the API may carry a cursor of its own list, which has homes only. */
const readPosition = (app: App, caller: OperatorCaller, query: RequestsQuery): Reading => {
  const lines = linesIn(caller, query)
  try {
    const last = readCursor(app, cursorOf(caller, query), query.cursor)
    const [home, umbrella] = last === null ? [null, null] : (JSON.parse(last) as [number, string])
    return { position: { home, umbrella }, lines }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { before } = readDashboardPage(app, caller, query)
    return { position: { home: before, umbrella: null }, lines: ['homeowners'] }
  }
}

export const merged = (homes: readonly FoundRow[], umbrellas: readonly FoundRow[]): FoundRow[] => {
  const [first, second] = [[...homes], [...umbrellas]]
  const all: FoundRow[] = []
  while (first.length > 0 || second.length > 0) {
    const [a, b] = [first[0], second[0]]
    const next = b === undefined || (a !== undefined && insertedAt(a) >= insertedAt(b)) ? first : second
    all.push(next.shift() as FoundRow)
  }
  return all
}

const positionAfter = (shown: readonly FoundRow[], { home, umbrella }: Position): Position => {
  const last = (line: LineName) => shown.findLast(found => found.line === line)
  const [lastHome, lastUmbrella] = [last('homeowners'), last('umbrella')]
  return {
    home: lastHome?.line === 'homeowners' ? lastHome.row.row_id : home,
    umbrella: lastUmbrella?.line === 'umbrella' ? lastUmbrella.row.uid : umbrella,
  }
}

export const findRequests = async (
  app: App,
  caller: OperatorCaller,
  query: RequestsQuery,
  limit = query.limit ?? ROWS,
): Promise<FoundRequests> => {
  const { position, lines } = readPosition(app, caller, query)
  const filter = filterOf(app, caller, query)
  const homes = lines.includes('homeowners')
    ? await listHomes(app.db, filter, { before: position.home, limit: limit + 1 })
    : []
  const umbrellas = lines.includes('umbrella')
    ? await listUmbrellas(app.db, filter, { before: position.umbrella, limit: limit + 1 })
    : []
  const all = merged(
    homes.map(row => ({ line: 'homeowners', row })),
    umbrellas.map(row => ({ line: 'umbrella', row })),
  )
  const shown = all.slice(0, limit)
  const { home, umbrella } = positionAfter(shown, position)
  const rows = await listed(app, caller.operatorUid, shown)
  return {
    rows: query.view === 'attention' ? rows.filter(row => attentionTo(row, filter.now)) : rows,
    nextCursor:
      all.length > limit ? writeCursor(app, cursorOf(caller, query), JSON.stringify([home, umbrella])) : null,
  }
}

const countEach = (app: App, caller: OperatorCaller, queries: readonly RequestsQuery[], most: number) => {
  const lines = linesInScope(caller)
  const filters = queries.map(query => filterOf(app, caller, query))
  return countUpTo(app.db, filters, {
    homes: lines.includes('homeowners'),
    umbrellas: lines.includes('umbrella'),
    most,
  })
}

export type ViewCounts = Record<View | 'all', number>

export const countViews = async (app: App, caller: OperatorCaller, mode: Mode): Promise<ViewCounts> => {
  const queries = [{ mode }, ...views.map(view => ({ mode, view }))]
  const [all = 0, ...ofViews] = await countEach(app, caller, queries, MOST_COUNTED)
  return { all, ...Object.fromEntries(views.map((view, at) => [view, ofViews[at] ?? 0])) } as ViewCounts
}

export const modesInUse = async (app: App, caller: OperatorCaller): Promise<Record<Mode, boolean>> => {
  const [live = 0, sandbox = 0] = await countEach(app, caller, [{ mode: 'live' }, { mode: 'sandbox' }], 1)
  return { live: live > 0, sandbox: sandbox > 0 }
}

export const searchRequests = async (
  app: App,
  caller: OperatorCaller,
  text: string,
  limit = 8,
): Promise<ListedRequest[]> => {
  const lines = linesInScope(caller)
  const { operatorUid: owner } = caller
  const asked = { text, limit }
  const homes = lines.includes('homeowners') ? await searchHomes(app.db, owner, asked) : []
  const umbrellas = lines.includes('umbrella') ? await searchUmbrellas(app.db, owner, asked) : []
  const all = merged(
    homes.map(row => ({ line: 'homeowners', row })),
    umbrellas.map(row => ({ line: 'umbrella', row })),
  )
  return listed(app, owner, all.slice(0, limit))
}
