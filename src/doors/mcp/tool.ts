import type { Tool as ListedTool } from '@modelcontextprotocol/server'
import type { App } from '../../platform/app.ts'
import type { Row } from '../../platform/http/operation.ts'
import { nameTitle } from '../../platform/lib/name-words.ts'
import { type DescribedParts, inputProperties, type ObjectSchema } from './tool-schema.ts'
import { withoutHttp, withoutStatusCodes } from './tool-words.ts'

export type Tool = {
  row: Row<App>
  /** A tool that only polls takes nothing else, so it cannot reach the writing half of its operation. */
  takesOnly?: readonly string[]
  name: string
  title: string
  /** What it does, for people who choose tools. */
  summary: string
  description: string
  inputSchema: ObjectSchema
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint?: boolean
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
    description: 'Random; repeat it to retry.',
  },
}

/** A call that looks asks the client to show the person the page where they go on. */
export const PAGE_ARGUMENT = 'open_page'

const pageArgument = {
  [PAGE_ARGUMENT]: {
    type: 'boolean',
    description: 'On the person’s turn: asks them to open the page to review, sign or pay.',
  },
}

export type PollingTool = { operationId: string; name: string; summary: string; description: string }

const toolName = (operationId: string): string =>
  operationId.replaceAll(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)

const inTools = (words: string): string =>
  words.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, toolName).replaceAll(/ \(20\d\)/g, '')

/** Every refusal names the field anyway. */
const SAID_BY_REFUSALS = /\binvalid_request names [\w ]+\. ?/g

const describe = ({ operation: { summary, description, guidance, waits } }: Row<App>): string => {
  const onFailure = withoutStatusCodes(guidance?.onFailure ?? '').replaceAll(SAID_BY_REFUSALS, '')
  return inTools(
    [
      summary,
      description && withoutHttp(description),
      waits && 'Waits up to 20 seconds for a change.',
      guidance && `Before it: ${guidance.before}`,
      onFailure && `If it fails: ${onFailure}`,
    ]
      .filter(Boolean)
      .join(' '),
  )
}

/** The calls that wait for a person: not the feed, which is of many requests. */
const opensPages = ({ operation: { reads, waits, input } }: Row<App>): boolean =>
  reads === true && waits !== undefined && 'uid' in input.properties

const toolOf = (row: Row<App>, seen: DescribedParts): Tool => {
  const { id, summary, input, reads, guidance } = row.operation
  const name = toolName(id)
  const readsOnly = reads === true
  const required = [...(input.required ?? []), ...(takesToken(row) ? [TOKEN_ARGUMENT] : [])]
  return {
    row,
    name,
    title: nameTitle(name),
    summary: summary.replace(/\.$/, ''),
    description: describe(row),
    inputSchema: {
      type: 'object',
      properties: {
        ...inputProperties(input, { tool: name, tag: row.tag, seen }),
        ...(opensPages(row) && pageArgument),
        ...(takesToken(row) && tokenArgument),
        ...(!readsOnly && idempotencyArgument),
      },
      ...(required.length > 0 && { required }),
    },
    annotations: {
      readOnlyHint: readsOnly,
      destructiveHint: guidance?.commits === true || guidance?.replaces === true,
    },
  }
}

const pollingTool = (row: Row<App>, { name, summary, description }: PollingTool): Tool => ({
  row,
  takesOnly: ['uid'],
  name,
  title: nameTitle(name),
  summary,
  description,
  inputSchema: {
    type: 'object',
    properties: { uid: { type: 'string', description: 'From an earlier answer.' }, ...pageArgument },
    required: ['uid'],
  },
  annotations: { readOnlyHint: false, idempotentHint: true, destructiveHint: false },
})

export const toolsOf = (rows: readonly Row<App>[], polling: readonly PollingTool[] = []): Tool[] => {
  const seen: DescribedParts = new Map()
  return rows.flatMap(row => [
    toolOf(row, seen),
    ...polling
      .filter(({ operationId }) => operationId === row.operation.id)
      .map(tool => pollingTool(row, tool)),
  ])
}

export const listed = ({ name, title, description, inputSchema, annotations }: Tool) =>
  ({ name, title, description, inputSchema, annotations }) as ListedTool
