import { type DashboardQuery, HomeownersDashboardQuery } from '../homeowners/dashboard/query.ts'
import { inputChecker } from '../http/schemas.ts'

const NAMES = ['status', 'uid', 'property_id', 'limit', 'cursor'] as const
type Name = (typeof NAMES)[number]

/** The filters as somebody typed them. */
export type TypedFilters = { readonly [N in Name]?: string }

/** Empty fields of the form ask for nothing. */
export const askedIn = (query: Readonly<Record<string, string | string[]>>): TypedFilters =>
  Object.fromEntries(
    NAMES.flatMap(name => {
      const text = [query[name] ?? []].flat()[0]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/** The list with these filters; they come in one order, so that equal filters have one address. */
export const dashboardUrl = (asked: { readonly [N in Name]?: string | number | undefined }): string => {
  const pairs = NAMES.flatMap((name): [string, string][] => {
    const value = asked[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  return pairs.length > 0 ? `/dashboard?${new URLSearchParams(pairs)}` : '/dashboard'
}

// The same checks as at the API, in words for a person.
const PROBLEMS: Record<Name, string> = {
  status: 'Choose a status from the list.',
  uid: 'A request id has no spaces and at most 100 characters.',
  property_id: 'A property id has no spaces and at most 100 characters.',
  limit: 'A page has 1 to 100 rows.',
  cursor: 'This place in the list belongs to other filters. Begin with the newest.',
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
