import type { App } from '../../platform/app.ts'
import type { Row } from '../../platform/http/operation.ts'
import { type DescribedParts, inputProperties, type ObjectSchema, outputSchema } from './tool-schema.ts'
import { withoutHttp, withoutStatusCodes } from './tool-words.ts'

export type Tool = {
  row: Row<App>
  /** A tool that only polls takes nothing else, so it cannot reach the writing half of its operation. */
  takesOnly?: readonly string[]
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: {
    title: string
    readOnlyHint: boolean
    idempotentHint: boolean
    destructiveHint: boolean
    openWorldHint: boolean
  }
}

export const TOKEN_ARGUMENT = 'intake_access_token'
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key'

export const takesToken = ({ guard }: Row<App>): boolean => guard.scheme === TOKEN_ARGUMENT

const tokenArgument = {
  [TOKEN_ARGUMENT]: { type: 'string', description: 'From the latest answer about this uid.' },
}

const idempotencyArgument = {
  [IDEMPOTENCY_ARGUMENT]: {
    type: 'string',
    maxLength: 255,
    description: 'A new random value per call. To retry a lost answer, repeat it with the same arguments.',
  },
}

export type PollingTool = { operationId: string; name: string; title: string; description: string }

const toolName = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const inTools = (words: string): string =>
  words.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, toolName).replaceAll(/ \(20\d\)/g, '')

const describe = ({ operation: { summary, description, guidance, waits } }: Row<App>): string =>
  inTools(
    [
      summary,
      description && withoutHttp(description),
      waits && 'Waits up to 20 seconds for a change.',
      guidance && `Before it: ${guidance.before}`,
      guidance && `If it fails: ${withoutStatusCodes(guidance.onFailure)}`,
    ]
      .filter(Boolean)
      .join(' '),
  )

const toolOf = (row: Row<App>, described: DescribedParts): Tool => {
  const { id, summary, input, output, reads, guidance } = row.operation
  const name = toolName(id)
  const title = summary.replace(/\.$/, '')
  const readsOnly = reads === true
  return {
    row,
    name,
    title,
    description: describe(row),
    inputSchema: {
      type: 'object',
      properties: {
        ...inputProperties(input, name, described),
        ...(takesToken(row) && tokenArgument),
        ...(!readsOnly && idempotencyArgument),
      },
      required: [...(input.required ?? []), ...(takesToken(row) ? [TOKEN_ARGUMENT] : [])],
      additionalProperties: false,
    },
    outputSchema: outputSchema(output, name, described),
    annotations: {
      title,
      readOnlyHint: readsOnly,
      idempotentHint: readsOnly,
      destructiveHint: guidance?.commits === true || guidance?.replaces === true,
      openWorldHint: !readsOnly,
    },
  }
}

const pollingTool = (
  row: Row<App>,
  { name, title, description }: PollingTool,
  described: DescribedParts,
): Tool => ({
  row,
  takesOnly: ['uid'],
  name,
  title,
  description,
  inputSchema: {
    type: 'object',
    properties: { uid: { type: 'string', description: 'From an earlier answer.' } },
    required: ['uid'],
    additionalProperties: false,
  },
  outputSchema: outputSchema(row.operation.output, name, described),
  annotations: {
    title,
    readOnlyHint: false,
    idempotentHint: true,
    destructiveHint: false,
    openWorldHint: true,
  },
})

export const toolsOf = (rows: readonly Row<App>[], polling: readonly PollingTool[] = []): Tool[] => {
  const described: DescribedParts = new Map()
  return rows.flatMap(row => [
    toolOf(row, described),
    ...polling
      .filter(({ operationId }) => operationId === row.operation.id)
      .map(tool => pollingTool(row, tool, described)),
  ])
}
