import type { App } from '../../../platform/app.ts'
import { type DocumentRow, MARKDOWN } from '../../../platform/http/pages/document.ts'
import { applicantFields, homeFields } from '../../../products/homeowners/application/fields.ts'
import type { Field, FieldTable } from '../../../products/line/fields/field.ts'
import { umbrellaFields } from '../../../products/umbrella/fields.ts'
import { codeSpan, markdownTable } from './skill.ts'

type Product = { path: string; id: string; title: string; parts: { place: string; fields: FieldTable }[] }

export const products: readonly Product[] = [
  {
    path: '/docs/homeowners/fields.md',
    id: 'getHomeownersFields',
    title: 'Homeowners',
    parts: [
      { place: 'intake', fields: applicantFields },
      { place: 'intake.home[]', fields: homeFields },
    ],
  },
  {
    path: '/docs/umbrella/fields.md',
    id: 'getUmbrellaFields',
    title: 'Umbrella',
    parts: [{ place: 'intake', fields: umbrellaFields }],
  },
]

const TYPES: Partial<Record<Field['kind'], string>> = {
  state: 'a state, as a code or a name',
  zip: 'a ZIP code',
  boolean: 'true or false',
  auto_limits: 'three limits, such as 250_500_100',
  money: 'whole dollars',
  integer: 'an integer',
  date: 'YYYY-MM-DD',
}

const typeOf = (field: Field): string => {
  if (field.kind === 'choice') return field.values.map(codeSpan).join(', ')
  if (field.kind === 'list') return 'a list of objects with these fields'
  const bounds =
    field.kind === 'integer' || field.kind === 'money' ? ` from ${field.minimum} to ${field.maximum}` : ''
  return `${TYPES[field.kind] ?? field.kind}${bounds}`
}

const rowsOf = (fields: FieldTable, place = ''): string[][] =>
  Object.entries(fields).flatMap(([name, field]) => [
    [
      [name, ...field.aliases].map(one => codeSpan(place + one)).join(' or '),
      typeOf(field),
      field.description,
    ],
    ...(field.kind === 'list' ? rowsOf(field.item, `${place}${name}[].`) : []),
  ])

const tableOf = (fields: FieldTable): string => markdownTable(['Field', 'Value', 'Meaning'], rowsOf(fields))

const ADDRESS = 'The address can also be one object: `address` {`street`, `city`, `state`, `zip`}.'

export const fieldsMarkdown = ({ title, parts }: Product): string =>
  [
    `# ${title}: the fields of an application`,
    'Every field is optional in a call. `missing_fields` lists what is required before submission. Null clears a field.',
    ...parts.map(
      ({ place, fields }) =>
        `## ${codeSpan(place)}\n\n${'street' in fields ? `${ADDRESS}\n\n` : ''}${tableOf(fields)}`,
    ),
  ].join('\n\n')

export const fieldsDocuments: DocumentRow<App>[] = products.map(product => ({
  path: product.path,
  page: false,
  contract: {
    surface: 'full',
    id: product.id,
    summary: `Every field of the ${product.title.toLowerCase()} application, in Markdown.`,
    tag: 'discovery',
    types: ['text/markdown'],
  },
  respond: () => ({ type: MARKDOWN, body: `${fieldsMarkdown(product)}\n` }),
}))
