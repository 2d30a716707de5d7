import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../support/database/database.ts'
import { call } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { freePort } from '../../support/servers/free-port.ts'
import { SECRET_KEY } from '../../support/servers/service.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

type Printed = { child: ChildProcess; output(): string; errors(): string }

const npmStart = (env: Record<string, string>): Printed => {
  const child = spawn('npm', ['start', '--silent'], {
    cwd: checkout,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    errors += chunk
  })
  return { child, output: () => output, errors: () => errors }
}

test('npm start passes SIGTERM to the service, ends with 0, and logs nothing but JSON lines', async () => {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const { child, output, errors } = npmStart({
    PORT: String(port),
    DATABASE_URL: await createDatabase(),
    SECRET_KEY,
  })
  onTestFinished(() => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {}
  })
  const ready = async () => (await call(`${url}/readyz`).catch(() => null))?.status === 200
  await until(ready, { withinMs: 60_000 })
  // The authorization server is loaded by the first call to it.
  expect((await call(`${url}/oauth2/register`, { body: {} })).status).toBe(400)
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  await expect(fetch(url)).rejects.toThrow()
  expect(errors()).not.toContain('oidc-provider')
  const lines = output().trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(JSON.parse(line)).toHaveProperty('msg')
})
