import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { attachEmbedded, type EmbeddedServer } from '../../../src/platform/db/embedded/attach.ts'
import { dataHome } from './data-home.ts'

type Identity = { uid?: number; gid?: number }
type Reachable = { url: string }

const attachModule = fileURLToPath(new URL('../../../src/platform/db/embedded/attach.ts', import.meta.url))
const checkout = fileURLToPath(new URL('../../..', import.meta.url))

const folders: string[] = []
const dataDirs = new Set<string>()
const attached: EmbeddedServer[] = []
const children: ChildProcess[] = []
let prepared = ''

export const isRoot = process.getuid?.() === 0
export const nobody = { uid: 65534, gid: 65534 }

/** A checkout in somebody's home folder is closed to others, and so may be Node itself. */
export const checkoutIsOpenToNobody = (): boolean =>
  isRoot && spawnSync(process.execPath, ['-e', `fs.readFileSync('${attachModule}')`], nobody).status === 0

export const emptyFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(dataHome(), 'bindery-embedded-')))
  folders.push(folder)
  return folder
}

/** A data folder that was used before and stopped cleanly, with a row in it: spares a test the initdb. */
export const usedFolder = (name = 'data'): string => {
  const folder = join(emptyFolder(), name)
  spawnSync('cp', ['-R', prepared, folder])
  return folder
}

export const attach = async (
  dataDir: string,
  log: (event: string) => void = () => {},
): Promise<EmbeddedServer> => {
  dataDirs.add(dataDir)
  const server = await attachEmbedded(dataDir, { postgresOptions: ['fsync=off'], log })
  attached.push(server)
  return server
}

/** A service in a process group of its own; SIGTERM stops it in good order. */
export const startService = async (dataDir: string, identity: Identity = {}) => {
  const script = `
    const { attachEmbedded } = await import('${attachModule}')
    const { url, detach } = await attachEmbedded(process.argv[1])
    process.on('SIGTERM', () => detach().then(() => process.exit()))
    process.stdout.write(url)
    setInterval(() => {}, 60_000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script, dataDir], {
    cwd: checkout,
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    ...identity,
  })
  children.push(child)
  const [url] = await once(child.stdout, 'data')
  return { child, url: String(url) }
}

export const signalGroup = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
  const gone = once(child, 'exit')
  process.kill(-child.pid, signal)
  await gone
}

export const query = async ({ url }: Reachable, sql: string): Promise<pg.QueryResult> => {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client.query(sql).finally(() => client.end().catch(() => {}))
}

export const writeRow = (server: Reachable): Promise<pg.QueryResult> =>
  query(server, "create table kept (word text); insert into kept values ('here')")

export const readRow = async (server: Reachable): Promise<string> =>
  (await query(server, 'select word from kept')).rows[0]?.word

export const pidFile = (dataDir: string): string => join(dataDir, 'postgres', 'postmaster.pid')

export const serverPid = (dataDir: string): number =>
  Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10)

export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Makes the folder that `usedFolder` copies; after each test no server and no folder is left. */
export const cleanUpAfterwards = (): void => {
  beforeAll(async () => {
    prepared = mkdtempSync(join(dataHome(), 'bindery-embedded-'))
    const server = await attachEmbedded(prepared)
    await writeRow(server)
    await server.detach()
  })

  afterEach(async () => {
    await Promise.all(attached.splice(0).map(server => server.detach()))
    await Promise.all(children.splice(0).map(child => signalGroup(child, 'SIGTERM')))
    for (const dataDir of dataDirs) {
      if (existsSync(pidFile(dataDir))) await (await attachEmbedded(dataDir)).detach()
    }
    dataDirs.clear()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  })

  afterAll(() => rmSync(prepared, { recursive: true }))
}
