import { type DashboardQuery, HomeownersDashboardQuery } from '../homeowners/dashboard/query.ts'
import { inputChecker } from '../http/schemas.ts'

const NAMES = ['status', 'uid', 'property_id', 'limit', 'cursor'] as const
type Name = (typeof NAMES)[number]

export type TypedFilters = { readonly [N in Name]?: string }

export const askedIn = (query: Readonly<Record<string, string | string[]>>): TypedFilters =>
  Object.fromEntries(
    NAMES.flatMap(name => {
      const text = [query[name] ?? []].flat()[0]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/** Parameters have a fixed order, so equal filters share one URL. */
export const dashboardUrl = (asked: { readonly [N in Name]?: string | number | undefined }): string => {
  const pairs = NAMES.flatMap((name): [string, string][] => {
    const value = asked[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  return pairs.length > 0 ? `/dashboard?${new URLSearchParams(pairs)}` : '/dashboard'
}

const PROBLEMS: Record<Name, string> = {
  status: 'Choose a status from the list.',
  uid: 'A request ID has no spaces and at most 100 characters.',
  property_id: 'A property ID has no spaces and at most 100 characters.',
  limit: 'Choose 1 to 100 rows per page.',
  cursor: 'This page belongs to other filters. Start with the newest requests.',
}

export type FilterProblem = { name: Name; message: string }

export const problemAt = (path: string): FilterProblem => {
  const name = NAMES.find(known => known === path) ?? 'cursor'
  return { name, message: PROBLEMS[name] }
}

const check = inputChecker(HomeownersDashboardQuery)

const numberIn = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

export const readFilters = (
  asked: TypedFilters,
): { query: DashboardQuery; problems: [] } | { query: null; problems: FilterProblem[] } => {
  const { limit, ...texts } = asked
  const query = { ...texts, ...(limit !== undefined && { limit: numberIn(limit) }) }
  const problems = check(query).map(({ path }) => problemAt(path))
  return problems.length > 0 ? { query: null, problems } : { query: query as DashboardQuery, problems: [] }
}
