import type { ChildProcess } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { ConfigError } from '../../config.ts'
import { errorCode } from '../../lib/error-code.ts'
import { openAttachment } from './attachment.ts'
import { type Server, startServer } from './server.ts'

type Failure = { error: unknown; elapsedMs: number; silentMs: number; ownServerLives: boolean }
export type GiveUp = (failure: Failure) => boolean
export type Starter = { lives(): boolean; start(): Promise<void> }

export const SILENT_FOR_MS = 10_000
const ALTOGETHER_MS = 60_000
const POLLING_PAUSE_MS = 20
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 1000

const nobodyAnswers = (error: unknown): boolean =>
  ['ENOENT', 'ECONNREFUSED'].includes(String(errorCode(error)))
const startsOrStops = (error: unknown): boolean => /^57P0[123]$/.test(String(errorCode(error)))

export const outOfPatience: GiveUp = ({ error, elapsedMs, silentMs }) =>
  error instanceof ConfigError || silentMs > SILENT_FOR_MS || elapsedMs > ALTOGETHER_MS

export const createStarter = (
  server: Server,
  settings: string[],
  onStart: (pid: number | undefined) => void,
): Starter => {
  let child: ChildProcess | undefined
  return {
    lives: () => child?.pid !== undefined && child.exitCode === null && child.signalCode === null,
    async start() {
      child = await startServer(server, settings)
      onStart(child.pid)
    },
  }
}

/** Starts are spaced out, because after a crash the old server's remains can block a new one for a while. */
export const reach = async (server: Server, starter: Starter, giveUp: GiveUp): Promise<pg.Client> => {
  const since = performance.now()
  let pause = FIRST_PAUSE_MS
  let startAfter = since
  let heardAt = since

  const connectOrStart = async (): Promise<pg.Client> => {
    try {
      return await openAttachment(server)
    } catch (error) {
      if (nobodyAnswers(error) && !starter.lives() && performance.now() >= startAfter) {
        startAfter = performance.now() + pause
        await starter.start()
      }
      throw error
    }
  }

  for (;;) {
    try {
      return await connectOrStart()
    } catch (error) {
      const now = performance.now()
      const ownServerLives = starter.lives()
      if (startsOrStops(error)) heardAt = now
      if (giveUp({ error, elapsedMs: now - since, silentMs: now - heardAt, ownServerLives })) throw error
      await setTimeout(ownServerLives ? POLLING_PAUSE_MS : pause)
      if (!ownServerLives) pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}
