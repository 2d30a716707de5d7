import { setTimeout } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { later, MINUTE } from '../../lib/clock.ts'

const CARRIERS_HAVE = 10 * MINUTE

type Asking = { item: string; carrier: { id: string } }
type Kept = { item: string; carrier_id: string }

type Round<Q, R> = {
  questions: readonly Q[]
  ask(question: Q): Promise<void>
  replies(): Promise<R[]>
  signal: AbortSignal
}

type Asked = { submittedAt: Date | null; updatedAt: Date }

const hasReply = ({ item, carrier }: Asking, replies: readonly Kept[]): boolean =>
  replies.some(reply => reply.item === item && reply.carrier_id === carrier.id)

export const answersDue = ({ submittedAt, updatedAt }: Asked): Date =>
  later(submittedAt ?? updatedAt, CARRIERS_HAVE)

const timeLeft = (app: App, asked: Asked): number => answersDue(asked).getTime() - app.clock.now().getTime()

const whileThereIsTime = async (milliseconds: number, asking: Promise<unknown>, signal: AbortSignal) => {
  const late = new AbortController()
  const patience = setTimeout(Math.max(0, milliseconds), undefined, {
    signal: AbortSignal.any([late.signal, signal]),
  }).catch(() => undefined)
  await Promise.race([asking, patience])
  late.abort()
}

/**
 * Asks all carriers in parallel and stores each reply on arrival, so a crash never repeats an answered
 * question. Throws, so that the job is retried, while a carrier still has time to answer.
 */
export const askAll = async <Q extends Asking, R extends Kept>(
  app: App,
  asked: Asked,
  { questions, ask, replies: listed, signal }: Round<Q, R>,
): Promise<{ replies: R[]; silent: Q[] }> => {
  const kept = await listed()
  const open = questions.filter(question => !hasReply(question, kept))
  await whileThereIsTime(timeLeft(app, asked), Promise.allSettled(open.map(ask)), signal)
  const replies = await listed()
  const silent = questions.filter(question => !hasReply(question, replies))
  if (silent.length > 0 && timeLeft(app, asked) > 0)
    throw new Error(`${silent.length} of ${questions.length} carriers have not answered yet.`)
  return { replies, silent }
}
