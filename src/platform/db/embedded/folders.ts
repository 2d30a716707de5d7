import { createHash } from 'node:crypto'
import { access, chmod, lstat, mkdir, mkdtemp, open, readdir, realpath, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError } from '../../config.ts'
import { type Account, currentUid, giveTo, runAs } from './account.ts'

export const PORT = 5432
export const SUPERUSER = 'bindery'

const DRAFT = 'postgres.init-'
// The kernel's limit is 103 bytes on macOS and 107 on Linux.
const LONGEST_SOCKET_PATH = 100

export const openDataDir = async (dataDir: string): Promise<string> => {
  try {
    await mkdir(dataDir, { recursive: true, mode: currentUid() === 0 ? 0o711 : 0o700 })
    return await realpath(dataDir)
  } catch (cause) {
    throw new ConfigError(`DATA_DIR ${dataDir} cannot be made or opened: choose another folder.`, { cause })
  }
}

const fits = (folder: string): boolean =>
  Buffer.byteLength(join(folder, `.s.PGSQL.${PORT}`)) < LONGEST_SOCKET_PATH

export const socketDirFor = (dataDir: string): string => {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder = [join(dataDir, 'run'), join(tmpdir(), `bindery-${name}`)].find(fits)
  if (folder) return folder
  throw new ConfigError(
    `DATA_DIR ${dataDir} is too long for a socket, and so is TMPDIR: shorten one of them.`,
  )
}

/** The folder's owner could impersonate PostgreSQL, so check it before connecting. */
export const claimSocketDir = async (folder: string, account: Account): Promise<void> => {
  await mkdir(folder, { mode: 0o700 }).catch(error => {
    if (error.code === 'EEXIST') return
    throw new ConfigError(`${folder} cannot be made (${error.code}): choose another DATA_DIR.`, {
      cause: error,
    })
  })
  const facts = await lstat(folder).catch(() => undefined)
  if (!facts) return claimSocketDir(folder, account)
  if (!facts.isDirectory() || ![currentUid(), account.uid].includes(facts.uid)) {
    throw new ConfigError(
      `${folder} must be a folder of the user that runs Bindery, for PostgreSQL's socket: remove it, become that user, or choose another DATA_DIR.`,
    )
  }
  if ((facts.mode & 0o777) !== 0o700) await chmod(folder, 0o700)
}

const isInitialised = (pgdata: string): Promise<boolean> =>
  access(join(pgdata, 'PG_VERSION')).then(
    () => true,
    () => false,
  )

export const hasEmbedded = (dataDir: string): Promise<boolean> => isInitialised(join(dataDir, 'postgres'))

/** The rename that moves PG_VERSION here moves all other files too. */
const holdsSomethingElse = async (pgdata: string): Promise<boolean> => {
  const names = await readdir(pgdata).catch((): string[] => [])
  return names.length > 0 && !names.includes('PG_VERSION')
}

const remove = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})

const removeDrafts = async (dataDir: string): Promise<void> => {
  const drafts = (await readdir(dataDir)).filter(name => name.startsWith(DRAFT))
  await Promise.all(drafts.map(name => remove(join(dataDir, name))))
}

const makeDurable = async (folder: string): Promise<void> => {
  const handle = await open(folder)
  await handle.sync().finally(() => handle.close())
}

type Cluster = { dataDir: string; pgdata: string; account: Account; initdb: string }

const initialise = async ({ dataDir, pgdata, account, initdb }: Cluster, draft: string): Promise<void> => {
  const words = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  await giveTo(account, draft)
  await runAs(account, initdb, ['-D', draft, '--auth=trust', '-U', SUPERUSER, ...words])
  await rename(draft, pgdata)
  await makeDurable(dataDir)
}

/** Several services may prepare drafts. The one that wins the rename deletes them all, so the others may fail. */
export const initialiseIfEmpty = async (cluster: Cluster): Promise<boolean> => {
  const { dataDir, pgdata } = cluster
  if (await isInitialised(pgdata)) return false
  if (await holdsSomethingElse(pgdata))
    throw new ConfigError(
      `PostgreSQL could not set up ${pgdata}: the folder is not empty and holds no database. Move its files elsewhere, or choose another DATA_DIR.`,
    )
  const draft = await mkdtemp(join(dataDir, DRAFT))
  try {
    await initialise(cluster, draft)
  } catch (cause) {
    await remove(draft)
    if (await isInitialised(pgdata)) return false
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(`PostgreSQL could not set up ${pgdata} (${reason.trim()}).`, { cause })
  }
  await removeDrafts(dataDir)
  return true
}
