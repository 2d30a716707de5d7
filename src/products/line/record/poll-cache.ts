import { LRUCache } from 'lru-cache'
import { type App, perService } from '../../../platform/app.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { MINUTE } from '../../../platform/lib/clock.ts'
import type { Intake } from './intake.ts'
import { type IntakeHead, isHead } from './store.ts'

const MOST = 250

type CachedPoll = { owner: string | null; head: Buffer; goodUntil: Date | null; answer: Answer<unknown> }

const cacheOf = perService(() => new LRUCache<string, CachedPoll>({ max: MOST, ttl: MINUTE }))

export const cachedPoll = async <T>(
  app: App,
  whose: Pick<IntakeHead, 'uid' | 'line' | 'owner'>,
): Promise<Answer<T> | null> => {
  const kept = cacheOf(app).get(whose.uid)
  if (!kept || kept.owner !== whose.owner || (kept.goodUntil !== null && kept.goodUntil <= app.clock.now()))
    return null
  return (await isHead(app.db, { ...whose, audit_hash: kept.head })) ? (kept.answer as Answer<T>) : null
}

/** Only for a response that depends on nothing but the intake until `goodUntil`. */
export const cachePoll = (
  app: App,
  { uid, owner, head }: Pick<Intake<string, unknown>, 'uid' | 'owner' | 'head'>,
  { answer, goodUntil }: Pick<CachedPoll, 'answer' | 'goodUntil'>,
): void => {
  cacheOf(app).set(uid, { owner, head: head.hash, goodUntil, answer })
}
