import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startDatabase } from '../bench/database.ts'
import { getKey } from '../test/support/people/client.ts'
import { compare, Ledger } from './cluster/ledger.ts'
import { auditVerifies, type Replica, root, startReplica } from './cluster/replica.ts'

/** Replaces two processes of an older checkout (OLD, built) one by one under load, and then goes back. */
const OLD = process.env.OLD
if (!OLD) throw new Error('Set OLD to the folder of an older checkout in which "npm run build" ran.')
const PHASE_MS = Number(process.env.ROLLING_SECONDS ?? 15) * 1000

const database = await startDatabase()
const folder = mkdtempSync(join(tmpdir(), 'bindery-rolling-'))
const env = { DATABASE_URL: database.url, DRAIN_SECONDS: '2' }
const start = (from: string, at: number) =>
  startReplica(`${from === root ? 'new' : 'old'}-${at}`, { folder, env, from })

/** What a load balancer knows. */
const serving: Replica[] = [await start(OLD, 1)]
serving.push(await start(OLD, 2))
const ledger = new Ledger(serving, await getKey(serving[0]?.url ?? '', 'operator@example.com'))
const operating = ledger.operate()
const exits: (number | null)[] = []
for (const from of [root, root, OLD, OLD]) {
  await setTimeout(PHASE_MS)
  const next = await start(from, exits.length + 3)
  const former = serving.shift()
  serving.push(next)
  exits.push((await former?.stop()) ?? null)
}
await setTimeout(PHASE_MS)
ledger.end()
await operating
const { rows, deadJobs } = await compare(ledger, { DATABASE_URL: database.url })
console.log(`old, new, and back: processes ended with ${exits.join(', ')}`)
for (const { what, acknowledged, lost, doubled } of rows)
  console.log(`${what}: ${acknowledged} acknowledged, ${lost} lost, ${doubled} doubled`)
console.log(`dead jobs ${deadJobs}, repeated ${JSON.stringify(Object.fromEntries(ledger.repeated))}`)
for (const line of ledger.unexpected.slice(0, 20)) console.log(`  ${line}`)
const verified = await auditVerifies({ DATABASE_URL: database.url })
for (const replica of serving) await replica.stop()
await database.stop()
const clean = rows.every(({ lost, doubled }) => lost === 0 && doubled === 0)
const ended = exits.every(code => code === 0)
process.exit(clean && ended && verified && ledger.unexpected.length === 0 && deadJobs === 0 ? 0 : 1)
