import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../test/support/runs/until.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { toolsFolder } from '../test/support/servers/tools.ts'

export type Running = { url: string; pid: number; stop(): Promise<void> }

const root = fileURLToPath(new URL('../', import.meta.url))

const stop = async (child: ChildProcess): Promise<void> => {
  child.kill('SIGTERM')
  await once(child, 'exit')
}

/** What is logged goes to a file that nobody sees, so that it costs what it costs a user. */
const withLogFile = (spawnTo: (log: number) => ChildProcess): ChildProcess => {
  const file = join(tmpdir(), `bindery-bench-${process.pid}-${performance.now()}.log`)
  const log = openSync(file, 'w')
  unlinkSync(file)
  const child = spawnTo(log)
  closeSync(log)
  return child
}

type Start = { args: string[]; env: Record<string, string>; port: number; answers: string; cwd?: string }

const start = async ({ args, env, port, answers, cwd = root }: Start): Promise<Running> => {
  const child = withLogFile(log =>
    spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', log, 'ignore'],
      env: { PATH: process.env.PATH, ...env },
    }),
  )
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url + answers)).status === 200, { withinMs: 60_000, everyMs: 5 })
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

/** The bundled service in its own process. `from` is the checkout it was built in. */
export const startServiceFrom = async (
  from: string,
  env: Record<string, string>,
  ...args: string[]
): Promise<Running> => {
  const port = await freePort()
  return start({
    cwd: from,
    // As `npm start` does.
    args: ['--max-semi-space-size=8', 'dist/bin/main.js', 'serve', ...args],
    env: { PORT: String(port), ...env },
    port,
    answers: '/readyz',
  })
}

export const startService = (env: Record<string, string>, ...args: string[]): Promise<Running> =>
  startServiceFrom(root, env, ...args)
/** `npm run dev`, without npm. */
export const startDev = async (env: Record<string, string>): Promise<Running> => {
  const port = await freePort()
  return start({
    args: ['--import', 'tsx', 'scripts/dev.mjs'],
    env: { PORT: String(port), ...env },
    port,
    answers: '/readyz',
  })
}

/** The baseline: a minimal server. */
export const startBare = async (file: string, ...args: string[]): Promise<Running> => {
  const port = await freePort()
  return start({
    args: ['--import', 'tsx', `bench/${file}`, String(port), ...args],
    env: {},
    port,
    answers: '/ready',
  })
}

/** Prism responds with the examples of our contract. */
export const startMock = async (): Promise<Running> => {
  const port = await freePort()
  const prism = `${await toolsFolder()}@stoplight/prism-cli/dist/index.js`
  return start({
    args: [prism, 'mock', 'contract/full.yaml', '--port', String(port), '--verboseLevel', 'silent'],
    env: {},
    port,
    answers: '/llms.txt',
  })
}
