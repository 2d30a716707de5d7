import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { code, type Guide, say, section, table, words } from './guide.ts'

/** A server as its client sees it. */
export type McpServer = {
  path: string
  server: {
    title: string
    tools: readonly {
      name: string
      title: string
      annotations: { readOnlyHint: boolean; destructiveHint: boolean }
    }[]
  }
}

const effect = ({ annotations }: McpServer['server']['tools'][number]): string => {
  if (annotations.readOnlyHint) return 'reads only'
  return annotations.destructiveHint ? 'changes; can commit or replace' : 'changes'
}

const toolTable = ({ path, server: { title, tools } }: McpServer): Html => html`
<h3>${title}: <code>${path}</code></h3>
${table(
  ['Tool', 'What it does', 'Effect'],
  tools.map(tool => [`\`${tool.name}\``, tool.title, effect(tool)]),
)}`

const config = (name: string, server: object): string =>
  JSON.stringify({ mcpServers: { [name]: server } }, null, 2)

const KEY = { Authorization: 'Bearer <OPERATOR_KEY>' }

export const mcpGuide = (servers: readonly McpServer[]): Guide => ({
  path: '/docs/mcp',
  title: 'MCP',
  summary: 'The same operations as tools, for Claude, Cursor and any other client of the protocol.',
  write: ({ base }) => html`
${say(
  `There are two servers, both streamable HTTP without sessions. \`${base}/api/agent/mcp\` is for the agents of a business, with a key or OAuth. \`${base}/api/consumer/mcp\` is for a shopper’s own assistant, with no credential at all.`,
)}
${section(
  'Claude Code',
  say('With a key:'),
  code(
    `claude mcp add --transport http bindery ${base}/api/agent/mcp \\\n  --header "Authorization: Bearer <OPERATOR_KEY>"`,
  ),
  say('For a shopper’s own assistant:'),
  code(`claude mcp add --transport http bindery ${base}/api/consumer/mcp`),
)}
${section(
  'Cursor, and clients with a configuration file',
  say('In `.cursor/mcp.json`, or wherever your client keeps it:'),
  code(config('bindery', { url: `${base}/api/agent/mcp`, headers: KEY })),
)}
${section(
  'With OAuth, without a key',
  say(
    'Leave the header out. The server answers 401 and names its metadata; the client registers itself and opens a browser, where the operator signs in by email and agrees. In Claude: Settings, Connectors, Add custom connector, with the same address.',
  ),
)}
${section(
  'From a command line',
  code(
    `npx @modelcontextprotocol/inspector --cli ${base}/api/agent/mcp \\\n  --transport http --header "Authorization: Bearer <OPERATOR_KEY>" --method tools/call \\\n  --tool-name estimate_umbrella --tool-args-json '{"zip":"60601"}'`,
  ),
)}
${section(
  'What to know',
  html`<ul>
<li>${words('A tool answers with the same JSON as the operation behind it, as `structuredContent` and as text. A refusal is a result with `isError` and the same `error` and `message`.')}</li>
<li>${words('Tools that change something take an `idempotency_key`: send the same call with the same key when an answer was lost.')}</li>
<li>${words('A client that asks for progress hears how many carriers have answered while offers are awaited, and gets the offers in the same call.')}</li>
<li>${words('On the consumer server the `intake_access_token` of the latest answer is an argument.')}</li>
<li>${words('Rehearse first: `sandbox: true` on the first call.')}</li>
</ul>`,
)}
${section('The tools', ...servers.map(toolTable))}`,
})
