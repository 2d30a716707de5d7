import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { completeIntake } from '../../test/support/people/homeowner-applications.ts'
import { bindAnswers, completeHousehold, yes } from '../../test/support/people/umbrella-applications.ts'

const PACE_MS = 700
const GIVEN_UP_MS = 40_000
const RETRY_MS = 500
const HELD_SECONDS = 10
/** A sandbox carrier that collects the premium itself, so that nothing waits for a person. */
const CARRIER = 'Marrowby'

const HOMES = '/api/agent/homeowners/quotes'

type Body = Record<string, unknown>
type Replica = { url: string }

const seenAs = (status: number, body: Body): string => `${status} ${body.error ?? ''}`.trim()

/** What was acknowledged, and when. Each call is repeated with its key until it is. */
export class Ledger {
  readonly #replicas: readonly Replica[]
  readonly #key: string
  #turn = 0
  #ending = false
  readonly homes = new Set<string>()
  readonly quoted = new Set<string>()
  readonly households = new Set<string>()
  readonly bound = new Set<string>()
  readonly writesAt: number[] = []
  readonly repeated = new Map<string, number>()
  readonly unexpected: string[] = []
  heldPolls = 0

  constructor(replicas: readonly Replica[], key: string) {
    this.#replicas = replicas
    this.#key = key
  }

  end(): void {
    this.#ending = true
  }

  async #send(path: string, body: object, headers: Record<string, string>): Promise<Body | null> {
    const { url = '' } = this.#replicas[this.#turn++ % this.#replicas.length] ?? {}
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${this.#key}`, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(GIVEN_UP_MS),
      })
      const told = (await answer.json()) as Body
      if (answer.status < 300) return told
      const seen = seenAs(answer.status, told)
      this.repeated.set(seen, (this.repeated.get(seen) ?? 0) + 1)
      if (answer.status !== 503 && told.error !== 'idempotency_in_progress')
        this.unexpected.push(`${new Date().toISOString()} ${path} ${seen} ${told.message ?? ''}`)
    } catch (error) {
      const { name } = error as Error
      this.repeated.set(name, (this.repeated.get(name) ?? 0) + 1)
      this.unexpected.push(`${new Date().toISOString()} ${path} ${name}`)
    }
    return null
  }

  async #until(path: string, body: object, headers: Record<string, string>): Promise<Body> {
    for (;;) {
      const told = await this.#send(path, body, headers)
      if (told) return told
      await setTimeout(RETRY_MS)
    }
  }

  async #write(path: string, body: object): Promise<Body> {
    await setTimeout(PACE_MS)
    const told = await this.#until(path, body, { 'idempotency-key': randomUUID() })
    this.writesAt.push(performance.now())
    return told
  }

  async #held(path: string, uid: unknown, status: string): Promise<Body> {
    for (;;) {
      const told = await this.#until(path, { uid }, { prefer: `wait=${HELD_SECONDS}` })
      this.heldPolls++
      if (told.status === status) return told
      await setTimeout(RETRY_MS)
    }
  }

  async #create(): Promise<unknown> {
    const { uid } = await this.#write(HOMES, { intake: completeIntake(), sandbox: true })
    this.homes.add(String(uid))
    return uid
  }

  async #home(): Promise<void> {
    const uid = await this.#create()
    await this.#write(HOMES, { uid, credit_check_authorized: true })
    await this.#held(HOMES, uid, 'quoted')
    this.quoted.add(String(uid))
  }

  async #household(): Promise<void> {
    const path = '/api/agent/umbrella'
    const intake = completeHousehold(bindAnswers())
    const { uid, review_token } = await this.#write(`${path}/draft`, { intake, sandbox: true })
    this.households.add(String(uid))
    await this.#write(`${path}/quotes`, { uid, review_token, review_confirmed: true })
    const { offers } = await this.#held(`${path}/status`, uid, 'quoted')
    const offer = (offers as { carrier: string; selection_token: string }[]).find(({ carrier }) =>
      carrier.includes(CARRIER),
    )
    await this.#write(`${path}/select`, {
      uid,
      selection_token: offer?.selection_token,
      selection_confirmed: true,
      credit_consent: yes,
    })
    await this.#write(`${path}/bind`, { uid, bind_confirmed: true })
    await this.#held(`${path}/status`, uid, 'bound')
    this.bound.add(String(uid))
  }

  /** Until `end`, and then to the end of what was begun. */
  async operate(): Promise<void> {
    // The others wait for jobs most of the time. This one tells how long no write was possible.
    const creates = async () => {
      while (!this.#ending) await this.#create()
    }
    const homes = async () => {
      while (!this.#ending) await this.#home()
    }
    const households = async () => {
      while (!this.#ending) await this.#household()
    }
    await Promise.all([creates(), homes(), households(), households()])
  }
}

export const longestGap = (moments: readonly number[], from: number): number => {
  const seen = [from, ...moments.filter(moment => moment >= from), performance.now()]
  return Math.max(...seen.slice(1).map((moment, at) => moment - (seen[at] ?? moment)))
}

/** Every call was repeated until it was acknowledged, so what is stored is what was acknowledged, once each. */
export const compare = async (
  ledger: Ledger,
  { DATABASE_URL, DATABASE_SCHEMA }: { DATABASE_URL: string; DATABASE_SCHEMA?: string },
) => {
  const client = new pg.Client({
    connectionString: DATABASE_URL,
    ...(DATABASE_SCHEMA && { options: `-c search_path=${DATABASE_SCHEMA}` }),
  })
  await client.connect()
  const uids = async (from: string): Promise<string[]> =>
    (await client.query<{ uid: string }>(`select uid from ${from}`)).rows.map(({ uid }) => uid)
  const checks: [what: string, acknowledged: ReadonlySet<string>, stored: string[]][] = [
    ['applications', new Set([...ledger.homes, ...ledger.households]), await uids('intakes')],
    ['quoted homes', ledger.quoted, await uids("intakes where line = 'homeowners' and status = 'quoted'")],
    ['orders', ledger.bound, await uids('bind_orders')],
    ['policies', ledger.bound, await uids('policies')],
  ]
  const { rows: jobs } = await client.query<{ count: number }>(
    `select count(*)::int as count from ${DATABASE_SCHEMA ?? 'graphile_worker'}.jobs where attempts >= max_attempts`,
  )
  await client.end()
  return {
    deadJobs: jobs[0]?.count ?? 0,
    rows: checks.map(([what, acknowledged, stored]) => {
      const kept = new Set(stored)
      return {
        what,
        acknowledged: acknowledged.size,
        lost: [...acknowledged].filter(uid => !kept.has(uid)).length,
        doubled: stored.length - kept.size + [...kept].filter(uid => !acknowledged.has(uid)).length,
      }
    }),
  }
}
