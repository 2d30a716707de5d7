import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../src/platform/config.ts'
import { createLog } from '../src/platform/lib/log.ts'
import { startService } from '../src/service.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { movableClock } from '../test/support/servers/movable-clock.ts'
import type { TestService } from '../test/support/servers/service.ts'

type Start = { env?: Record<string, string>; ago?: number }

/** A service with its own database and a clock that can be moved, for as long as `work` takes. */
export const withOwnService = async (
  { env = {}, ago = 0 }: Start,
  work: (service: TestService) => Promise<void>,
): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'bindery-screens-'))
  const port = await freePort()
  const config = readConfig({
    PORT: String(port),
    DATA_DIR: folder,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    ...env,
  })
  const clock = movableClock()
  clock.pass(-ago)
  const log: string[] = []
  const { app, drain, stop } = await startService({
    config,
    clock,
    log: createLog('error', { write: line => log.push(line) }),
  })
  try {
    const databaseUrl = String(app.config.databaseUrl)
    await work({
      url: config.publicUrl,
      databaseUrl,
      app,
      log,
      pass: clock.pass,
      stopClock: clock.stop,
      drain,
      stop,
    })
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
}
