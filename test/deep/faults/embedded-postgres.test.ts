import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { attachEmbedded } from '../../../src/platform/db/embedded/attach.ts'
import { ensureLibraries } from '../../../src/platform/db/embedded/binaries.ts'
import { initialiseIfEmpty, socketDirFor } from '../../../src/platform/db/embedded/folders.ts'
import { scaled } from '../../support/runs/scale.ts'
import { until } from '../../support/runs/until.ts'
import {
  attach,
  checkoutIsOpenToNobody,
  cleanUpAfterwards,
  emptyFolder,
  isAlive,
  isRoot,
  nobody,
  pidFile,
  query,
  readRow,
  serverPid,
  signalGroup,
  startService,
  usedFolder,
  writeRow,
} from '../../support/servers/embedded-services.ts'

const ROUNDS = scaled(3, 20)

const openToNobody = checkoutIsOpenToNobody()

cleanUpAfterwards()

test('two services that start at once on an empty folder share one server, with an empty UTF-8 database, without a TCP port', async () => {
  const folder = join(emptyFolder(), 'not', 'there', 'yet')
  const [one, other] = await Promise.all([startService(folder), attach(folder)])
  const facts = `select current_database() as database, current_user as account, lower('É') as lower,
    current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding`
  expect((await query(one, facts)).rows).toEqual([
    { database: 'bindery', account: 'bindery', lower: 'é', addresses: '', encoding: 'UTF8' },
  ])
  await writeRow(one)
  expect(await readRow(other)).toBe('here')
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'run'])
})

test('in a folder that only its owner may enter, the first to detach leaves the server running, the last one stops it', async () => {
  const folder = usedFolder()
  for (const path of [join(folder, '..'), folder]) expect(statSync(path).mode & 0o777).toBe(0o700)
  const first = await attach(folder)
  expect((await query(first, 'show fsync')).rows).toEqual([{ fsync: 'off' }])
  const last = await attach(folder)
  const pid = serverPid(folder)

  await Promise.all([first.detach(), first.detach()])
  expect(await readRow(last)).toBe('here')
  await last.detach()
  await until(() => !isAlive(pid))
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log'])

  expect(await readRow(await attach(folder))).toBe('here')
})

test('a service that attaches while the last one stops the server ends up with a server', async () => {
  const folder = usedFolder()
  let current = await attach(folder)
  for (let round = 0; round < ROUNDS; round++) {
    const [next] = await Promise.all([attach(folder), current.detach()])
    expect(await readRow(next)).toBe('here')
    current = next
  }
})

// SIGINT to the group is what Ctrl-C in a terminal sends.
test('the server outlives services whose process groups get SIGKILL or SIGINT, and is found again with its rows', async () => {
  const folder = usedFolder()
  let pid: number | undefined
  for (const signal of ['SIGKILL', 'SIGINT'] as const) {
    const service = await startService(folder)
    pid ??= serverPid(folder)
    await query(service, `update kept set word = word || ', ${signal}'`)
    await signalGroup(service.child, signal)
  }
  expect(await readRow(await attach(folder))).toBe('here, SIGKILL, SIGINT')
  expect(serverPid(folder)).toBe(pid)
})

test('after kill -9 of the server it is back by itself, with its data and with all services attached', async () => {
  const folder = usedFolder()
  const events: string[] = []
  const one = await attach(folder, event => events.push(event))
  const other = await attach(folder, event => events.push(event))
  await query(one, "update kept set word = 'changed'")
  const killed = serverPid(folder)
  process.kill(killed, 'SIGKILL')
  await until(() => events.filter(event => event === 'embedded_postgres_back').length === 2)

  await one.detach()
  expect(await readRow(other)).toBe('changed')
  const pid = serverPid(folder)
  expect(pid).not.toBe(killed)
  await other.detach()
  await until(() => !isAlive(pid))
})

test('a detach right after the server was killed, or while it is being restarted, leaves no server behind', async () => {
  const folder = usedFolder()
  for (const moment of ['killed', 'embedded_postgres_lost', 'embedded_postgres_started']) {
    const events: string[] = []
    const server = await attach(folder, event => events.push(event))
    events.splice(0, events.length, 'killed')
    process.kill(serverPid(folder), 'SIGKILL')
    await until(() => events.includes(moment), { everyMs: 1 })
    await server.detach()
    await until(() => !existsSync(pidFile(folder)) || !isAlive(serverPid(folder)))
  }
})

