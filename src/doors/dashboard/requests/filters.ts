import Type, { type Static } from 'typebox'
import type { Mode } from '../../../agency/carriers/contract/carrier.ts'
import { inputChecker } from '../../../platform/http/schemas.ts'
import { type LineName, lineNames } from '../../../platform/lines.ts'
import { anId } from '../../../platform/values/schema-parts.ts'
import { type View, views } from '../../../products/line/requests-store.ts'
import { pageQuery } from '../../../products/line/wire/page-cursor.ts'
import { stages } from '../../../products/line/wire/waiting-on.ts'
import { allLines } from '../../../products/lines.ts'

export const modes = ['live', 'sandbox'] as const satisfies readonly Mode[]

const NAMES = ['mode', 'view', 'line', 'stage', 'status', 'uid', 'property_id', 'limit', 'cursor'] as const
type Name = (typeof NAMES)[number]

export type TypedFilters = { readonly [N in Name]?: string }

export const statusNames: Readonly<Record<string, string>> = Object.assign(
  {},
  ...allLines.map(({ requests }) => requests.statuses),
)

const Query = Type.Partial(
  Type.Object(
    {
      uid: anId('A request.'),
      property_id: anId('A property.'),
      status: Type.Enum(Object.keys(statusNames)),
      stage: Type.Enum([...stages]),
      ...pageQuery('Rows'),
    },
    { additionalProperties: false },
  ),
)

export type RequestsQuery = Static<typeof Query> & { view?: View; mode?: Mode; line?: LineName }

export const askedIn = (query: Readonly<Record<string, string | string[]>>): TypedFilters =>
  Object.fromEntries(
    NAMES.flatMap(name => {
      const text = [query[name] ?? []].flat()[0]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )

type Asked = { readonly [N in Name]?: string | number | undefined }

const searchOf = (asked: Asked): string => {
  const pairs = NAMES.flatMap((name): [string, string][] => {
    const value = asked[name]
    return value === undefined ? [] : [[name, String(value)]]
  })
  return pairs.length > 0 ? `?${new URLSearchParams(pairs)}` : ''
}

export const dashboardUrl = (asked: Asked): string => `/dashboard${searchOf(asked)}`

export const linkedUrl = ({ sandbox, ...query }: RequestsQuery & { sandbox?: boolean }): string =>
  dashboardUrl({ ...query, ...(sandbox !== undefined && { mode: sandbox ? 'sandbox' : 'live' }) })

export const EXPORT = '/dashboard/requests.csv'
export const exportUrl = (asked: Asked): string =>
  EXPORT + searchOf({ ...asked, limit: undefined, cursor: undefined })

export const requestUrl = (uid: string): string => `/dashboard/requests/${encodeURIComponent(uid)}`

const PROBLEMS: Record<Name, string> = {
  mode: 'Choose live or sandbox.',
  view: 'Choose one of the views above the list.',
  line: `Choose ${lineNames.join(' or ')}.`,
  stage: 'Choose a stage from the list.',
  status: 'Choose a status from the list.',
  uid: 'A request ID has no spaces and at most 100 characters.',
  property_id: 'A property ID has no spaces and at most 100 characters.',
  limit: 'Choose 1 to 100 rows per page.',
  cursor: 'This link is for different filters. Start with the newest requests.',
}

export type FilterProblem = { name: Name; message: string }

export const problemAt = (path: string): FilterProblem => {
  const name = NAMES.find(known => known === path) ?? 'cursor'
  return { name, message: PROBLEMS[name] }
}

const check = inputChecker(Query)

const numberIn = (text: string): number | string => (/^\d+$/.test(text) ? Number(text) : text)

const CHOICES: readonly [name: 'mode' | 'view' | 'line', values: readonly string[]][] = [
  ['mode', modes],
  ['view', views],
  ['line', lineNames],
]

export const readFilters = (
  asked: TypedFilters,
): { query: RequestsQuery; problems: [] } | { query: null; problems: FilterProblem[] } => {
  const { limit, mode, view, line, ...texts } = asked
  const query = { ...texts, ...(limit !== undefined && { limit: numberIn(limit) }) }
  const problems = [
    ...CHOICES.filter(([name, values]) => !values.includes(asked[name] ?? String(values[0]))).map(([name]) =>
      problemAt(name),
    ),
    ...check(query).map(({ path }) => problemAt(path)),
  ]
  if (problems.length > 0) return { query: null, problems }
  const chosen = Object.fromEntries(CHOICES.flatMap(([name]) => (asked[name] ? [[name, asked[name]]] : [])))
  return { query: { ...query, ...chosen } as RequestsQuery, problems: [] }
}
