import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { getKey } from '../test/support/people/client.ts'
import { until } from '../test/support/runs/until.ts'
import { freePort } from '../test/support/servers/free-port.ts'
import { Ledger } from './cluster/ledger.ts'
import { auditVerifies, startReplica } from './cluster/replica.ts'

/**
 * A drill: a backup and the WAL since then become a new server at a moment in between. What was acknowledged before that
 * moment is there, what came later is not, and the audit chains hold.
 */
const LOAD_MS = 8000
const [newest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
const bin = `/usr/lib/postgresql/${newest}/bin`
const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

const folder = mkdtempSync(join(tmpdir(), 'bindery-recovery-'))
const mine = (name: string): string => {
  const made = join(folder, name)
  mkdirSync(made, { mode: 0o700 })
  chownSync(made, idOf('-u'), idOf('-g'))
  return made
}
chmodSync(folder, 0o755)
const asPostgres = (command: string, ...args: string[]): void => {
  const become = ['--reuid=postgres', '--regid=postgres', '--init-groups', join(bin, command), ...args]
  execFileSync('setpriv', become, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' })
}

const archive = mine('archive')
const sockets = mine('sockets')
const start = async (data: string) => {
  const port = await freePort()
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${sockets}`
  asPostgres(
    'pg_ctl',
    '-D',
    data,
    '-l',
    join(sockets, `${port}.log`),
    '-o',
    settings,
    '-w',
    '-t',
    '120',
    'start',
  )
  return {
    port,
    url: (name: string) => `postgresql://postgres@127.0.0.1:${port}/${name}`,
    stop: (mode: 'fast' | 'immediate') => asPostgres('pg_ctl', '-D', data, '-m', mode, '-w', 'stop'),
  }
}
const ask = async <T extends object>(url: string, text: string): Promise<T[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<T>(text)
  await client.end()
  return rows
}

const data = join(mine('server'), 'data')
asPostgres('initdb', '-D', data, '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '-U', 'postgres')
appendFileSync(
  join(data, 'postgresql.conf'),
  `\narchive_mode = on\narchive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'\narchive_timeout = 60\n`,
)
const server = await start(data)
await ask(server.url('postgres'), 'create database bindery')
const replica = await startReplica('service', { folder, env: { DATABASE_URL: server.url('bindery') } })
const key = await getKey(replica.url, 'operator@example.com')
const load = async (): Promise<Ledger> => {
  const ledger = new Ledger([replica], key)
  const operating = ledger.operate()
  await setTimeout(LOAD_MS)
  ledger.end()
  await operating
  return ledger
}

const beforeBackup = await load()
const restored = join(mine('restored'), 'data')
asPostgres(
  'pg_basebackup',
  '-h',
  '127.0.0.1',
  '-p',
  String(server.port),
  '-U',
  'postgres',
  '-D',
  restored,
  '-X',
  'none',
  '-c',
  'fast',
)
const beforeMoment = await load()
const [moment] = await ask<{ now: string }>(server.url('bindery'), 'select clock_timestamp()::text as now')
const afterMoment = await load()
await replica.stop()
await ask(server.url('bindery'), 'select pg_switch_wal()')
await until(
  async () => {
    const [archived] = await ask<{ done: boolean }>(
      server.url('bindery'),
      'select last_archived_wal >= pg_walfile_name(pg_current_wal_lsn() - 16777216) as done from pg_stat_archiver',
    )
    return archived?.done
  },
  { withinMs: 60_000, everyMs: 500 },
)
server.stop('immediate')
rmSync(data, { recursive: true })

const began = performance.now()
writeFileSync(join(restored, 'recovery.signal'), '')
chownSync(join(restored, 'recovery.signal'), idOf('-u'), idOf('-g'))
appendFileSync(
  join(restored, 'postgresql.conf'),
  [
    `archive_mode = off`,
    `restore_command = 'cp ${archive}/%f %p'`,
    `recovery_target_time = '${moment?.now}'`,
    `recovery_target_action = 'promote'`,
    '',
  ].join('\n'),
)
const again = await start(restored)
await until(
  async () => {
    const [state] = await ask<{ standby: boolean }>(
      again.url('bindery'),
      'select pg_is_in_recovery() as standby',
    )
    return state?.standby === false
  },
  { withinMs: 120_000, everyMs: 500 },
)
const tookMs = performance.now() - began
const stored = new Set(
  (await ask<{ uid: string }>(again.url('bindery'), 'select uid from intakes')).map(({ uid }) => uid),
)
const acknowledged = ({ homes, households }: Ledger): string[] => [...homes, ...households]
const wanted = [beforeBackup, beforeMoment].flatMap(acknowledged)
const lost = wanted.filter(uid => !stored.has(uid)).length
const tooNew = acknowledged(afterMoment).filter(uid => stored.has(uid)).length
const verified = await auditVerifies({ DATABASE_URL: again.url('bindery') })
const works = await startReplica('restored', { folder, env: { DATABASE_URL: again.url('bindery') } })
const starts = works.lives()
console.log(`restored to ${moment?.now} in ${(tookMs / 1000).toFixed(1)} s, PostgreSQL ${newest}`)
console.log(
  `acknowledged before: ${wanted.length}, lost ${lost}; later: ${acknowledged(afterMoment).length}, still there ${tooNew}`,
)
console.log(`audit verify: ${verified ? 'ok' : 'failed'}; the service starts on it: ${starts}`)
await works.stop()
again.stop('fast')
rmSync(folder, { recursive: true })
process.exit(lost === 0 && tooNew === 0 && verified && starts ? 0 : 1)
