import { setTimeout } from 'node:timers/promises'
import { getKey } from '../../test/support/people/client.ts'
import { until } from '../../test/support/runs/until.ts'
import { compare, Ledger, longestGap } from './ledger.ts'
import { cutOff, reconnect, signalHost } from './network.ts'
import { auditVerifies, startReplica } from './replica.ts'
import { type Cluster, type Node, startCluster } from './servers.ts'

const BETWEEN_MS = 3000

const nodeThat = async (find: () => Promise<Node | undefined>): Promise<Node> =>
  (await until(find, { withinMs: 60_000 })) as Node

/** The other node takes over. */
const untilReplaced = ({ leader }: Cluster, former: Node): Promise<boolean> =>
  until(
    async () => {
      const now = await leader()
      return now !== undefined && now !== former
    },
    { withinMs: 120_000, everyMs: 200 },
  )

const killLeader = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.leader)
  signalHost(node.host, 'SIGKILL')
  await untilReplaced(cluster, node)
  node.start()
}

const pauseLeader = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.leader)
  signalHost(node.host, 'SIGSTOP')
  await untilReplaced(cluster, node)
  // PostgreSQL wakes up and still takes writes, until a watchdog resets the host. Without one, a Patroni 3.0 that wakes up
  // can overwrite the new leader's lock (`_update_leader` in its dcs/etcd3.py compares nothing), and one that is started
  // anew takes `synchronous_standby_names` away before it demotes PostgreSQL: what is acknowledged then is lost.
  node.killPatroni()
  signalHost(node.host, 'SIGCONT')
  await setTimeout(BETWEEN_MS)
  signalHost(node.host, 'SIGKILL')
  node.start()
}

const cutLeader = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.leader)
  cutOff(node.host)
  await untilReplaced(cluster, node)
  await setTimeout(BETWEEN_MS)
  reconnect(node.host)
}

/** Commits wait for the standby until Patroni does without it. */
const cutStandby = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.standby)
  cutOff(node.host)
  await setTimeout(30_000)
  reconnect(node.host)
}

const pauseStandby = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.standby)
  signalHost(node.host, 'SIGSTOP')
  await setTimeout(30_000)
  signalHost(node.host, 'SIGCONT')
}

const fillDisk = async (cluster: Cluster): Promise<void> => {
  const node = await nodeThat(cluster.leader)
  node.fillDisk()
  await setTimeout(30_000)
  node.emptyDisk()
}

const times = (name: string, standard: number): number => Number(process.env[name] ?? standard)

const plan: [what: string, count: number, strike: (cluster: Cluster) => Promise<void>][] = [
  ['leader killed', times('CLUSTER_KILLS', 10), killLeader],
  ['switchover', times('CLUSTER_SWITCHOVERS', 5), ({ switchOver }) => switchOver()],
  ['leader cut off', times('CLUSTER_PARTITIONS', 3), cutLeader],
  ['standby cut off', times('CLUSTER_STANDBY', 1), cutStandby],
  ['leader paused', times('CLUSTER_PAUSES', 2), pauseLeader],
  ['standby paused', times('CLUSTER_STANDBY', 1), pauseStandby],
  ['disk of the leader full', times('CLUSTER_DISKS', 1), fillDisk],
]

/** One of each kind in turn, so that no kind sees only a rested cluster. */
const strikes = Array.from({ length: Math.max(...plan.map(([, count]) => count)) }, (_, round) =>
  plan.filter(([, count]) => round < count).map(([what, , strike]) => ({ what, strike })),
).flat()

const cluster = await startCluster()
console.log(`logs in ${cluster.folder}`)
const replicas = [
  await startReplica('behind-proxies', {
    folder: cluster.folder,
    env: { DATABASE_URL: cluster.urls.proxy, DATABASE_POOL_URL: cluster.urls.pooler },
  }),
]
replicas.push(
  await startReplica('two-servers', { folder: cluster.folder, env: { DATABASE_URL: cluster.urls.servers } }),
)
const key = await getKey(replicas[0]?.url ?? '', 'operator@example.com')
const ledger = new Ledger(replicas, key)
const operating = ledger.operate()
const gaps = new Map<string, number[]>()
for (const { what, strike } of strikes) {
  await setTimeout(BETWEEN_MS)
  const began = performance.now()
  await strike(cluster)
  await cluster.settled()
  await until(
    async () => (await Promise.all(replicas.map(({ url }) => fetch(`${url}/readyz`)))).every(({ ok }) => ok),
    {
      withinMs: 120_000,
      everyMs: 250,
    },
  )
  await setTimeout(BETWEEN_MS)
  const gap = longestGap(ledger.writesAt, began)
  gaps.set(what, [...(gaps.get(what) ?? []), gap])
  console.log(`${new Date().toISOString()} ${what}: no write for ${(gap / 1000).toFixed(1)} s`)
}
ledger.end()
await operating
const { rows, deadJobs } = await compare(ledger, { DATABASE_URL: cluster.urls.proxy })
const lived = replicas.every(({ lives }) => lives())

const seconds = (values: readonly number[]): string => {
  const [shortest = 0, longest = 0] = [Math.min(...values), Math.max(...values)]
  return `${(shortest / 1000).toFixed(1)}–${(longest / 1000).toFixed(1)} s`
}
console.log('| What | Times | Longest time without an acknowledged write |\n|---|---|---|')
for (const [what, values] of gaps) console.log(`| ${what} | ${values.length} | ${seconds(values)} |`)
console.log('\n| Acknowledged | Count | Lost | Doubled |\n|---|---|---|---|')
for (const { what, acknowledged, lost, doubled } of rows)
  console.log(`| ${what} | ${acknowledged} | ${lost} | ${doubled} |`)
console.log(
  `\nheld polls ${ledger.heldPolls}, repeated ${JSON.stringify(Object.fromEntries(ledger.repeated))}`,
)
console.log(`unexpected ${ledger.unexpected.length}, dead jobs ${deadJobs}, both processes lived: ${lived}`)
for (const line of ledger.unexpected.slice(0, 20)) console.log(`  ${line}`)
const verified = await auditVerifies({ DATABASE_URL: cluster.urls.servers })
for (const replica of replicas) if (replica.lives()) await replica.stop()
await cluster.stop()
const clean = rows.every(({ lost, doubled }) => lost === 0 && doubled === 0)
process.exit(clean && lived && deadJobs === 0 && verified && ledger.unexpected.length === 0 ? 0 : 1)
