import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { until } from '../../test/support/runs/until.ts'
import { freePort } from '../../test/support/servers/free-port.ts'
import { asPostgres, buildNetwork, type Host, hostOf, OUTSIDE, removeNetwork, signalHost } from './network.ts'

const API_PORT = 8008
const DATABASE = 'bindery'
const NODE_MB = 1500

const hosts = [hostOf(1), hostOf(2)] as const

type Member = { name: string; role: string; state: string }

const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

const binaries = (): string => {
  const [newest] = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  return `/usr/lib/postgresql/${newest}/bin`
}

const patroniSettings = ({ name, address }: Host, folder: string, etcdPort: number): object => ({
  scope: 'bindery',
  name,
  restapi: { listen: `${address}:${API_PORT}`, connect_address: `${address}:${API_PORT}` },
  etcd3: { host: `${OUTSIDE}:${etcdPort}` },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 2,
      retry_timeout: 4,
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 100,
          shared_buffers: '64MB',
          wal_keep_size: '64MB',
          max_wal_size: '192MB',
          min_wal_size: '64MB',
          wal_log_hints: 'on',
        },
      },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }],
  },
  postgresql: {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: join(folder, 'data'),
    bin_dir: binaries(),
    pgpass: join(folder, 'pgpass'),
    authentication: {
      superuser: { username: 'postgres', password: 'postgres' },
      replication: { username: 'replicator', password: 'replicator' },
      rewind: { username: 'rewinder', password: 'rewinder' },
    },
    parameters: { unix_socket_directories: folder },
    pg_hba: ['local all all trust', 'host all all all trust', 'host replication replicator all trust'],
  },
})

/** One host that may go away as a whole. Its disk is a small one in memory, so that it can be filled. */
const prepareNode = (host: Host, folder: string, etcdPort: number) => {
  const own = join(folder, host.name)
  mkdirSync(own)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${NODE_MB}m`, 'tmpfs', own])
  chownSync(own, idOf('-u'), idOf('-g'))
  chmodSync(own, 0o700)
  const settings = join(folder, `${host.name}.json`)
  writeFileSync(settings, JSON.stringify(patroniSettings(host, own, etcdPort)))
  const output = openSync(join(folder, `${host.name}.log`), 'a')
  const [command = '', ...args] = asPostgres(host, 'patroni', settings)
  const filler = join(own, 'filler')
  let patroni: ChildProcess | undefined
  return {
    host,
    start: (): void => {
      patroni = spawn(command, args, { stdio: ['ignore', output, output], detached: true })
      patroni.unref()
    },
    /** PostgreSQL goes on without it. */
    killPatroni: (): void => void patroni?.kill('SIGKILL'),
    fillDisk: (): void => {
      try {
        execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M'], { stdio: 'ignore' })
      } catch {
        // dd ends with an error when the disk is full, which is the point.
      }
    },
    emptyDisk: (): void => rmSync(filler, { force: true }),
    unmount: (): void => void execFileSync('umount', ['-l', own]),
  }
}

export type Node = ReturnType<typeof prepareNode>

const haproxySettings = (port: number): string =>
  [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    'listen primary',
    `  bind 127.0.0.1:${port}`,
    '  option httpchk OPTIONS /primary',
    '  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions',
    ...hosts.map(({ name, address }) => `  server ${name} ${address}:5432 check port ${API_PORT}`),
    '',
  ].join('\n')

const poolerSettings = (port: number, behind: number, users: string): string =>
  [
    '[databases]',
    `${DATABASE} = host=127.0.0.1 port=${behind} dbname=${DATABASE} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    'pool_mode = transaction',
    'server_login_retry = 1',
    '',
  ].join('\n')

const members = async (): Promise<Member[]> =>
  Promise.any(
    hosts.map(async ({ address }) => {
      const answer = await fetch(`http://${address}:${API_PORT}/cluster`, {
        signal: AbortSignal.timeout(2000),
      })
      return ((await answer.json()) as { members: Member[] }).members
    }),
  )

/** Asks the host itself: the list of members is late. */
const isLeader = async ({ address }: Host): Promise<boolean> => {
  const asked = { signal: AbortSignal.timeout(1000) }
  return (await fetch(`http://${address}:${API_PORT}/primary`, asked).catch(() => null))?.status === 200
}

