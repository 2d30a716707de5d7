import type { App } from '../app.ts'
import type { Guard, Row } from '../http/operation.ts'
import { anyKey, anyone } from '../key/guard.ts'
import type { McpEndpoint } from './mount.ts'
import { toolOf } from './tool.ts'

const OPERATOR = '/api/agent/mcp'
const CONSUMER = '/api/consumer/mcp'

/** RFC 9728: this endpoint is a resource of its own, and says where it is described. */
const operatorGuard: typeof anyKey = {
  ...anyKey,
  challenge: ({ config }) =>
    `Bearer resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource${OPERATOR}"`,
}

// The batch does nothing that the calculators do not, and keys are for the people who run the agent.
const isOperatorTool = ({ surface, tag, path }: Row<App>): boolean =>
  surface === 'operator' && tag !== 'key' && !path.startsWith('/api/agent/tools/')

export const mcpEndpoints = (rows: readonly Row<App>[]): McpEndpoint[] => {
  const consumerTools = rows.filter(({ surface }) => surface === 'consumer').map(toolOf)
  return [
    {
      path: OPERATOR,
      guard: operatorGuard as unknown as Guard<App, never>,
      server: {
        name: 'bindery-operator',
        title: 'Bindery for operators',
        instructions:
          'Buy homeowners and umbrella insurance for the customers of the business you work for, and estimate prices. Read /api/agent/skill.md and /api/agent/homeowners/skill.md for the order of calls. Never make up an answer or a consent: send only what the customer said or what you were given, and mark the rest as estimates.',
        tools: rows.filter(isOperatorTool).map(toolOf),
      },
    },
    ...(consumerTools.length === 0
      ? []
      : [
          {
            path: CONSUMER,
            guard: anyone as unknown as Guard<App, never>,
            server: {
              name: 'bindery-consumer',
              title: 'Bindery for shoppers',
              instructions:
                'Help the person you work for to buy umbrella or homeowners insurance. No credential is needed: never ask the person for one. Keep the intake_access_token of the latest answer, and show it to nobody.',
              tools: consumerTools,
            },
          },
        ]),
  ]
}
