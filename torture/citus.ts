import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { getKey } from '../test/support/people/client.ts'
import { until } from '../test/support/runs/until.ts'
import { compare, Ledger, longestGap } from './cluster/ledger.ts'
import { auditVerifies, root, SETTINGS, startReplica } from './cluster/replica.ts'

const { CITUS_URL = '' } = process.env
const DOWN_MS = Number(process.env.CITUS_DOWN_SECONDS ?? 5) * 1000
const CALM_MS = Number(process.env.CITUS_CALM_SECONDS ?? 10) * 1000

type Node = { port: number; folder: string; programs: string }

const ask = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> => {
  const client = new pg.Client({ connectionString: CITUS_URL })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

const WHERE = `select setting from pg_settings where name = 'data_directory'`
const PROGRAMS = `select setting from pg_config where name = 'BINDIR'`

/** A node is killed and started by this command, so all of them must run here. */
const nodes = async (): Promise<Node[]> => {
  const workers = await ask<{ nodeport: number; folder: string; programs: string }>(
    `select nodeport, folder.result as folder, programs.result as programs
     from run_command_on_all_nodes($1) as folder
     join run_command_on_all_nodes($2) as programs using (nodeid)
     join pg_dist_node using (nodeid) order by groupid`,
    [WHERE, PROGRAMS],
  )
  return workers.map(({ nodeport: port, folder, programs }) => ({ port, folder, programs }))
}

const kill = ({ folder }: Node): void => {
  const [pid] = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
  process.kill(Number(pid), 'SIGKILL')
}

/** What is left of the one that was killed holds its memory for a moment. */
const start = async ({ folder, programs }: Node): Promise<void> => {
  const { uid, gid } = statSync(folder)
  const args = ['-D', folder, '-l', join(folder, 'torture.log'), '-w', '-t', '120', 'start']
  // The callers live in this process, so it must not wait by standing still.
  await until(
    async () => {
      const starting = spawn(join(programs, 'pg_ctl'), args, { cwd: '/', stdio: 'ignore', uid, gid })
      return (await once(starting, 'exit'))[0] === 0
    },
    { withinMs: 60_000, everyMs: 200 },
  )
}

const [coordinator, first, second] = await nodes()
if (!(coordinator && first && second)) throw new Error('The cluster needs a coordinator and two workers.')

const run = String(Date.now() % 1_000_000)
const folder = mkdtempSync(join(tmpdir(), 'bindery-citus-'))
console.log(`logs in ${folder}`)

const place = async (schema: string): Promise<number> => {
  const [row] = await ask<{ nodeport: number }>(
    `select distinct nodeport from citus_shards where table_name = to_regclass($1)`,
    [`${schema}.intakes`],
  )
  return Number(row?.nodeport)
}

/** The log of calls has no key. It is only added to and truncated. */
const moveTo = (schema: string, { port }: Node) =>
  ask(
    `select citus_schema_move($1::regnamespace, nodename, nodeport, 'force_logical')
     from pg_dist_node where nodeport = $2`,
    [schema, port],
  )

const open = async (name: string, home: Node) => {
  const schema = `agency_${name}_${run}`
  const env = { DATABASE_URL: CITUS_URL, DATABASE_SCHEMA: schema }
  const migrated = spawnSync(process.execPath, ['dist/bin/main.js', 'migrate'], {
    cwd: root,
    env: { ...SETTINGS, ...env },
  })
  if (migrated.status !== 0) throw new Error(String(migrated.stderr))
  const began = performance.now()
  await ask('select citus_schema_distribute($1::regnamespace)', [schema])
  console.log(`${schema} distributed in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  if ((await place(schema)) !== home.port) await moveTo(schema, home)
  const replica = await startReplica(schema, { folder, env: { ...env, DATA_DIR: join(folder, schema) } })
  const ledger = new Ledger([replica], await getKey(replica.url, 'operator@example.com'))
  return { schema, env, replica, ledger, operating: ledger.operate() }
}

const struck = await open('struck', first)
const other = await open('other', second)
const agencies = [struck, other]

type Strike = [what: string, act: () => Promise<unknown>]

const downAndUp = async (node: Node): Promise<void> => {
  kill(node)
  await setTimeout(DOWN_MS)
  await start(node)
}

const strikes: Strike[] = [
  ['nothing', async () => undefined],
  [`worker of the first killed, down for ${DOWN_MS / 1000} s`, () => downAndUp(first)],
  [
    'the same worker killed five times, up again at once',
    async () => {
      for (let kills = 0; kills < 5; kills++) {
        kill(first)
        await start(first)
        await setTimeout(2000)
      }
    },
  ],
  ['the first moved to the worker of the other', () => moveTo(struck.schema, second)],
  [`coordinator killed, down for ${DOWN_MS / 1000} s`, () => downAndUp(coordinator)],
]

const rows: string[] = []
for (const [what, act] of strikes) {
  await setTimeout(CALM_MS)
  const began = performance.now()
  await act()
  const took = performance.now() - began
  await until(
    async () =>
      (await Promise.all(agencies.map(({ replica }) => fetch(`${replica.url}/readyz`)))).every(
        ({ ok }) => ok,
      ),
    { withinMs: 120_000, everyMs: 250 },
  )
  await setTimeout(CALM_MS)
  const gaps = agencies.map(({ ledger }) => `${(longestGap(ledger.writesAt, began) / 1000).toFixed(1)} s`)
  rows.push(`| ${what} | ${(took / 1000).toFixed(1)} s | ${gaps.join(' | ')} |`)
  console.log(rows.at(-1))
}

for (const { ledger } of agencies) ledger.end()
await Promise.all(agencies.map(({ operating }) => operating))

const [version] = await ask<{ version: string }>("select citus_version() || ', ' || version() as version")
console.log(`\n${version?.version}`)
console.log('| What | Took | Without a write: the one struck | the other |\n|---|---|---|---|')
for (const row of rows) console.log(row)
console.log('\n| Acknowledged | Count | Lost | Doubled |\n|---|---|---|---|')
let clean = true
for (const { schema, env, ledger, replica } of agencies) {
  const { rows: counted, deadJobs } = await compare(ledger, env)
  for (const { what, acknowledged, lost, doubled } of counted) {
    console.log(`| ${schema}: ${what} | ${acknowledged} | ${lost} | ${doubled} |`)
    clean &&= lost === 0 && doubled === 0
  }
  const repeated = JSON.stringify(Object.fromEntries(ledger.repeated))
  console.log(
    `${schema}: repeated ${repeated}, unexpected ${ledger.unexpected.length}, dead jobs ${deadJobs}, process lived: ${replica.lives()}`,
  )
  for (const line of ledger.unexpected.slice(0, 20)) console.log(`  ${line}`)
  clean &&= deadJobs === 0 && replica.lives() && ledger.unexpected.length === 0 && (await auditVerifies(env))
  await replica.stop()
  await ask(`drop schema "${schema}" cascade`)
}
process.exit(clean ? 0 : 1)
