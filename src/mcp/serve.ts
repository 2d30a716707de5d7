import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { callTool, type Speaker } from './call-tool.ts'
import { follow } from './follow.ts'
import type { Tool } from './tool.ts'

export type ToolServer = { name: string; title: string; instructions: string; tools: readonly Tool[] }

// The SDK is loaded when the first agent speaks to us: most services start without one.
const loadSdk = async () => {
  const [{ Server }, { StreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, StreamableHTTPServerTransport, types }
}

const speakerOf = ({ ip, headers }: FastifyRequest): Speaker => ({
  address: ip,
  userAgent: headers['user-agent'] ?? '',
  authorization: headers.authorization,
})

const listed = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
})

const createToolServer = async (
  http: FastifyInstance,
  { name, title, instructions, tools }: ToolServer,
  speaker: Speaker,
) => {
  const { Server, types } = await loadSdk()
  const server = new Server(
    { name, title, version: CONTRACT_VERSION },
    { capabilities: { tools: {} }, instructions },
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: tools.map(listed) }))
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { sendNotification }) => {
    const tool = tools.find(candidate => candidate.name === params.name)
    if (!tool)
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool called ${params.name}.`)
    const first = await callTool(http, tool, speaker, params.arguments ?? {})
    const progressToken = params._meta?.progressToken
    const { status, body } =
      progressToken === undefined
        ? first
        : await follow(http, speaker, {
            first,
            tell: progress =>
              sendNotification({ method: 'notifications/progress', params: { progressToken, ...progress } }),
          })
    const text = JSON.stringify(body)
    return status < 300
      ? { content: [{ type: 'text', text }], structuredContent: body }
      : { content: [{ type: 'text', text }], isError: true }
  })
  return server
}

/** One request, one answer: nothing is kept between them, so any replica can take the next. */
export const serveTools = async (
  http: FastifyInstance,
  toolServer: ToolServer,
  request: FastifyRequest,
  { raw }: { raw: { request: IncomingMessage; response: ServerResponse } },
): Promise<void> => {
  const { StreamableHTTPServerTransport } = await loadSdk()
  const server = await createToolServer(http, toolServer, speakerOf(request))
  const transport = new StreamableHTTPServerTransport({})
  raw.response.on('close', () => void server.close())
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(raw.request, raw.response, request.body)
}
