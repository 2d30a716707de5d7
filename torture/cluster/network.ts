import { execFileSync } from 'node:child_process'

const SUBNET = '10.213.77'
const BRIDGE = 'bindery0'

export const OUTSIDE = `${SUBNET}.1`

export type Host = { name: string; space: string; address: string }

export const hostOf = (at: number): Host => ({
  name: `n${at}`,
  space: `bindery-n${at}`,
  address: `${SUBNET}.${10 + at}`,
})

const run = (command: string, ...args: string[]): string => execFileSync(command, args, { encoding: 'utf8' })

const tried = (command: string, ...args: string[]): void => {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
  } catch {
    // Not there.
  }
}

/** Runs inside the host's network, as a user that PostgreSQL accepts. */
export const asPostgres = ({ space }: Host, ...command: string[]): string[] => [
  'nsenter',
  `--net=/run/netns/${space}`,
  'setpriv',
  '--reuid=postgres',
  '--regid=postgres',
  '--init-groups',
  ...command,
]

export const pidsOf = ({ space }: Host): number[] =>
  run('ip', 'netns', 'pids', space).split('\n').filter(Boolean).map(Number)

/** To all processes of a host, and to no others: they are those in its network. */
export const signalHost = (host: Host, signal: NodeJS.Signals): void => {
  for (const pid of pidsOf(host))
    try {
      process.kill(pid, signal)
    } catch {
      // Ended meanwhile.
    }
}

const inside = ({ space }: Host, ...command: string[]): string =>
  run('ip', 'netns', 'exec', space, ...command)

const CHAINS = ['INPUT', 'OUTPUT'] as const
const wayOf = (chain: (typeof CHAINS)[number]): string[] => [chain === 'INPUT' ? '-i' : '-o', 'eth0']

/** Packets vanish, as behind a broken switch: nobody is told. */
export const cutOff = (host: Host): void => {
  for (const chain of CHAINS) inside(host, 'iptables', '-A', chain, ...wayOf(chain), '-j', 'DROP')
}

export const reconnect = (host: Host): void => {
  for (const chain of CHAINS) inside(host, 'iptables', '-D', chain, ...wayOf(chain), '-j', 'DROP')
}

export const buildNetwork = (hosts: readonly Host[]): void => {
  run('ip', 'link', 'add', BRIDGE, 'type', 'bridge')
  run('ip', 'address', 'add', `${OUTSIDE}/24`, 'dev', BRIDGE)
  run('ip', 'link', 'set', BRIDGE, 'up')
  for (const host of hosts) {
    const { name, space, address } = host
    const near = `bindery-${name}`
    run('ip', 'netns', 'add', space)
    run('ip', 'link', 'add', near, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space)
    run('ip', 'link', 'set', near, 'master', BRIDGE, 'up')
    inside(host, 'ip', 'link', 'set', 'lo', 'up')
    inside(host, 'ip', 'address', 'add', `${address}/24`, 'dev', 'eth0')
    inside(host, 'ip', 'link', 'set', 'eth0', 'up')
  }
}

/** Also what an interrupted run left behind. */
export const removeNetwork = (hosts: readonly Host[]): void => {
  for (const { name, space } of hosts) {
    tried('ip', 'link', 'del', `bindery-${name}`)
    tried('ip', 'netns', 'del', space)
  }
  tried('ip', 'link', 'del', BRIDGE)
}
