import { type ChildProcess, execFile } from 'node:child_process'
import { open, readFile, rmdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Account, chooseAccount, giveTo, launchAs, runAs } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { claimSocketDir, openDataDir, PORT, socketDirFor } from './folders.ts'

export type Server = {
  dataDir: string
  pgdata: string
  socketDir: string
  logFile: string
  binaries: Binaries
  account: Account
}

const EMPTY_LOCK_IS_STALE_AFTER_MS = 2000
const STOPPING_FOR_MS = 60_000

export const openServer = async (folder: string): Promise<Server> => {
  const dataDir = await openDataDir(folder)
  const binaries = await findBinaries()
  const account = await chooseAccount(dataDir, binaries.initdb)
  const socketDir = socketDirFor(dataDir)
  await claimSocketDir(socketDir, account)
  const pgdata = join(dataDir, 'postgres')
  return { dataDir, pgdata, socketDir, logFile: join(dataDir, 'postgres.log'), binaries, account }
}

const pidFile = ({ pgdata }: Server): string => join(pgdata, 'postmaster.pid')

const lockFiles = (server: Server): string[] => [
  pidFile(server),
  join(server.socketDir, `.s.PGSQL.${PORT}.lock`),
]

// An empty lock file, left by a power cut, keeps PostgreSQL from starting. A live server fills its own at once.
const removeIfLongEmpty = async (file: string): Promise<void> => {
  const facts = await stat(file).catch(() => undefined)
  if (facts?.size !== 0 || Date.now() - facts.mtimeMs < EMPTY_LOCK_IS_STALE_AFTER_MS) return
  await unlink(file).catch(() => {})
}

const commandLine = async (pid: number): Promise<string> => {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8')
  return (await promisify(execFile)('ps', ['-o', 'args=', '-p', String(pid)])).stdout
}

const pidIn = async (file: string): Promise<number | undefined> => {
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  return pid > 0 ? pid : undefined
}

const isOurServer = async (pid: number, { pgdata }: Server): Promise<boolean> =>
  (await commandLine(pid).catch(() => '')).includes(pgdata)

/** After a reboot the PID in a lock file is often another program's. A wrong guess here cannot start a second server. */
const passOverStranger = async (server: Server): Promise<NodeJS.ProcessEnv> => {
  const [dataLock, socketLock] = await Promise.all(lockFiles(server).map(pidIn))
  const pid = dataLock ?? socketLock
  return pid === undefined || (await isOurServer(pid, server)) ? {} : { PG_GRANDPARENT_PID: String(pid) }
}

const quoted = (folder: string): string => `"${folder.replaceAll('"', '""')}"`

const serverArguments = ({ pgdata, socketDir }: Server, ownSettings: string[]): string[] => {
  const settings = [
    `port=${PORT}`,
    'listen_addresses=',
    `unix_socket_directories=${quoted(socketDir)}`,
    // Failed statements can contain personal data, so they stay out of this file.
    'log_min_messages=log',
    'log_checkpoints=off',
    ...ownSettings,
  ]
  return ['-D', pgdata, ...settings.flatMap(setting => ['-c', setting])]
}

export const startServer = async (server: Server, settings: string[]): Promise<ChildProcess> => {
  const { account, pgdata, socketDir, binaries, logFile } = server
  await claimSocketDir(socketDir, account)
  await Promise.all([pgdata, socketDir].map(folder => giveTo(account, folder)))
  await Promise.all(lockFiles(server).map(removeIfLongEmpty))
  const env = await passOverStranger(server)
  const args = serverArguments(server, settings)
  const log = await open(logFile, 'a', 0o600)
  try {
    return launchAs({ account, program: binaries.postgres, args, logFd: log.fd, env })
  } finally {
    await log.close()
  }
}

/** pg_ctl keeps waiting if another service starts the next server, because it only checks for a lock file. */
export const stopServer = async (server: Server): Promise<void> => {
  const { account, binaries, pgdata, socketDir } = server
  const pid = await pidIn(pidFile(server))
  if (pid === undefined) return
  await runAs(account, binaries.pgCtl, ['stop', '-D', pgdata, '-m', 'fast', '-W'])
  const deadline = performance.now() + STOPPING_FOR_MS
  while ((await pidIn(pidFile(server))) === pid && (await isOurServer(pid, server))) {
    if (performance.now() > deadline) throw new Error(`PostgreSQL (PID ${pid}) does not stop.`)
    await setTimeout(10)
  }
  await rmdir(socketDir).catch(() => {})
}

export const lastComplaint = async ({ logFile }: Server): Promise<string> => {
  const lines = (await readFile(logFile, 'utf8').catch(() => '')).trim().split('\n')
  return lines.findLast(line => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? ''
}
