import { LRUCache } from 'lru-cache'
import { type App, perService } from '../../app.ts'
import type { Answer } from '../../http/answer.ts'
import { MINUTE } from '../../lib/clock.ts'
import type { Intake } from './intake.ts'
import { type IntakeHead, isHead } from './store.ts'

const MOST = 250

type Kept = { head: Buffer; goodUntil: Date | null; answer: Answer<unknown> }

const keptAnswers = perService(() => new LRUCache<string, Kept>({ max: MOST, ttl: MINUTE }))

/**
 * What the last poll was told, if the intake is still theirs and as it was: the head of its audit chain moves with
 * everything that changes it. One small select, and nothing is opened, built and written again.
 */
export const keptAnswer = async <T>(
  app: App,
  whose: Pick<IntakeHead, 'uid' | 'line' | 'owner'>,
): Promise<Answer<T> | null> => {
  const kept = keptAnswers(app).get(whose.uid)
  if (!kept || (kept.goodUntil !== null && kept.goodUntil <= app.clock.now())) return null
  return (await isHead(app.db, { ...whose, audit_hash: kept.head })) ? (kept.answer as Answer<T>) : null
}

/** Only for an answer that nothing but the intake decides, and the time when it names a moment. */
export const keepAnswer = (
  app: App,
  { uid, head }: Pick<Intake<string, unknown>, 'uid' | 'head'>,
  { answer, goodUntil }: Pick<Kept, 'answer' | 'goodUntil'>,
): void => {
  keptAnswers(app).set(uid, { head: head.hash, goodUntil, answer })
}
