import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../platform/lib/clock.ts'
import { type Conversation, callTool, pollAgain, type ToolAnswer, type ToolCall } from './call-tool.ts'
import type { Tool } from './tool.ts'

export const LOOK_EVERY_SECONDS = 2
const MOST_LOOKS = 25

export type ToolProgress = { progress: number; total?: number; message: string }

/** MCP requires each value to exceed the last. It stays below the total until the offers are published. */
export const toolProgress = ({ body }: Pick<ToolAnswer, 'body'>, look: number): ToolProgress => {
  const { quoting, response_summary: summary } = body as {
    quoting?: { asked: number; answered: number }
    response_summary?: string
  }
  const message = summary ?? 'Still working.'
  return quoting
    ? {
        progress: Math.min(quoting.answered, quoting.asked - 1) + look / (MOST_LOOKS + 1),
        total: quoting.asked,
        message,
      }
    : { progress: look, message }
}

type Following = {
  tool: Tool
  call: ToolCall
  first: ToolAnswer
  signal: AbortSignal
  tell: (progress: ToolProgress) => Promise<void>
}

const pause = (signal: AbortSignal): Promise<void> =>
  setTimeout(LOOK_EVERY_SECONDS * SECOND, undefined, { signal }).catch(() => undefined)

/** What the caller waits for. Null if it is the caller's own turn, or if nothing more will come. */
const stateOf = ({ row }: Tool, { status, body }: ToolAnswer): string | null =>
  status < 300 && body.waiting_on !== 'operator' ? (row.operation.waits?.stateOf(body) ?? null) : null

const onlyLooks = ({ annotations, takesOnly }: Tool): boolean =>
  annotations.readOnlyHint || takesOnly !== undefined

/** Keeps waiting, with progress, until what the caller waits for has changed. */
export const follow = async (
  conversation: Conversation,
  { tool, call, first, signal, tell }: Following,
): Promise<ToolAnswer> => {
  const state = onlyLooks(tool) ? stateOf(tool, first) : null
  const waits = (answer: ToolAnswer): boolean =>
    answer.isPending || (state !== null && stateOf(tool, answer) === state)
  let answer = first
  for (let look = 1; waits(answer) && look <= MOST_LOOKS && !signal.aborted; look++) {
    await tell(toolProgress(answer, look))
    const next = await (onlyLooks(tool)
      ? callTool(conversation, tool, { ...call, waitSeconds: LOOK_EVERY_SECONDS })
      : pollAgain(conversation, answer, LOOK_EVERY_SECONDS))
    // If a poll is refused, for example by a spent budget, the previous response stands.
    if (!next || next.status >= 300) break
    answer = next
    if (waits(next) && !next.held) await pause(signal)
  }
  return answer
}
