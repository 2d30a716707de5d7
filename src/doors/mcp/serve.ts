import type { ServerResponse } from 'node:http'
import type { NodeIncomingMessageLike } from '@modelcontextprotocol/node'
import type { Tool as ListedTool, Server } from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import type { CallerBase } from '../../platform/http/operation.ts'
import { CONTRACT_VERSION } from '../../platform/http/versions.ts'
import { closest } from '../../platform/lib/closest.ts'
import { allLines } from '../../products/lines.ts'
import { type Conversation, callTool, type ToolAnswer } from './call-tool.ts'
import { follow, LOOK_EVERY_SECONDS, type ToolProgress } from './follow.ts'
import { problemInCall, refuseCall, withoutNullArguments } from './named-call.ts'
import { listedPrompt, missingArgument, type Prompt } from './prompts.ts'
import { listedResource, readResource, type TextResource } from './resources.ts'
import { PAGE_ARGUMENT, type Tool } from './tool.ts'
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
  listFor(caller: CallerBase): ListedTool[]
  resources: readonly TextResource[]
  promptsFor(caller: CallerBase): readonly Prompt[]
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

type Sdk = typeof import('@modelcontextprotocol/server')

const offerTexts = (
  server: Server,
  { resources, prompts }: Pick<ToolServer, 'resources'> & { prompts: readonly Prompt[] },
  { app, sdk }: { app: App; sdk: Sdk },
): void => {
  const { ProtocolError, ProtocolErrorCode, ResourceNotFoundError } = sdk
  server.setRequestHandler('resources/list', () => ({
    resources: resources.map(resource => listedResource(resource, app.config.publicUrl)),
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
    const contents = await readResource(resources, app, uri)
    if (!contents) throw new ResourceNotFoundError(uri, `There is no resource ${uri}. List them first.`)
    return { contents: [contents] }
  })
  server.setRequestHandler('prompts/list', () => ({ prompts: prompts.map(listedPrompt) }))
  server.setRequestHandler('prompts/get', ({ params }) => {
    const prompt = prompts.find(({ name }) => name === params.name)
    const values = params.arguments ?? {}
    const refuse = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, message)
    if (!prompt) throw refuse(`There is no prompt called ${params.name}.`)
    const missing = missingArgument(prompt, values)
    if (missing !== undefined) throw refuse(`The argument ${missing} is required.`)
    return {
      description: prompt.description,
      messages: [{ role: 'user', content: { type: 'text', text: prompt.write(values) } }],
    }
  })
}

const PEOPLE = ['homeowner', 'buyer', 'payment']

const pageIn = ({ status, body }: ToolAnswer): { url: string; message: string } | null => {
  const { waiting_on, response_summary } = body
  const url =
    body.payment_url ??
    body.sign_url ??
    body.review_url ??
    body.homeowner_fix_issues_request_login_url ??
    body.homeowner_quotes_request_login_url
  return status < 300 && PEOPLE.includes(String(waiting_on)) && typeof url === 'string'
    ? { url, message: String(response_summary) }
    : null
}

const HOUR_MS = 3_600_000

/** Lists depend on the credential; what stands in a document depends on the release only. */
const cacheHints = {
  'tools/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'prompts/list': { ttlMs: HOUR_MS, cacheScope: 'private' },
  'resources/list': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'resources/read': { ttlMs: HOUR_MS, cacheScope: 'public' },
  'server/discover': { ttlMs: HOUR_MS, cacheScope: 'public' },
} as const

type Spoken = { toolServer: ToolServer; words: ToolWords; sdk: Sdk }

const createToolServer = (
  { toolServer, words, sdk }: Spoken,
  { app, caller, ...conversation }: Conversation & { app: App; caller: CallerBase | undefined },
): Server => {
  const { name, title, instructions, tools, resources } = toolServer
  const { Server, ProtocolError, ProtocolErrorCode, inputRequired } = sdk
  const server = new Server(
    { name, title, version: CONTRACT_VERSION },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: instructions(conversation.publicUrl),
      cacheHints,
    },
  )
  offerTexts(server, { resources, prompts: caller ? toolServer.promptsFor(caller) : [] }, { app, sdk })
  server.setRequestHandler('tools/list', () => ({ tools: caller ? toolServer.listFor(caller) : [] }))
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(candidate => candidate.name === params.name)
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownTool(params.name, tools))
    const { inputResponses, _meta, notify, signal } = mcpReq
    const progressToken = _meta?.progressToken
    const input = params.arguments ?? {}
    const isAsked = input[PAGE_ARGUMENT] === true && inputResponses === undefined
    // Only clients of 2026-07-28 say with each call what they can do.
    const asksForPage = isAsked && server.getClientCapabilities()?.elicitation?.url !== undefined
    const isFollowed = progressToken !== undefined && !asksForPage
    const call = {
      input,
      waitSeconds: asksForPage ? 0 : isFollowed ? LOOK_EVERY_SECONDS : MAX_WAIT_SECONDS,
    }
    const first = await callTool(conversation, tool, call)
    const page = asksForPage ? pageIn(first) : null
    if (page) return inputRequired({ inputRequests: { page: inputRequired.elicitUrl(page) } })
    const tell = (progress: ToolProgress) =>
      notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? params.name, ...progress },
      })
    const { status, body: said } = isFollowed
      ? await follow(conversation, { tool, call, first, signal, tell })
      : first
    const { body, text } = spokenToFit(words, said, MOST_CHARACTERS)
    if (text.length > MOST_CHARACTERS) throw new ProtocolError(ProtocolErrorCode.InvalidRequest, TOO_LARGE)
    return status < 300
      ? { content: [{ type: 'text', text }], structuredContent: body }
      : { content: [{ type: 'text', text }], isError: true }
  })
  return server
}

type Exchange = { request: FastifyRequest; response: ServerResponse; app: App }

/** Serves 2026-07-28 and the protocols before it, each request by itself: nothing is kept between two. */
export const toolEndpoint = (http: FastifyInstance, toolServer: ToolServer) => {
  const words = wordsOf(toolServer)
  return async ({ request, response, app }: Exchange): Promise<void> => {
    const { id: requestId, ip: address, headers, raw, call } = request
    const body = withoutNullArguments(request.body)
    const problem = problemInCall(body)
    if (problem !== null) return refuseCall(response, body, problem)
    const { 'user-agent': userAgent = '', authorization } = headers
    const speaker = { address, userAgent, authorization }
    const [sdk, { toNodeHandler }] = await Promise.all([
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/node'),
    ])
    const { publicUrl } = app.config
    const conversation = { http, publicUrl, requestId, speaker, app, caller: call?.caller }
    const handler = sdk.createMcpHandler(() => createToolServer({ toolServer, words, sdk }, conversation), {
      // No list changes while a process lives, so there is nothing to subscribe to.
      maxSubscriptions: 0,
    })
    await toNodeHandler(handler)(raw as NodeIncomingMessageLike, response, body)
  }
}
