import { readdirSync, readFileSync } from 'node:fs'
import { cpus } from 'node:os'

// Linux reports CPU time in hundredths of a second. On other systems these numbers are NaN.
const TICK_MICROSECONDS = 10_000

const read = (pid: number, file: 'stat' | 'status' | 'smaps_rollup'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** CPU time of all threads. */
export const cpuMicroseconds = (pid: number): number => {
  const [user, system] = read(pid, 'stat').replace(/.*\) /s, '').split(' ').slice(11)
  return (Number(user) + Number(system)) * TICK_MICROSECONDS
}

const statOf = (pid: number): string[] => read(pid, 'stat').replace(/.*\) /s, '').split(' ')

export const parentOf = (pid: number): number => Number(statOf(pid)[1])

const treeOf = (pid: number): number[] => [
  pid,
  ...readdirSync('/proc')
    .map(Number)
    .filter(child => child > 0 && parentOf(child) === pid),
]

/** CPU time of a process and its children, those that have ended too. */
export const cpuOfTree = (pid: number): number => {
  const ended = statOf(pid).slice(13, 15).map(Number)
  return treeOf(pid).reduce(
    (sum, one) => sum + cpuMicroseconds(one),
    ended.reduce((sum, ticks) => sum + ticks * TICK_MICROSECONDS, 0),
  )
}

const megabytes = (pid: number, name: string, file: 'status' | 'smaps_rollup' = 'status'): number =>
  Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(read(pid, file))?.[1]) / 1024)

/** Memory of a process and its children now. What they share counts once. */
export const megabytesOfTree = (pid: number): number =>
  treeOf(pid).reduce((sum, one) => sum + (megabytes(one, 'Pss', 'smaps_rollup') || 0), 0)

export const residentMegabytes = (pid: number): number => megabytes(pid, 'VmRSS')

export const peakMegabytes = (pid: number): number => megabytes(pid, 'VmHWM')

const machineTime = () => {
  const times = cpus().map(({ times: { idle, ...busy } }) => ({
    idle,
    busy: Object.values(busy).reduce((sum, each) => sum + each, 0),
  }))
  const sum = (of: 'idle' | 'busy') => times.reduce((total, each) => total + each[of], 0)
  return { idle: sum('idle'), busy: sum('busy') }
}

/** The share of all CPUs that was busy while `act` ran, in any process. */
export const machineBusy = async <T>(act: () => Promise<T>): Promise<{ result: T; busy: number }> => {
  const before = machineTime()
  const result = await act()
  const after = machineTime()
  const [busy, idle] = [after.busy - before.busy, after.idle - before.idle]
  return { result, busy: busy / (busy + idle) }
}
