import type { App } from '../app.ts'
import type { Row } from '../http/operation.ts'
import { withoutIds } from '../http/schemas.ts'

export type Tool = {
  row: Row<App>
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

type ObjectSchema = {
  type: 'object'
  properties?: Record<string, object>
  required?: string[]
  [more: string]: unknown
}

export const TOKEN_ARGUMENT = 'intake_access_token'
export const IDEMPOTENCY_ARGUMENT = 'idempotency_key'

export const takesToken = ({ guard }: Row<App>): boolean => guard.scheme === TOKEN_ARGUMENT

const tokenArgument = {
  [TOKEN_ARGUMENT]: { type: 'string', description: 'The token of the latest answer for this intake.' },
}

const idempotencyArgument = {
  [IDEMPOTENCY_ARGUMENT]: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    description:
      'Send the same key and the same arguments again when an answer was lost: nothing happens twice.',
  },
}

const inputSchema = (row: Row<App>): ObjectSchema => {
  const { properties, required = [] }: ObjectSchema = withoutIds(row.operation.input)
  const readsOnly = row.operation.reads === true
  return {
    type: 'object',
    properties: {
      ...properties,
      ...(takesToken(row) && tokenArgument),
      ...(!readsOnly && idempotencyArgument),
    },
    required: [...required, ...(takesToken(row) ? [TOKEN_ARGUMENT] : [])],
    additionalProperties: false,
  }
}

const toolName = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const inTools = (words: string): string => words.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, toolName)

const describe = ({ operation: { summary, description, guidance } }: Row<App>): string =>
  inTools(
    [
      summary,
      description,
      guidance && `Before it: ${guidance.before}`,
      guidance && `If it fails: ${guidance.onFailure}`,
    ]
      .filter(Boolean)
      .join(' '),
  )

export const toolOf = (row: Row<App>): Tool => {
  const { id, summary, output, reads, guidance } = row.operation
  return {
    row,
    name: toolName(id),
    title: summary.replace(/\.$/, ''),
    description: describe(row),
    inputSchema: inputSchema(row),
    outputSchema: withoutIds(output),
    annotations: {
      title: summary.replace(/\.$/, ''),
      readOnlyHint: reads === true,
      idempotentHint: reads === true,
      destructiveHint: guidance?.commits === true || guidance?.replaces === true,
      openWorldHint: reads !== true,
    },
  }
}
