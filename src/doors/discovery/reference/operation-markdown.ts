import { codeSpan, markdownTable } from '../skills/skill.ts'
import { callTexts, exampleAnswerText } from './calls.ts'
import { operationErrors } from './operation-errors.ts'
import type { Reference, ReferenceOperation } from './operations.ts'
import { allFields, type FieldNode, type FieldTree, fieldTree, type Schema } from './schema-fields.ts'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const meaning = ({ description, values, aliases }: FieldNode): string =>
  [
    description,
    values.length > 0 && `One of ${values.map(codeSpan).join(', ')}.`,
    aliases.length > 0 && `Also accepted as ${aliases.map(codeSpan).join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ')

const fieldRow = (field: FieldNode): string[] => [
  codeSpan(field.path),
  cell([field.type, field.limits].filter(Boolean).join(', ')),
  field.required ? 'yes' : 'no',
  cell(meaning(field)),
]

const fieldsTable = (tree: FieldTree, presence: string): string => {
  if (tree.formats.length > 0)
    return tree.formats
      .map(format => `### Format: ${format.title}\n\n${fieldsTable(format.tree, presence)}`)
      .join('\n\n')
  const rows = allFields(tree).map(fieldRow)
  return rows.length === 0 ? 'Nothing.' : markdownTable(['Field', 'Type', presence, 'Meaning'], rows)
}

const fenced = (text: string): string => `\`\`\`\n${text}\n\`\`\``

const examples = (operation: ReferenceOperation, base: string): string[] =>
  operation.examples.flatMap(example => [
    `### ${example.summary}`,
    ...callTexts(operation, example, base).flatMap(({ language, code }) => [`${language}:`, fenced(code)]),
    ...(example.answer
      ? [
          `Response ${example.answer.status}. ${example.answer.note ?? ''}`.trim(),
          fenced(exampleAnswerText(example)),
        ]
      : []),
  ])

export const operationMarkdown = (
  reference: Reference,
  operation: ReferenceOperation,
  base: string,
): string => {
  const { title, summary, method, path, credential, description, before, onFailure, parameters, body } =
    operation
  const [answer] = operation.answers
  const treeOf = (schema: Schema) => fieldTree(schema, reference.schemas)
  return [
    `# ${title}`,
    summary,
    codeSpan(`${method} ${base}${path}`),
    ...(credential ? [`Credential: ${credential}.`] : []),
    ...(description ? [description] : []),
    ...(before ? [`Before you call it: ${before}`] : []),
    '## Request',
    markdownTable(
      ['Parameter', 'In', 'Required', 'Meaning'],
      parameters.map(one => [codeSpan(one.name), one.in, one.required ? 'yes' : 'no', cell(one.description)]),
    ),
    ...(body ? [`Body: \`${body.type}\``, fieldsTable(treeOf(body.schema), 'Required')] : []),
    '## Response',
    ...(answer?.schema ? [fieldsTable(treeOf(answer.schema), 'Always there')] : []),
    '## Errors',
    ...(onFailure ? [onFailure] : []),
    markdownTable(
      ['Status', 'Code', 'What to do'],
      [
        ...operationErrors(operation).map(({ status, code, message }) => [
          String(status),
          codeSpan(code),
          cell(message),
        ]),
        ...operation.failures
          .filter(({ cataloged }) => !cataloged)
          .map(failure => [String(failure.status), '', cell(failure.description)]),
      ],
    ),
    '## Examples',
    ...examples(operation, base),
    '',
  ].join('\n\n')
}
