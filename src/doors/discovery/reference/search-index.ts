import { catalog } from '../../../platform/errors.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import type { Guide } from '../guides/guide.ts'
import { operatorMessage } from '../skills/rules.ts'
import { fieldAnchor, type Side } from './fields-view.ts'
import { type Reference, type ReferenceOperation, referencePath } from './operations.ts'
import { allFields, fieldTree, type Schema } from './schema-fields.ts'

export type SearchEntry = {
  kind: 'Guide' | 'Operation' | 'Error' | 'Field'
  title: string
  text: string
  url: string
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

export const searchEntries = (reference: Reference, guides: readonly Guide[]): SearchEntry[] => [
  ...guides.map(
    ({ path, title, summary }): SearchEntry => ({
      kind: 'Guide',
      title,
      text: summary,
      url: path,
    }),
  ),
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

const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')

const rank = ({ title }: SearchEntry, wanted: string): number => {
  const name = plain(title)
  if (name === wanted) return 0
  if (name.startsWith(wanted)) return 1
  return name.includes(wanted) ? 2 : 3
}

/** Every word must occur. The script of the search box does the same with the same entries. */
export const found = (entries: readonly SearchEntry[], query: string): SearchEntry[] => {
  const wanted = plain(query).trim()
  if (wanted === '') return []
  const words = wanted.split(' ')
  return entries
    .filter(({ title, text }) => {
      const all = plain(`${title} ${text}`)
      return words.every(word => all.includes(word))
    })
    .toSorted((a, b) => rank(a, wanted) - rank(b, wanted))
}
