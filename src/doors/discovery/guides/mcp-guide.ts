import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { codeBlock, type Guide, htmlTable, paragraph, section, withCode } from './guide.ts'

export type McpServer = {
  path: string
  server: {
    title: string
    tools: readonly {
      name: string
      summary: string
      annotations: { readOnlyHint: boolean; destructiveHint: boolean }
    }[]
  }
}

const effect = ({ annotations }: McpServer['server']['tools'][number]): string => {
  if (annotations.readOnlyHint) return 'read-only'
  return annotations.destructiveHint ? 'changes data; can commit or replace' : 'changes data'
}

const toolTable = ({ path, server: { title, tools } }: McpServer): Html => html`
<h3>${title}: <code>${path}</code></h3>
${htmlTable(
  ['Tool', 'What it does', 'Effect'],
  tools.map(tool => [`\`${tool.name}\``, tool.summary, effect(tool)]),
)}`

const config = (name: string, server: object): string =>
  JSON.stringify({ mcpServers: { [name]: server } }, null, 2)

const KEY = { Authorization: 'Bearer <OPERATOR_KEY>' }

export const mcpGuide = (servers: readonly McpServer[]): Guide => ({
  path: '/docs/mcp',
  title: 'MCP',
  summary: 'The same operations as tools for Claude, Cursor, and other MCP clients.',
  write: ({ base }) => html`
${paragraph(
  `There are two servers. Both use streamable HTTP without sessions, and speak MCP 2026-07-28 and the versions before it. \`${base}/api/agent/mcp\` is for the agents of a business and takes a key or OAuth. \`${base}/api/consumer/mcp\` is for a shopper’s own assistant and takes no credential.`,
)}
${section(
  'Install with one line: Claude Code',
  paragraph('With a key:'),
  codeBlock(
    `claude mcp add --transport http bindery ${base}/api/agent/mcp \\\n  --header "Authorization: Bearer <OPERATOR_KEY>"`,
  ),
  paragraph('For a shopper’s own assistant:'),
  codeBlock(`claude mcp add --transport http bindery ${base}/api/consumer/mcp`),
)}
${section(
  'Cursor and other clients with a configuration file',
  paragraph('In `.cursor/mcp.json`, or your client’s own file:'),
  codeBlock(config('bindery', { url: `${base}/api/agent/mcp`, headers: KEY })),
)}
${section(
  'OAuth instead of a key',
  paragraph(
    'Omit the header. The server responds with 401 and a link to its metadata. The client registers itself and opens a browser, where the operator signs in by email and approves. In Claude, go to Settings, Connectors, Add custom connector, and enter the same URL.',
  ),
  paragraph('A token or a key with fewer scopes lists only the tools they open.'),
)}
${section(
  'Command line',
  codeBlock(
    `npx @modelcontextprotocol/inspector --cli ${base}/api/agent/mcp \\\n  --transport http --header "Authorization: Bearer <OPERATOR_KEY>" --method tools/call \\\n  --tool-name estimate_umbrella --tool-args-json '{"zip":"60601"}'`,
  ),
)}
${section(
  'What to know',
  html`<ul>
<li>${withCode('A tool returns the JSON of its REST operation, as `structuredContent` and as text, and names tools instead of paths. An error is a result with `isError`, `error`, and `message`.')}</li>
<li>${withCode('Tools that change data take an `idempotency_key`. If a response is lost, repeat the call with the same key.')}</li>
<li>${withCode('A client that requests progress learns how many carriers have replied, and gets the offers in the same call. A call that waits for a person or a carrier stays open for up to 50 seconds, until something changes.')}</li>
<li>${withCode('With `open_page: true`, `homeowners_status`, `umbrella_status`, and `intake_issues` ask a client of 2026-07-28 to show the person the page where they review, sign, or pay (URL elicitation). Other clients get the link.')}</li>
<li>${withCode('The list of tools names the fields of an application. What each field takes is in the resource `fields-homeowners` or `fields-umbrella`, and in `missing_field_details` of the answers.')}</li>
<li>${withCode('On the consumer server, pass the `intake_access_token` from the latest response as an argument.')}</li>
<li>${withCode('Try the sandbox first: send `sandbox: true` with the first call. To rehearse what happens later, such as a renewal, make the request older with `POST /api/agent/sandbox/clock`: no tool does that.')}</li>
</ul>`,
)}
${section(
  'Resources and prompts',
  paragraph(
    'Clients that show resources can attach the skills, guides, and field lists of their server, as Markdown. Clients that show prompts offer three: get home insurance quotes, buy umbrella coverage, and what is missing.',
  ),
)}
${section('The tools', ...servers.map(toolTable))}`,
})
