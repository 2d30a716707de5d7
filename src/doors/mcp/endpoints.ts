import type { App } from '../../platform/app.ts'
import type { CallerBase, Row } from '../../platform/http/operation.ts'
import { anyKey, anyone, opensRoute } from '../../platform/key/guard.ts'
import { MCP_PATH as OPERATOR, PATHS } from '../oauth/protocol/urls.ts'
import type { McpEndpoint } from './mount.ts'
import { consumerPrompts, operatorPrompts } from './prompts.ts'
import type { TextResource } from './resources.ts'
import { listed, type PollingTool, toolsOf } from './tool.ts'

const CONSUMER = '/api/consumer/mcp'

/** RFC 9728: this endpoint is its own resource, with its own metadata. */
const operatorGuard: typeof anyKey = {
  ...anyKey,
  challenge: ({ config }) => `resource_metadata="${config.publicUrl}${PATHS.resource}${OPERATOR}"`,
}

/** Rarely used, or for people who build an integration. An agent reads the whole list with every task. */
const NO_TOOLS = ['key', 'receipts', 'requests', 'sandbox']

/** A batch repeats the calculators, a session is for a browser, and the list gets one policy, too. */
const NO_TOOL = /^\/api\/agent\/tools\/|\/session$|\{policy_id\}$/

const isOperatorTool = ({ surface, tag, path }: Row<App>): boolean =>
  surface === 'operator' && !NO_TOOLS.includes(tag) && !NO_TOOL.test(path)

const isFirstAtPath = ({ path }: Row<App>, at: number, rows: readonly Row<App>[]): boolean =>
  rows.findIndex(other => other.path === path) === at

const homeownersStatus: PollingTool = {
  operationId: 'homeownersQuotes',
  name: 'homeowners_status',
  summary: 'Get the status and offers of a homeowners application',
  description:
    'Get the status of a homeowners application, with what is missing, the offers, and the homeowner’s link. Changes no answer. If the offers have expired, it asks the carriers for new ones and says so. Use it to wait: it holds up to 20 seconds for a change; call it again while status is pending_quotes. Before it: have a uid from homeowners_quotes. If it fails: not_found: the uid is not yours.',
}

type Texts = Readonly<Record<'operator' | 'consumer', readonly TextResource[]>>

const operatorTools = (rows: readonly Row<App>[]) => {
  const tools = toolsOf(rows.filter(isOperatorTool).filter(isFirstAtPath), [homeownersStatus])
  const isOpen = (caller: CallerBase, name: string): boolean =>
    tools.some(tool => tool.name === name && opensRoute(caller, tool.row))
  const promptsFor = (caller: CallerBase) =>
    operatorPrompts.filter(prompt => prompt.tools.some(name => isOpen(caller, name)))
  const listFor = (caller: CallerBase) => tools.filter(({ row }) => opensRoute(caller, row)).map(listed)
  return { tools, listFor, promptsFor }
}

const consumerTools = (rows: readonly Row<App>[]) => {
  const tools = toolsOf(rows.filter(({ surface }) => surface === 'consumer').filter(isFirstAtPath))
  return { tools, listFor: () => tools.map(listed), promptsFor: () => consumerPrompts }
}

export const mcpEndpoints = (rows: readonly Row<App>[], texts: Texts): McpEndpoint[] => [
  {
    path: OPERATOR,
    guard: operatorGuard,
    server: {
      name: 'bindery-operator',
      title: 'Bindery for operators',
      instructions: base =>
        `Buy homeowners and umbrella insurance for the customers of the business you work for, and estimate prices. Never make up an answer or a consent: send only what the customer said or what you were given, and mark the rest as estimates. Start a rehearsal with sandbox: true. To wait for a change, call homeowners_status or umbrella_status, or list_changes for all requests at once; next_action and agent_instructions say what comes next. The order of calls: ${base}/api/agent/homeowners/skill.md and ${base}/api/agent/skill.md`,
      ...operatorTools(rows),
      resources: texts.operator,
    },
  },
  {
    path: CONSUMER,
    guard: anyone,
    server: {
      name: 'bindery-consumer',
      title: 'Bindery for shoppers',
      instructions: base =>
        `Help the person you work for to buy umbrella or homeowners insurance. No credential is needed: never ask the person for one. Keep the intake_access_token of the latest answer, and never show it to anyone. Never make up an answer or a consent. Start a rehearsal with sandbox: true. To wait for a change, call intake_issues; agent_instructions say what comes next. The order of calls: ${base}/api/consumer/skill.md`,
      ...consumerTools(rows),
      resources: texts.consumer,
    },
  },
]
