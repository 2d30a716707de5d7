import { setTimeout } from 'node:timers/promises'
import type { App } from '../../app.ts'
import { later, MINUTE } from '../../lib/clock.ts'

const CARRIERS_HAVE = 10 * MINUTE

type Question = { item: string; carrier: { id: string } }
type Kept = { item: string; carrier_id: string }

type Round<Q, A> = {
  questions: readonly Q[]
  /** Asks, and keeps the answer as soon as it comes. */
  ask(question: Q): Promise<void>
  /** What was kept so far. */
  answers(): Promise<A[]>
  signal: AbortSignal
}

type Asked = { submittedAt: Date | null; updatedAt: Date }

const isAnswered = ({ item, carrier }: Question, answers: readonly Kept[]): boolean =>
  answers.some(answer => answer.item === item && answer.carrier_id === carrier.id)

const timeLeft = (app: App, { submittedAt, updatedAt }: Asked): number =>
  later(submittedAt ?? updatedAt, CARRIERS_HAVE).getTime() - app.clock.now().getTime()

/** All side by side. One that fails is asked again by the next attempt; one that is silent is given up in time. */
const whileThereIsTime = async (milliseconds: number, asking: Promise<unknown>, signal: AbortSignal) => {
  const late = new AbortController()
  const patience = setTimeout(Math.max(0, milliseconds), undefined, {
    signal: AbortSignal.any([late.signal, signal]),
  }).catch(() => undefined)
  await Promise.race([asking, patience])
  late.abort()
}

/**
 * Answers are kept as they come, so that a crash never asks a carrier twice for what it has said. Throws, to be run
 * again, while somebody is silent and has time left; after that the silent are named.
 */
export const askAll = async <Q extends Question, A extends Kept>(
  app: App,
  asked: Asked,
  { questions, ask, answers: listed, signal }: Round<Q, A>,
): Promise<{ answers: A[]; silent: Q[] }> => {
  const kept = await listed()
  const open = questions.filter(question => !isAnswered(question, kept))
  await whileThereIsTime(timeLeft(app, asked), Promise.allSettled(open.map(ask)), signal)
  const answers = await listed()
  const silent = questions.filter(question => !isAnswered(question, answers))
  if (silent.length > 0 && timeLeft(app, asked) > 0)
    throw new Error(`${silent.length} of ${questions.length} carriers have not answered yet.`)
  return { answers, silent }
}
