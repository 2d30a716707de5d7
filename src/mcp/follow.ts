import type { FastifyInstance } from 'fastify'
import { pollAgain, type Speaker, type ToolAnswer } from './call-tool.ts'

const LOOK_EVERY_SECONDS = 2
const MOST_LOOKS = 25

export type Progress = { progress: number; total?: number; message: string }

const progressOf = ({ body }: ToolAnswer, look: number): Progress => {
  const { quoting, response_summary: summary } = body as {
    quoting?: { asked: number; answered: number }
    response_summary?: string
  }
  const message = summary ?? 'Still working.'
  return quoting ? { progress: quoting.answered, total: quoting.asked, message } : { progress: look, message }
}

/** While an answer is still to come, a client that asked for progress hears of it. */
export const follow = async (
  server: FastifyInstance,
  speaker: Speaker,
  { first, tell }: { first: ToolAnswer; tell: (progress: Progress) => Promise<void> },
): Promise<ToolAnswer> => {
  let answer = first
  for (let look = 1; answer.isPending && look <= MOST_LOOKS; look++) {
    await tell(progressOf(answer, look))
    const next = await pollAgain(server, speaker, answer, LOOK_EVERY_SECONDS)
    if (!next) return answer
    answer = next
  }
  return answer
}