test('a leftover lock file does not block the start: its process is dead, a stranger, or was never written', async () => {
  const folder = usedFolder()
  const first = await attach(folder)
  const [, ...rest] = readFileSync(pidFile(folder), 'utf8').split('\n')
  await first.detach()

  const pids = [spawnSync('true').pid, process.pid, process.ppid]
  for (const text of [...pids.map(pid => [pid, ...rest].join('\n')), '']) {
    mkdirSync(join(folder, 'run'))
    for (const file of [pidFile(folder), join(folder, 'run', '.s.PGSQL.5432.lock')]) {
      writeFileSync(file, text)
      utimesSync(file, new Date(0), new Date(0))
    }
    const server = await attach(folder)
    expect(await readRow(server)).toBe('here')
    await server.detach()
  }
})

test('a data folder with a path too long for a socket works, also with quotes and spaces in it; a socket folder of somebody else is refused', async () => {
  const dataDir = usedFolder(`long "and', ${'x'.repeat(120)}`)
  const socketDir = socketDirFor(dataDir)
  if (isRoot) {
    mkdirSync(socketDir)
    chownSync(socketDir, nobody.uid, nobody.gid)
    await expect(attachEmbedded(dataDir)).rejects.toThrow('must be a folder of the user that runs Bindery')
    rmSync(socketDir, { recursive: true })
  }
  const one = await attach(dataDir)
  const other = await attach(dataDir)
  expect(socketDir.startsWith(tmpdir())).toBe(true)
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
  expect(await readRow(other)).toBe('here')
  await Promise.all([one.detach(), other.detach()])
  expect(existsSync(socketDir)).toBe(false)
})

test('a folder that holds something else is left alone and reported in one sentence, before anything is set up', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'postgres'))
  writeFileSync(join(folder, 'postgres', 'something-else'), '')
  await expect(attachEmbedded(folder)).rejects.toThrow(/^PostgreSQL could not set up .*not empty/)
  const { uid, gid } = statSync(folder)
  const account = { uid, gid, prefix: [], switchUser: false }
  const cluster = { dataDir: folder, pgdata: join(folder, 'postgres'), account, initdb: '/no/such/program' }
  await expect(initialiseIfEmpty(cluster)).rejects.toThrow('not empty')
  expect(readdirSync(join(folder, 'postgres'))).toEqual(['something-else'])
})

test('library links that npm did not make are made, or missed in one sentence', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'native'))
  mkdirSync(join(folder, 'scripts'))
  const link = { source: 'native/libpq.so.5.18', target: 'native/libpq.so.5' }
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify([link]))
  writeFileSync(join(folder, link.source), 'library')
  const script = join(folder, 'scripts', 'hydrate-symlinks.js')

  writeFileSync(script, '// like the real one in a folder that is not writable: nothing happens')
  await expect(ensureLibraries(folder)).rejects.toThrow('is not writable. Run "npm rebuild')
  writeFileSync(script, `require('fs').symlinkSync('libpq.so.5.18', '${link.target}')`)
  await ensureLibraries(folder)
  expect(readFileSync(join(folder, link.target), 'utf8')).toBe('library')
})

test('on a machine without a PostgreSQL package the error says to set DATABASE_URL', async () => {
  const arch = Object.getOwnPropertyDescriptor(process, 'arch') as PropertyDescriptor
  onTestFinished(() => void Object.defineProperty(process, 'arch', arch))
  Object.defineProperty(process, 'arch', { ...arch, value: 'abacus' })
  // The platform is read when the module is loaded, so it is loaded a second time.
  const again = '../../../src/platform/db/embedded/binaries.ts?again'
  const { findBinaries } = await import(again)
  await expect(findBinaries()).rejects.toThrow(
    /^There is no built-in PostgreSQL for \w+-abacus .* set DATABASE_URL/,
  )
})

test.runIf(openToNobody)('an ordinary user can use a folder of its own', async () => {
  const folder = emptyFolder()
  chownSync(folder, nobody.uid, nobody.gid)
  const service = await startService(folder, nobody)
  await writeRow(service)
  expect(statSync(join(folder, 'postgres')).uid).toBe(nobody.uid)
  const pid = serverPid(folder)
  await signalGroup(service.child, 'SIGTERM')
  await until(() => !isAlive(pid))
})

test.runIf(openToNobody)(
  'root without unshare uses another account, and takes the folder back later',
  async () => {
    const folder = emptyFolder()
    const path = process.env.PATH
    try {
      process.env.PATH = emptyFolder()
      await expect(attachEmbedded(folder)).rejects.toThrow(
        /^PostgreSQL does not run as root.*DATABASE_URL\.$/,
      )
      chmodSync(folder, 0o711)
      const server = await attach(folder)
      await writeRow(server)
      expect(statSync(join(folder, 'postgres')).uid).not.toBe(0)
      await server.detach()
    } finally {
      process.env.PATH = path
    }
    expect(await readRow(await attach(folder))).toBe('here')
    expect(statSync(join(folder, 'postgres', 'base')).uid).toBe(0)
  },
)
