import * as modern from '@modelcontextprotocol/client'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { until } from '../runs/until.ts'

export type Content = Record<string, unknown>

/** What a tool gave back; for a refusal the body of the error. */
type ToolOutcome = { isError: boolean; content: Content; progress: number[] }

type Called = { name: string; arguments: Content }
type Progress = { progress: number }
type Onward = { onprogress: (told: Progress) => void }

const agentOf = <C extends { close(): Promise<void> }>(
  client: C,
  callTool: (called: Called, onward: Onward) => Promise<Content>,
) => {
  const used = new Set<string>()
  const told: string[] = []

  const attempt = async (name: string, input: Content = {}): Promise<ToolOutcome> => {
    const progress: number[] = []
    const { isError, content, structuredContent } = await callTool(
      { name, arguments: input },
      { onprogress: told => progress.push(told.progress) },
    )
    const [{ text }] = content as [{ text: string }]
    const said = (structuredContent ?? JSON.parse(text)) as Content
    told.push(...((said.agent_instructions ?? [said.message ?? '']) as string[]))
    return { isError: isError === true, content: said, progress }
  }

  /** A call that has to succeed. */
  const use = async (name: string, input: Content = {}): Promise<Content> => {
    const { isError, content } = await attempt(name, input)
    if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`)
    used.add(name)
    return content
  }

  return {
    client,
    attempt,
    use,
    /** Tools that did what they were asked. */
    used,
    /** What the tools said to do next. */
    told,
    untilAt: (status: string, look: () => Promise<Content>): Promise<Content> =>
      until(async () => {
        const content = await look()
        return content.status === status ? content : null
      }) as Promise<Content>,
    close: () => client.close(),
  }
}

/** An agent with the official client of the protocols before 2026-07-28. */
export const connectAgent = async (url: string, headers: Record<string, string> = {}) => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  return {
    ...agentOf(client, (called, onward) => client.callTool(called, undefined, onward)),
    list: async () => (await client.listTools()).tools,
  }
}

/** An agent with the official client of 2026-07-28. It shows the person the pages that a call asks for. */
export const connectModernAgent = async (
  url: string,
  headers: Record<string, string> = {},
  openPage?: (page: { url: string; message: string }) => Promise<void>,
) => {
  const client = new modern.Client(
    { name: 'test', version: '2' },
    {
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      ...(openPage && { capabilities: { elicitation: { url: {} } } }),
    },
  )
  if (openPage)
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { url: page, message } = params as { url: string; message: string }
      await openPage({ url: page, message })
      return { action: 'accept' }
    })
  await client.connect(new modern.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return {
    ...agentOf(client, (called, onward) => client.callTool(called, onward)),
    list: async () => (await client.listTools()).tools,
  }
}

export type McpAgent = Awaited<ReturnType<typeof connectAgent>>
export type ModernAgent = Awaited<ReturnType<typeof connectModernAgent>>
