import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { CallerBase } from '../../platform/http/operation.ts'
import { CONTRACT_VERSION } from '../../platform/http/versions.ts'
import { closest } from '../../platform/lib/closest.ts'
import { allLines } from '../../products/lines.ts'
import { type Conversation, callTool, type ToolAnswer } from './call-tool.ts'
import { follow, LOOK_EVERY_SECONDS } from './follow.ts'
import { problemInCall, refuseCall, withoutNullArguments } from './named-call.ts'
import { listedPrompt, missingArgument, type Prompt } from './prompts.ts'
import { listedResource, readResource, type TextResource } from './resources.ts'
import type { Tool } from './tool.ts'
import { listingIn, sendToolList } from './tool-list.ts'
import { ToolWords } from './tool-words.ts'

type Said = ToolAnswer['body']

const written = (body: Said) => ({ body, text: JSON.stringify(body) })

const spokenToFit = (words: Pick<ToolWords, 'spoken'>, said: Said, mostCharacters: number) => {
  const whole = written(words.spoken(said))
  if (whole.text.length <= mostCharacters) return whole
  const sizeOf = (body: Said): number => written(words.spoken(body)).text.length
  for (const { shorten } of allLines) {
    const shorter = shorten?.(said, sizeOf, mostCharacters)
    if (shorter) return written(words.spoken(shorter))
  }
  return whole
}

export type ToolServer = {
  name: string
  title: string
  instructions: (publicUrl: string) => string
  tools: readonly Tool[]
  listFor(caller: CallerBase): Buffer
  resources: readonly TextResource[]
  promptsFor(caller: CallerBase): readonly Prompt[]
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
    tools.map(({ name, row: { method, path }, annotations, takesOnly }) => ({
      name,
      method,
      path,
      readsOnly: annotations.readOnlyHint || takesOnly !== undefined,
    })),
  )

const unknownTool = (name: string, tools: readonly Tool[]): string => {
  const meant = closest(
    name,
    tools.map(tool => tool.name),
  )
  return `There is no tool called ${name}. ${meant ? `Did you mean ${meant}?` : 'List them with tools/list.'}`
}

type Sdk = Awaited<ReturnType<typeof loadSdk>>

const offerTexts = (
  server: InstanceType<Sdk['Server']>,
  { resources, prompts }: Pick<ToolServer, 'resources'> & { prompts: readonly Prompt[] },
  { app, types }: { app: App; types: Sdk['types'] },
): void => {
  server.setRequestHandler(types.ListResourcesRequestSchema, () => ({
    resources: resources.map(resource => listedResource(resource, app.config.publicUrl)),
  }))
  server.setRequestHandler(types.ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const contents = await readResource(resources, app, uri)
    // MCP reserves -32002 for a resource that does not exist.
    if (!contents) throw new types.McpError(-32002, `There is no resource ${uri}. List them first.`, { uri })
    return { contents: [contents] }
  })
  server.setRequestHandler(types.ListPromptsRequestSchema, () => ({ prompts: prompts.map(listedPrompt) }))
  server.setRequestHandler(types.GetPromptRequestSchema, ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name)
    const values = params.arguments ?? {}
    const refuse = (message: string) => new types.McpError(types.ErrorCode.InvalidParams, message)
    if (!prompt) throw refuse(`There is no prompt called ${params.name}.`)
    const missing = missingArgument(prompt, values)
    if (missing !== undefined) throw refuse(`The argument ${missing} is required.`)
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.write(values) } }],
    }
  })
}

const createToolServer = async (
  toolServer: ToolServer,
  words: ToolWords,
  { app, caller, ...conversation }: Conversation & { app: App; caller: CallerBase | undefined },
) => {
  const { name, title, instructions, tools, resources } = toolServer
  const { Server, types } = await loadSdk()
  const server = new Server(
    { name, title, version: CONTRACT_VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions(conversation.publicUrl),
    },
  )
  const prompts = caller ? toolServer.promptsFor(caller) : []
  offerTexts(server, { resources, prompts }, { app, types })
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }, { sendNotification, signal }) => {
    const tool = tools.find(candidate => candidate.name === params.name)
    if (!tool) throw new types.McpError(types.ErrorCode.InvalidParams, unknownTool(params.name, tools))
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
    const { body, text } = spokenToFit(words, said, MOST_CHARACTERS)
    if (text.length > MOST_CHARACTERS) throw new types.McpError(types.ErrorCode.InvalidRequest, TOO_LARGE)
    return status < 300
      ? { content: [{ type: 'text', text }], structuredContent: body }
      : { content: [{ type: 'text', text }], isError: true }
  })
  return server
}

type Exchange = { request: FastifyRequest; response: ServerResponse; app: App }

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
  const words = wordsOf(toolServer)
  return async ({ request, response, app }: Exchange): Promise<void> => {
    const { id: requestId, ip: address, headers, raw, call } = request
    const body = withoutNullArguments(request.body)
    const listing = listingIn(body)
    if (listing && call && (await takesJson(request)))
      return sendToolList(response, listing.id, toolServer.listFor(call.caller))
    const problem = problemInCall(body)
    if (problem !== null) return refuseCall(response, body, problem)
    const { 'user-agent': userAgent = '', authorization } = headers
    const speaker = { address, userAgent, authorization }
    const { StreamableHTTPServerTransport } = await loadSdk()
    const { publicUrl } = app.config
    const conversation = { http, publicUrl, requestId, speaker, app, caller: call?.caller }
    const server = await createToolServer(toolServer, words, conversation)
    const transport = new StreamableHTTPServerTransport({})
    response.on('close', () => void server.close())
    await server.connect(transport as Parameters<typeof server.connect>[0])
    await transport.handleRequest(raw, response, body)
  }
}
