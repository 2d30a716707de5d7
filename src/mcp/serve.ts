import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { CONTRACT_VERSION } from '../http/versions.ts'
import { lazily } from '../lib/lazily.ts'
import { type Conversation, callTool } from './call-tool.ts'
import { follow, LOOK_EVERY_SECONDS } from './follow.ts'
import type { Tool } from './tool.ts'
import { listingIn, sendToolList, toolListBytes } from './tool-list.ts'
import { ToolWords } from './tool-words.ts'

export type ToolServer = {
  name: string
  title: string
  instructions: (publicUrl: string) => string
  tools: readonly Tool[]
}

const loadSdk = async () => {
  const [{ Server }, { StreamableHTTPServerTransport }, types] = await Promise.all([
    import('@modelcontextprotocol/sdk/server/index.js'),
    import('@modelcontextprotocol/sdk/server/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/types.js'),
  ])
  return { Server, StreamableHTTPServerTransport, types }
}

const MAX_WAIT_SECONDS = 20

// A result carries the text twice, once escaped. Together they stay below 2 MB.
const MOST_CHARACTERS = 600_000

const TOO_LARGE = 'The answer is too large. Ask for fewer rows, or use the HTTP API.'

const wordsOf = ({ tools }: ToolServer): ToolWords =>
  new ToolWords(
    tools.map(({ name, row: { method, path }, annotations }) => ({
      name,
      method,
      path,
      readsOnly: annotations.readOnlyHint,
    })),
  )

const createToolServer = async (
  { name, title, instructions, tools }: ToolServer,
  words: ToolWords,
  conversation: Conversation,
) => {
  const { Server, types } = await loadSdk()
  const server = new Server(
    { name, title, version: CONTRACT_VERSION },
    { capabilities: { tools: {} }, instructions: instructions(conversation.publicUrl) },
  )
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { sendNotification, signal }) => {
    const tool = tools.find(candidate => candidate.name === params.name)
    if (!tool)
      throw new types.McpError(types.ErrorCode.InvalidParams, `There is no tool called ${params.name}.`)
    const progressToken = params._meta?.progressToken
    const first = await callTool(conversation, tool, {
      input: params.arguments ?? {},
      waitSeconds: progressToken === undefined ? MAX_WAIT_SECONDS : LOOK_EVERY_SECONDS,
    })
    const { status, body: said } =
      progressToken === undefined
        ? first
        : await follow(conversation, {
            first,
            signal,
            tell: progress =>
              sendNotification({ method: 'notifications/progress', params: { progressToken, ...progress } }),
          })
    const body = words.spoken(said)
    const text = JSON.stringify(body)
    if (text.length > MOST_CHARACTERS) throw new types.McpError(types.ErrorCode.InvalidRequest, TOO_LARGE)
    return status < 300
      ? { content: [{ type: 'text', text }], structuredContent: body }
      : { content: [{ type: 'text', text }], isError: true }
  })
  return server
}

type Exchange = { request: FastifyRequest; response: ServerResponse; publicUrl: string }

const takesJson = async ({ headers }: FastifyRequest): Promise<boolean> => {
  const { types } = await loadSdk()
  const { accept = '', 'mcp-protocol-version': version } = headers
  return (
    accept.includes('application/json') &&
    accept.includes('text/event-stream') &&
    (version === undefined || types.SUPPORTED_PROTOCOL_VERSIONS.includes(String(version)))
  )
}

export const toolEndpoint = (http: FastifyInstance, toolServer: ToolServer) => {
  const list = lazily(() => toolListBytes(toolServer.tools))
  const words = wordsOf(toolServer)
  return async ({ request, response, publicUrl }: Exchange): Promise<void> => {
    const { id: requestId, ip: address, headers, raw, body } = request
    const listing = listingIn(body)
    if (listing && (await takesJson(request))) return sendToolList(response, listing.id, list())
    const { 'user-agent': userAgent = '', authorization } = headers
    const speaker = { address, userAgent, authorization }
    const { StreamableHTTPServerTransport } = await loadSdk()
    const server = await createToolServer(toolServer, words, { http, publicUrl, requestId, speaker })
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<typeof server.connect>[0])
    await transport.handleRequest(raw, response, body)
  }
}
