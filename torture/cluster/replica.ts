import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../test/support/runs/until.ts'
import { freePort } from '../../test/support/servers/free-port.ts'

export const root = fileURLToPath(new URL('../../', import.meta.url))

export const SETTINGS = {
  PATH: process.env.PATH,
  SECRET_KEY: 'a secret that only this run knows and that is long enough',
  RATE_LIMITS: 'off',
  EMAIL_LIMITS: 'off',
  LOG_LEVEL: 'info',
}

/** The bundle as a process that writes its log to the folder. `from` is the checkout it was built in. */
export const startReplica = async (
  name: string,
  { folder, env, from = root }: { folder: string; env: Record<string, string>; from?: string },
) => {
  const port = await freePort()
  const output = openSync(join(folder, `${name}.log`), 'a')
  const child = spawn(process.execPath, ['dist/bin/main.js', 'serve'], {
    cwd: from,
    stdio: ['ignore', output, output],
    env: { ...SETTINGS, PORT: String(port), ...env },
  })
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${url}/readyz`)).status === 200, { withinMs: 120_000 })
  const lives = () => child.exitCode === null && child.signalCode === null
  return {
    url,
    lives,
    stop: async (): Promise<number | null> => {
      child.kill('SIGTERM')
      if (lives()) await once(child, 'exit')
      return child.exitCode
    },
  }
}

export type Replica = Awaited<ReturnType<typeof startReplica>>

export const auditVerifies = async (env: Record<string, string>): Promise<boolean> => {
  const child = spawn(process.execPath, ['dist/bin/main.js', 'audit', 'verify'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...SETTINGS, ...env },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}
