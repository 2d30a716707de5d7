import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFailed, TestRunner } from 'vitest'
import { createDatabase } from '../database/database.ts'
import { until } from '../runs/until.ts'
import { freePort } from './free-port.ts'
import { SECRET_KEY } from './service.ts'

export const builtMain = fileURLToPath(new URL('../../../dist/bin/main.js', import.meta.url))

export type ServiceProcess = {
  url: string
  pid: number
  /** Standard output and standard error so far. */
  output(): string
  /** Resolves with the exit code. */
  exited(): Promise<number | null>
  /** kill -9: nothing gets a chance to say goodbye. */
  kill(): Promise<void>
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
}

/** How a command ended, and what it said, on standard error and in all. */
export type Ended = { code: number | null; output: string; errors: string }

type Options = {
  env?: Record<string, string>
  args?: string[]
  databaseUrl?: string | null
  port?: number
  /** Another bundle than that of this checkout. */
  main?: string
}

/** From Node 22 on, a start takes a third less if it finds what an earlier one compiled. */
const compiled = fileURLToPath(new URL('../../../dist/compiled', import.meta.url))

/** The clock and the zone of a test run that has others than this machine. */
export const movedTime = (): Record<string, string> => {
  const { NODE_OPTIONS, TZ } = process.env
  return { ...(NODE_OPTIONS !== undefined && { NODE_OPTIONS }), ...(TZ !== undefined && { TZ }) }
}

const cleanEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  HOME: process.env.HOME ?? '',
  NODE_COMPILE_CACHE: compiled,
  ...movedTime(),
})

const exited = async (child: ChildProcess): Promise<number | null> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

const SHOWN = 4000

/** A test that fails shows what its processes said last. */
const showIfFailed = (output: () => string): void => {
  if (TestRunner.getCurrentTest())
    onTestFailed(() => console.error(`A process of this test said: ${output().slice(-SHOWN)}`))
}

/** Runs `bindery` with these arguments and nothing else of this environment. */
const spawnBindery = (
  args: string[],
  env: Record<string, string>,
  main = builtMain,
): { child: ChildProcess; output(): string; errors(): string } => {
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [output, errors] = ['', '']
  child.stdout.on('data', chunk => {
    output += chunk
  })
  child.stderr.on('data', chunk => {
    output += chunk
    errors += chunk
  })
  showIfFailed(() => output)
  return { child, output: () => output, errors: () => errors }
}

const isReady = async (url: string): Promise<boolean> => {
  const response = await fetch(`${url}/readyz`).catch(() => null)
  return response?.status === 200
}

/** A start that fails, seen from outside. */
export const failedStart = async (env: Record<string, string>, args = ['serve']): Promise<Ended> => {
  const { child, output, errors } = spawnBindery(args, env)
  const code = await exited(child)
  return { code, output: output(), errors: errors() }
}

/** The compiled service as a process of its own, which may not work yet. */
export const spawnService = async ({
  env = {},
  args = ['serve'],
  databaseUrl,
  port,
  main,
}: Options = {}): Promise<ServiceProcess> => {
  const listenPort = port ?? (await freePort())
  const database =
    databaseUrl === undefined
      ? await createDatabase('SECRET_KEY' in env ? 'migrated' : 'started')
      : databaseUrl
  const settings = {
    PORT: String(listenPort),
    SECRET_KEY,
    ...(database !== null && { DATABASE_URL: database }),
    ...env,
  }
  const { child, output } = spawnBindery(args, settings, main)
  return {
    url: `http://127.0.0.1:${listenPort}`,
    pid: child.pid ?? 0,
    output,
    exited: () => exited(child),
    async kill() {
      child.kill('SIGKILL')
      await exited(child)
    },
    async stop() {
      child.kill('SIGTERM')
      return exited(child)
    },
  }
}

/** The same, once it is ready. */
export const startProcess = async (options: Options = {}): Promise<ServiceProcess> => {
  const service = await spawnService(options)
  let code: number | null | undefined
  void service.exited().then(ended => {
    code = ended
  })
  await until(
    async () => {
      if (code !== undefined) throw new Error(`the service ended: ${service.output()}`)
      return isReady(service.url)
    },
    { everyMs: 50 },
  )
  return service
}
