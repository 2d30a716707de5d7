import type { EventEmitter } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'

export class NoPrimaryError extends Error {}

const ASKING_MS = 2 * SECOND
/** A leader that was replaced while its host was paused still takes writes for a moment after it wakes up. */
const FOR_A_SECOND_LEADER_MS = SECOND / 4

type Place = { host: string; port: number }
type Leader = Place & { timeline: number }

/** PostgreSQL counts up with each promotion. 0: a service that hides its log. */
const timelineOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client
    .query<{ file: string }>('select pg_walfile_name(pg_current_wal_lsn()) as file')
    .catch(() => ({ rows: [] }))
  return Number.parseInt(rows[0]?.file.slice(0, 8) ?? '0', 16)
}

const askHost = async (url: string): Promise<Leader> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'bindery-primary',
    connectionTimeoutMillis: ASKING_MS,
    query_timeout: ASKING_MS,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ standby: string }>(
      "select current_setting('transaction_read_only') as standby",
    )
    if (rows[0]?.standby !== 'off') throw new NoPrimaryError('is read-only')
    return { host: client.host, port: client.port, timeline: await timelineOf(client) }
  } finally {
    client.end().catch(() => undefined)
  }
}

const REFUSED = /^(28|3D)/

/** A wrong password is reported rather than the silence of the other servers: it ends the start. */
const reason = ({ errors }: AggregateError, urls: readonly string[]): unknown =>
  errors.find(({ code }: { code?: string }) => REFUSED.test(String(code))) ??
  new NoPrimaryError(
    `None of the ${urls.length} database servers takes writes (${errors.map(({ message }) => message).join('; ')}).`,
  )

export class Hosts {
  readonly #urls: readonly string[]
  #found: Promise<Place> | null = null
  #newestTimeline = 0

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  primary(): Promise<Place> {
    this.#found ??= this.#newestLeader().catch((error: unknown) => {
      this.#found = null
      throw error
    })
    return this.#found
  }

  readonly forget = (): void => {
    this.#found = null
  }

  async #newestLeader(): Promise<Place> {
    const asked = this.#urls.map(askHost)
    const first = await Promise.any(asked).catch((error: AggregateError) => {
      throw reason(error, this.#urls)
    })
    const patience = setTimeout(FOR_A_SECOND_LEADER_MS, first, { ref: false })
    const leaders = await Promise.all(asked.map(one => Promise.race([one.catch(() => first), patience])))
    const newest = leaders.reduce((best, one) => (one.timeline > best.timeline ? one : best), first)
    if (newest.timeline < this.#newestTimeline)
      throw new NoPrimaryError(
        `${newest.host} takes writes on timeline ${newest.timeline}, but a leader was promoted to ${this.#newestTimeline}.`,
      )
    this.#newestTimeline = newest.timeline
    return { host: newest.host, port: newest.port }
  }
}

type Base = new (config: pg.ClientConfig) => pg.Client
type Connected = (error?: Error | null) => void

export const roaming = (Client: Base, hosts: Hosts): Base =>
  class extends Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's own method, with a promise or a callback.
    override connect(...[connected]: any[]): any {
      if (connected) return this.#connect(connected as Connected)
      return new Promise<void>((resolve, reject) => {
        this.#connect(error => (error ? reject(error) : resolve()))
      })
    }

    #connect(connected: Connected): void {
      ;(this as EventEmitter).on('error', hosts.forget).on('useless', hosts.forget)
      hosts.primary().then(place => {
        Object.assign(this, place)
        super.connect((error: Error | null) => {
          if (error) hosts.forget()
          connected(error)
        })
      }, connected)
    }
  }
