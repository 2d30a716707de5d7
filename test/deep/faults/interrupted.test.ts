import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { connectionUrl } from '../../../src/platform/db/embedded/attachment.ts'
import { call } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { isAlive, pidFile, query, serverPid } from '../../support/servers/embedded-services.ts'
import { freePort } from '../../support/servers/free-port.ts'

const checkout = fileURLToPath(new URL('../../../', import.meta.url))

/** With a short name: PostgreSQL's socket is four folders further down. */
const emptyFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'in-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** In a process group of its own, like a command that was typed into a terminal. */
const typed = (args: string[], env: Record<string, string>): ChildProcess => {
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', args, {
    cwd: checkout,
    env: { PATH, HOME, ...env },
    stdio: 'ignore',
    detached: true,
  })
  onTestFinished(() => {
    signalGroup(child, 'SIGKILL')
  })
  return child
}

/** Ctrl-C reaches every process of the group at once, and npm passes it on to those below it. */
const signalGroup = (child: ChildProcess, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-Number(child.pid), signal)
  } catch {
    return false
  }
}

const interrupt = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  const gone = once(child, 'exit')
  signalGroup(child, signal)
  signalGroup(child, signal)
  await gone
  await until(() => !signalGroup(child, 0))
}

test.each([
  ['npm run dev', ['run', 'dev']],
  ['npm start', ['start']],
])('Ctrl-C ends the service and the PostgreSQL of %s', async (_, args) => {
  const dataDir = emptyFolder()
  const port = String(await freePort())
  const child = typed(args, { DATA_DIR: dataDir, PORT: port })
  await until(async () => (await call(`http://127.0.0.1:${port}/readyz`)).status === 200)
  const postgres = serverPid(dataDir)
  await interrupt(child, 'SIGINT')
  await expect(fetch(`http://127.0.0.1:${port}`)).rejects.toThrow()
  await until(() => !isAlive(postgres))
})

const inside = (folder: string, prefix: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter(name => name.startsWith(prefix))
        .map(name => join(folder, name))
    : []

/** The data folders of the run of tests that has this temporary folder. They are in memory if there is room. */
const dataDirsOf = (folder: string): string[] =>
  inside(folder, 'bindery-run-')
    .flatMap(run => [run, join('/dev/shm', basename(run))])
    .flatMap(home => inside(home, 'bindery-test-'))

/** Where a server listens is the fifth line that it writes there. */
const hasConnectionsOfTests = async (dataDir: string): Promise<boolean> => {
  const socketDir = String(readFileSync(pidFile(dataDir), 'utf8').split('\n')[4])
  const onTests = "select from pg_stat_activity where datname like 'test_%'"
  return (await query({ url: connectionUrl(socketDir, 'postgres') }, onTests)).rowCount !== 0
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'a run of tests that %s ends leaves no process and no folder',
  async signal => {
    const folder = emptyFolder()
    const child = typed(['test', '--', 'test/deep/faults/shared-clock.test.ts'], { TMPDIR: folder })
    const dataDir = await until(async () => {
      const [dataDir = ''] = dataDirsOf(folder)
      return (await hasConnectionsOfTests(dataDir)) && dataDir
    })
    const postgres = serverPid(String(dataDir))
    await interrupt(child, signal)
    await until(() => readdirSync(folder).length === 0 && !existsSync(String(dataDir)))
    await until(() => !isAlive(postgres))
  },
)
