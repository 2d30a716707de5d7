import { setTimeout } from 'node:timers/promises'
import { SECOND } from '../../platform/lib/clock.ts'
import { type Conversation, pollAgain, type ToolAnswer } from './call-tool.ts'

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

type Following = { first: ToolAnswer; signal: AbortSignal; tell: (progress: ToolProgress) => Promise<void> }

const pause = (signal: AbortSignal): Promise<void> =>
  setTimeout(LOOK_EVERY_SECONDS * SECOND, undefined, { signal }).catch(() => undefined)

export const follow = async (
  conversation: Conversation,
  { first, signal, tell }: Following,
): Promise<ToolAnswer> => {
  let answer = first
  for (let look = 1; answer.isPending && look <= MOST_LOOKS && !signal.aborted; look++) {
    await tell(toolProgress(answer, look))
    const next = await pollAgain(conversation, answer, LOOK_EVERY_SECONDS)
    // If a poll is refused, for example by a spent budget, the previous response stands.
    if (!next || next.status >= 300) break
    answer = next
    if (next.isPending && !next.held) await pause(signal)
  }
  return answer
}
