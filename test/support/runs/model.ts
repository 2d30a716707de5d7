import fc, { type Arbitrary } from 'fast-check'
import { expect } from 'vitest'
import type { App } from '../../../src/platform/app.ts'
import { chainProblem } from '../../../src/platform/audit/chain.ts'
import { listEntries } from '../../../src/platform/audit/store.ts'
import { isLockTimeout } from '../../../src/platform/db/database.ts'
import type { IntakeRow } from '../../../src/products/line/record/store.ts'
import { query } from '../database/database.ts'
import type { Answer } from '../people/client.ts'
import type { TestService } from '../servers/service.ts'
import { until } from './until.ts'

/** How a job is told that it runs. */
export const jobFacts = { attempt: 1, lastAttempt: false, signal: new AbortController().signal }

export const revisionOf = async ({ databaseUrl }: TestService, uid: string): Promise<number> => {
  const [row] = await query<{ revision: number }>(
    databaseUrl,
    'select revision from intakes where uid = $1',
    [uid],
  )
  return row?.revision ?? 0
}

/** An app that has only so many random numbers: the code that draws one more dies in the middle of its writes. */
export const dying = ({ app }: TestService, draws: number): App => {
  let drawn = 0
  const below = (limit: number) => {
    if (++drawn > draws) throw new Error('killed')
    return app.random.below(limit)
  }
  return { ...app, random: { below } }
}

/** A model's step may be refused, and that is all that may go wrong. */
export const ALLOWED = [200, 202, 400, 409, 503]

export const allowed = ({ log }: TestService, answer: Answer): Answer => {
  if (ALLOWED.includes(answer.status)) return answer
  throw new Error(`${answer.status} ${answer.text} ${log.filter(line => line.includes('failed')).at(-1)}`)
}

/** A caller that is told to come back later does. */
export const begun = (begin: () => Promise<Answer>): Promise<Answer> =>
  until(
    async () => {
      const answer = await begin()
      return answer.body.uid ? answer : null
    },
    { withinMs: 120_000 },
  ) as Promise<Answer>

/** As the worker does, runs a job again that waited too long for a row. */
export const patiently = async (job: () => Promise<void>): Promise<void> => {
  try {
    await job()
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await patiently(job)
  }
}

type Playing<T> = { count: number; atOnce: number; first?: readonly T[] }

/** Plays random sequences, some of them at the same time, after those that must be among them. */
export const playAll = async <T>(
  sequence: Arbitrary<T>,
  { count, atOnce, first = [] }: Playing<T>,
  play: (one: T, place: number) => Promise<void>,
): Promise<void> => {
  const sequences = [...first, ...fc.sample(sequence, count - first.length)].entries()
  const player = async () => {
    for (const [place, one] of sequences) await play(one, place)
  }
  await Promise.all(Array.from({ length: atOnce }, player))
}

/** Every intake, its chain found whole and its state the one that `replayed` makes of the recorded events. */
export const checkedIntakes = async <S extends string>(
  { app, databaseUrl }: TestService,
  replayed: (events: readonly string[]) => S,
): Promise<{ status: S; consent_id: string | null }[]> => {
  const rows = await query<IntakeRow>(databaseUrl, 'select * from intakes')
  const intakes: { status: S; consent_id: string | null }[] = []
  for (const { uid, consent_id, audit_seq: seq, audit_hash: hash, audit_mac: mac, ...row } of rows) {
    const entries = await listEntries(app.db, uid)
    expect(chainProblem(app.sealer, { uid, head: { seq, hash, mac }, entries })).toBeNull()
    const status = replayed(entries.map(({ event }) => event))
    expect(status).toBe(row.status)
    intakes.push({ status, consent_id })
  }
  return intakes
}
