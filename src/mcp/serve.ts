import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { type Conversation, callTool } from './call-tool.ts'
import { follow, LOOK_EVERY_SECONDS } from './follow.ts'
import type { Tool } from './tool.ts'

export type ToolServer = {
  name: string
  title: string
  instructions: (publicUrl: string) => string
  tools: readonly Tool[]
}

// The SDK is loaded when the first agent speaks to us: most services start without one.
const loadSdk = async () => {
  const [{ Server }, { StreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, StreamableHTTPServerTransport, types }
}

const listed = ({ name, title, description, inputSchema, outputSchema, annotations }: Tool) => ({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
})

const MAX_WAIT_SECONDS = 20

const createToolServer = async (
  { name, title, instructions, tools }: ToolServer,
  conversation: Conversation,
) => {
  const { Server, types } = await loadSdk()
  const server = new Server(
    { name, title, version: CONTRACT_VERSION },
    { capabilities: { tools: {} }, instructions: instructions(conversation.publicUrl) },
  )
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({ tools: tools.map(listed) }))
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { sendNotification, signal }) => {
    const tool = tools.find(candidate => candidate.name === params.name)
    if (!tool)
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool called ${params.name}.`)
    const progressToken = params._meta?.progressToken
    const first = await callTool(conversation, tool, {
      input: params.arguments ?? {},
      waitSeconds: progressToken === undefined ? MAX_WAIT_SECONDS : LOOK_EVERY_SECONDS,
    })
    const { status, body } =
      progressToken === undefined
        ? first
        : await follow(conversation, {
            first,
            signal,
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

type Exchange = { request: FastifyRequest; response: ServerResponse; publicUrl: string }

/** One request, one answer: nothing is kept between them, so any replica can take the next. */
export const serveTools = async (
  http: FastifyInstance,
  toolServer: ToolServer,
  { request, response, publicUrl }: Exchange,
): Promise<void> => {
  const { id: requestId, ip: address, headers, raw, body } = request
  const { 'user-agent': userAgent = '', authorization } = headers
  const speaker = { address, userAgent, authorization }
  const { StreamableHTTPServerTransport } = await loadSdk()
  const server = await createToolServer(toolServer, { http, publicUrl, requestId, speaker })
  const transport = new StreamableHTTPServerTransport({})
  response.on('close', () => void server.close())
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(raw, response, body)
}
