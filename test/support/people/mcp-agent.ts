import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { until } from '../runs/until.ts'

export type Content = Record<string, unknown>

/** What a tool gave back; for a refusal the body of the error. */
export type ToolOutcome = { isError: boolean; content: Content; progress: number[] }

/** An agent with the real client. Once it has listed the tools it checks every answer against its output schema. */
export const connectAgent = async (url: string, headers: Record<string, string> = {}) => {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } })
  await client.connect(transport as Parameters<typeof client.connect>[0])
  const used = new Set<string>()
  const told: string[] = []

  const attempt = async (name: string, input: Content = {}): Promise<ToolOutcome> => {
    const progress: number[] = []
    const { isError, content, structuredContent } = await client.callTool(
      { name, arguments: input },
      undefined,
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
    list: async () => (await client.listTools()).tools,
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

export type McpAgent = Awaited<ReturnType<typeof connectAgent>>
