import MiniSearch from 'minisearch'
import { catalog } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { type Guide, slug } from '../guides/guide.ts'
import { guideMarkdown } from '../guides/guide-markdown.ts'
import { operatorMessage } from '../skills/rules.ts'
import type { Where } from '../skills/skill.ts'
import { fieldAnchor, type Side } from './fields-view.ts'
import { type Reference, type ReferenceOperation, referencePath } from './operations.ts'
import { allFields, fieldTree, type Schema } from './schema-fields.ts'

export type SearchEntry = {
  kind: 'Guide' | 'Operation' | 'Error' | 'Field'
  title: string
  text: string
  url: string
  /** Searched, and not shown. */
  body?: string
}

type Sided = { side: Side; schema: Schema }

const sidesOf = ({ body, answers }: ReferenceOperation): Sided[] => [
  ...(body ? [{ side: { at: 'request' }, schema: body.schema } as const] : []),
  ...answers
    .slice(0, 1)
    .flatMap(({ schema }) => (schema ? [{ side: { at: 'response' }, schema } as const] : [])),
]

const fieldEntries = ({ groups, schemas }: Reference): SearchEntry[] => {
  const all = groups
    .flatMap(({ operations }) => operations)
    .flatMap(operation => sidesOf(operation).map(sided => ({ ...sided, page: referencePath(operation.id) })))
    .flatMap(({ page, side, schema }) =>
      allFields(fieldTree(schema, schemas)).map(field => ({
        ...field,
        url: `${page}#${fieldAnchor(side, field)}`,
      })),
    )
  const first = new Map<string, SearchEntry>()
  for (const { name, description, url } of all) {
    const key = `${name} ${description}`
    if (!first.has(key) && !name.startsWith('{'))
      first.set(key, { kind: 'Field', title: name, text: description, url })
  }
  return [...first.values()]
}

const SHOWN = 160

const sectionsOf = async (guide: Guide, where: Where): Promise<SearchEntry[]> =>
  (await guideMarkdown(guide, where))
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [heading = '', ...lines] = section.split('\n')
      const body = lines
        .join(' ')
        .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
        .replaceAll(/[`*\s]+/g, ' ')
        .trim()
      return {
        kind: 'Guide',
        title: `${guide.title}: ${heading}`,
        text: body.length > SHOWN ? `${body.slice(0, body.lastIndexOf(' ', SHOWN))} …` : body,
        url: `${guide.path}#${slug(heading)}`,
        body,
      }
    })

export const guideEntries = async (guides: readonly Guide[], where: Where): Promise<SearchEntry[]> => {
  const entries: SearchEntry[] = []
  for (const guide of guides) {
    const { title, summary: text, path: url } = guide
    entries.push({ kind: 'Guide', title, text, url }, ...(await sectionsOf(guide, where)))
  }
  return entries
}

export const referenceEntries = (reference: Reference): SearchEntry[] => [
  ...reference.groups.flatMap(({ operations }) =>
    operations.map(
      ({ id, title, method, path, summary }): SearchEntry => ({
        kind: 'Operation',
        title,
        text: `${method} ${path}: ${summary}`,
        url: referencePath(id),
      }),
    ),
  ),
  ...keysOf(catalog).map(
    (code): SearchEntry => ({
      kind: 'Error',
      title: code,
      text: operatorMessage(code),
      url: `/docs/errors#${code}`,
    }),
  ),
  ...fieldEntries(reference),
]

export const linkedFields = (entries: readonly SearchEntry[], operationId: string): Set<string> => {
  const start = `${referencePath(operationId)}#`
  return new Set(entries.filter(({ url }) => url.startsWith(start)).map(({ url }) => url.slice(start.length)))
}

/** What people call things that have another name here. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  webhook: ['changes'],
  webhooks: ['changes'],
  callback: ['changes'],
  notification: ['changes', 'email'],
  premium: ['price'],
  cost: ['price'],
  mortgagee: ['lender'],
  mortgage: ['lender'],
  login: ['sign'],
  signup: ['key'],
  apikey: ['key'],
  endorsement: ['change'],
  declarations: ['binder', 'documents'],
  throttling: ['rate', 'limits'],
  test: ['sandbox'],
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const FUZZY_FROM = 5

export type Search = (query: string) => SearchEntry[]

/** Every word must occur, by its beginning, with a slip of the finger, or under another name. */
export const searchOf = (entries: readonly SearchEntry[]): Search => {
  const index = new MiniSearch<SearchEntry & { id: number }>({
    fields: ['title', 'text', 'body'],
    searchOptions: {
      prefix: true,
      fuzzy: term => (term.length >= FUZZY_FROM ? 0.2 : false),
      boost: { title: 5, text: 2 },
    },
  })
  index.addAll(entries.map((entry, id) => ({ ...entry, id })))
  return query => {
    const wanted = plain(query)
    if (wanted === '') return []
    const queries = wanted
      .split(' ')
      .map(word => ({ combineWith: 'OR' as const, queries: [word, ...(SYNONYMS[word] ?? [])] }))
    const found = index.search({ combineWith: 'AND', queries }).flatMap(({ id }) => entries[Number(id)] ?? [])
    return found.toSorted((a, b) => Number(plain(b.title) === wanted) - Number(plain(a.title) === wanted))
  }
}
