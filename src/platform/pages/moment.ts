import { AsyncLocalStorage } from 'node:async_hooks'
import { html } from 'hono/html'
import { keptFor } from '../lib/lazily.ts'
import type { Html } from './html.ts'

const zones = new AsyncLocalStorage<string>()

/** Times that `run` shows are in this time zone. Outside of it, all times are in UTC. */
export const tellingTimesIn = <T>(zone: string, run: () => T): T => zones.run(zone, run)

export const shownZone = (): string => zones.getStore() ?? 'UTC'

const clockOf = keptFor(
  (timeZone: string) =>
    new Intl.DateTimeFormat('en-US', {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
      timeZone,
    }),
)

export const momentWords = (at: Date): string => clockOf(shownZone()).format(at)

export const moment = (at: Date): Html => html`<time datetime="${at.toISOString()}">${momentWords(at)}</time>`
