import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { lchown, lstat, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ConfigError } from '../../config.ts'

export type Account = { uid: number; gid: number; prefix: readonly string[]; switchUser: boolean }

const IN_NAMESPACE = ['unshare', '--user', '--map-user=65534', '--map-group=65534']
const UNPRIVILEGED_USERS = ['postgres', 'nobody']

export const currentUid = (): number => process.getuid?.() ?? -1

const currentAccount = (): Account => ({
  uid: currentUid(),
  gid: process.getgid?.() ?? -1,
  prefix: [],
  switchUser: false,
})

// The server outlives this process, so it must not keep our secrets or obey our PG* variables.
const environment = (extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH,
  LC_ALL: 'C',
  TZ: 'UTC',
  ...extra,
})

const commandFor = (account: Account, program: string, args: readonly string[]) => {
  const [file = program, ...rest] = [...account.prefix, program, ...args]
  // Files report macOS's nobody as 4294967294; spawn expects the same bits as -2.
  const identity = account.switchUser ? { uid: account.uid | 0, gid: account.gid | 0 } : {}
  return { file, rest, identity }
}

export const runAs = async (account: Account, program: string, args: readonly string[]): Promise<void> => {
  const { file, rest, identity } = commandFor(account, program, args)
  await promisify(execFile)(file, rest, { cwd: '/', env: environment(), ...identity })
}

type Launch = {
  account: Account
  program: string
  args: readonly string[]
  logFd: number
  env: NodeJS.ProcessEnv
}

export const launchAs = ({ account, program, args, logFd, env }: Launch): ChildProcess => {
  const { file, rest, identity } = commandFor(account, program, args)
  const child = spawn(file, rest, {
    cwd: '/',
    env: environment(env),
    stdio: ['ignore', logFd, logFd],
    detached: true,
    ...identity,
  })
  child.on('error', () => {})
  child.unref()
  return child
}

const findUsers = async (names: readonly string[]): Promise<Account[]> => {
  const users = (await readFile('/etc/passwd', 'utf8').catch(() => ''))
    .split('\n')
    .map(line => line.split(':'))
  return names
    .map(name => users.find(([user]) => user === name))
    .filter(user => user !== undefined)
    .map(([, , uid, gid]) => ({
      uid: Number(uid) >>> 0,
      gid: Number(gid) >>> 0,
      prefix: [],
      switchUser: true,
    }))
}

const candidates = async (): Promise<Account[]> => {
  const current = currentAccount()
  if (current.uid !== 0) return [current]
  return [{ ...current, prefix: IN_NAMESPACE }, ...(await findUsers(UNPRIVILEGED_USERS))]
}

const firstLine = (error: unknown): string => {
  const { stderr, message } = error as { stderr?: string; message: string }
  return (stderr || message).trim().split('\n')[0] ?? ''
}

const cannotRun = (dataDir: string, refusals: string[]): ConfigError => {
  const reasons = refusals.join('; ')
  return new ConfigError(
    currentUid() === 0
      ? `PostgreSQL does not run as root, and neither unshare nor another user can run it in ${dataDir} (${reasons}): start as an ordinary user, choose a DATA_DIR that others may enter, or set DATABASE_URL.`
      : `The built-in PostgreSQL does not run on this machine (${reasons}): set DATABASE_URL to a PostgreSQL server of your own.`,
  )
}

export const chooseAccount = async (dataDir: string, program: string): Promise<Account> => {
  const refusals: string[] = []
  for (const account of await candidates()) {
    try {
      await runAs(account, '/bin/sh', ['-c', 'cd "$1" && exec "$2" --version', 'sh', dataDir, program])
      return account
    } catch (error) {
      refusals.push(firstLine(error))
    }
  }
  throw cannotRun(dataDir, refusals)
}

export const giveTo = async (account: Account, folder: string): Promise<void> => {
  if (currentUid() !== 0 || (await lstat(folder)).uid === account.uid) return
  const inside = await readdir(folder, { recursive: true })
  await Promise.all(inside.map(name => lchown(join(folder, name), account.uid, account.gid)))
  // The folder itself comes last, so an interrupted run is repeated.
  await lchown(folder, account.uid, account.gid)
}
