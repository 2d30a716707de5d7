import { LRUCache } from 'lru-cache'
import { type App, perService } from '../../../platform/app.ts'
import type { Answer } from '../../../platform/http/answer.ts'
import { MINUTE } from '../../../platform/lib/clock.ts'
import type { Intake } from './intakes.ts'
import { type IntakeHead, isHead } from './store.ts'

const MOST = 250

type CachedPoll = {
  owner: string | null
  head: Buffer
  mark: string
  goodUntil: Date | null
  answer: Answer<unknown>
}

const cacheOf = perService(() => new LRUCache<string, CachedPoll>({ max: MOST, ttl: MINUTE }))

export const cachedPoll = async <T>(
  app: App,
  { mark, ...whose }: Pick<IntakeHead, 'uid' | 'line' | 'owner'> & { mark: string },
): Promise<Answer<T> | null> => {
  const kept = cacheOf(app).get(whose.uid)
  if (
    !kept ||
    kept.owner !== whose.owner ||
    kept.mark !== mark ||
    (kept.goodUntil !== null && kept.goodUntil <= app.clock.now())
  )
    return null
  return (await isHead(app.db, { ...whose, audit_hash: kept.head })) ? (kept.answer as Answer<T>) : null
}

/** Only for a response that depends on nothing but the intake until `goodUntil`. */
export const cachePoll = (
  app: App,
  { uid, owner, head }: Pick<Intake<string, unknown>, 'uid' | 'owner' | 'head'>,
  { answer, mark, goodUntil }: Pick<CachedPoll, 'answer' | 'mark' | 'goodUntil'>,
): void => {
  cacheOf(app).set(uid, { owner, head: head.hash, mark, goodUntil, answer })
}
