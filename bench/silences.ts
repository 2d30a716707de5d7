import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { sevenCallsInShell } from '../src/doors/discovery/guides/umbrella-calls.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { onTerminal } from '../test/support/servers/on-terminal.ts'

/** What a person at a terminal waits, in seconds: in all, and longest without a word. */
export type Wait = { seconds: number; silence: number }

const LOOK_EVERY_MS = 20
const GIVE_UP_MS = 300_000

const watched = async (child: ChildProcess, isDone: () => boolean | Promise<boolean>): Promise<Wait> => {
  const begun = performance.now()
  let [heard, silence] = [begun, 0]
  const hear = () => {
    silence = Math.max(silence, performance.now() - heard)
    heard = performance.now()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  while (!(await isDone())) {
    if (performance.now() - begun > GIVE_UP_MS) throw new Error('It took longer than five minutes.')
    await setTimeout(LOOK_EVERY_MS)
  }
  hear()
  return { seconds: (performance.now() - begun) / 1000, silence: silence / 1000 }
}

const inTerminal = (env: Record<string, string>, ...command: string[]): ChildProcess => {
  const [program, words] = onTerminal(...command)
  return spawn(program, words, {
    stdio: 'pipe',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TERM: 'xterm', ...env },
  })
}

/** Starts the service as somebody at a terminal does, and stops it with Ctrl-C when `act` is done. */
export const startAtTerminal = async <T>(
  dataDir: string,
  options: readonly string[],
  act: (url: string) => Promise<T>,
): Promise<{ wait: Wait; done: T }> => {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const child = inTerminal(
    { DATA_DIR: dataDir, PORT: port, PUBLIC_URL: url },
    process.execPath,
    'dist/bin/main.js',
    'serve',
    ...options,
  )
  const ended = once(child, 'exit')
  const isReady = async () => (await fetch(`${url}/readyz`).catch(() => null))?.status === 200
  try {
    const wait = await watched(child, isReady)
    return { wait, done: await act(url) }
  } finally {
    child.stdin?.write('\u0003')
    await ended
  }
}

export const sevenCalls = async (url: string): Promise<Wait> => {
  const script = sevenCallsInShell(url)
    .map(([, code]) => code)
    .join('\n')
  const child = inTerminal({}, 'bash', '--norc', '-eo', 'pipefail', '-c', script)
  const wait = await watched(child, () => child.exitCode !== null)
  if (child.exitCode !== 0) throw new Error(`The seven calls ended with ${child.exitCode}.`)
  return wait
}