/** Two PostgreSQL servers with synchronous replication under Patroni, and the ways to the leader. */
export const startCluster = async () => {
  removeNetwork(hosts)
  const folder = mkdtempSync(join(tmpdir(), 'bindery-cluster-'))
  chmodSync(folder, 0o755)
  buildNetwork(hosts)
  const [etcdPort, etcdPeers, proxyPort, poolerPort] = await Promise.all([
    freePort(),
    freePort(),
    freePort(),
    freePort(),
  ])
  const children: ChildProcess[] = []
  const begin = (command: string, args: string[], env: Record<string, string> = {}): void => {
    const output = openSync(join(folder, `${command}.log`), 'a')
    children.push(
      spawn(command, args, { stdio: ['ignore', output, output], env: { PATH: process.env.PATH, ...env } }),
    )
  }
  const etcdUrl = `http://${OUTSIDE}:${etcdPort}`
  const peers = `http://${OUTSIDE}:${etcdPeers}`
  const etcd = {
    ETCD_UNSUPPORTED_ARCH: process.arch,
    ETCD_DATA_DIR: join(folder, 'etcd'),
    ETCD_LISTEN_CLIENT_URLS: etcdUrl,
    ETCD_ADVERTISE_CLIENT_URLS: etcdUrl,
    ETCD_LISTEN_PEER_URLS: peers,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
    ETCD_INITIAL_CLUSTER: `default=${peers}`,
  }
  begin('etcd', [], etcd)
  await until(async () => (await fetch(`${etcdUrl}/health`)).status === 200, { withinMs: 20_000 })
  const nodes = hosts.map(host => prepareNode(host, folder, etcdPort))
  for (const node of nodes) node.start()

  const leader = async (): Promise<Node | undefined> => {
    const leading = await Promise.all(nodes.map(({ host }) => isLeader(host)))
    return nodes.find((_node, at) => leading[at])
  }
  const whole = async (): Promise<boolean> => {
    const roles = (await members())
      .filter(({ state }) => /running|streaming/.test(state))
      .map(({ role }) => role)
    return roles.includes('leader') && roles.includes('sync_standby')
  }
  const settled = (): Promise<boolean> => until(whole, { withinMs: 180_000, everyMs: 250 })
  await settled()
  const first = await until(leader, { withinMs: 20_000 })
  const admin = new pg.Client({ connectionString: `postgresql://postgres@${first?.host.address}/postgres` })
  await admin.connect()
  await admin.query(`create database ${DATABASE}`)
  // As docs/operating/scale-out.md asks of those who run a pooler.
  await admin.query(`alter database ${DATABASE} set statement_timeout = '4s'`)
  await admin.end()

  const haproxy = join(folder, 'haproxy.cfg')
  writeFileSync(haproxy, haproxySettings(proxyPort))
  begin('haproxy', ['-db', '-f', haproxy])
  const users = join(folder, 'users')
  writeFileSync(users, '"postgres" ""\n')
  const pooler = join(folder, 'pgbouncer.ini')
  writeFileSync(pooler, poolerSettings(poolerPort, proxyPort, users))
  begin('pgbouncer', ['-q', '-u', 'nobody', pooler])

  const servers = hosts.map(({ address }) => `${address}:5432`).join(',')
  return {
    folder,
    urls: {
      proxy: `postgresql://postgres@127.0.0.1:${proxyPort}/${DATABASE}`,
      pooler: `postgresql://postgres@127.0.0.1:${poolerPort}/${DATABASE}`,
      servers: `postgresql://postgres@${servers}/${DATABASE}?target_session_attrs=read-write`,
    },
    leader,
    settled,
    standby: async (): Promise<Node | undefined> => {
      const leading = await leader()
      return nodes.find(node => node !== leading)
    },
    switchOver: async (): Promise<void> => {
      const from = await leader()
      const to = nodes.find(node => node !== from)
      await until(
        async () => {
          const answer = await fetch(`http://${from?.host.address}:${API_PORT}/switchover`, {
            method: 'POST',
            body: JSON.stringify({ leader: from?.host.name, candidate: to?.host.name }),
          })
          return answer.status === 200
        },
        { withinMs: 60_000, everyMs: 1000 },
      )
    },
    stop: async (): Promise<void> => {
      for (const { host } of nodes) signalHost(host, 'SIGKILL')
      for (const child of children) {
        if (child.exitCode !== null) continue
        child.kill('SIGKILL')
        await once(child, 'exit')
      }
      for (const node of nodes) node.unmount()
      removeNetwork(hosts)
    },
  }
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>
