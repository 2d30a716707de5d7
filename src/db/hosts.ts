import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { SECOND } from '../lib/clock.ts'

export class NoPrimaryError extends Error {}

const ASKING_MS = 2 * SECOND

type Place = { host: string; port: number }

const askHost = async (url: string): Promise<Place> => {
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
    return { host: client.host, port: client.port }
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

  constructor(urls: readonly string[]) {
    this.#urls = urls
  }

  primary(): Promise<Place> {
    this.#found ??= Promise.any(this.#urls.map(askHost)).catch((error: AggregateError) => {
      this.#found = null
      throw reason(error, this.#urls)
    })
    return this.#found
  }

  readonly forget = (): void => {
    this.#found = null
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
