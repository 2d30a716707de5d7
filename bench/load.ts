import autocannon from 'autocannon'
import { cpuMicroseconds } from './process-facts.ts'

export type Target = { pid: number; url: string; headers?: Record<string, string>; body: string }

export type Measured = { perSecond: number; cpuMicroseconds: number }

const CONNECTIONS = 16

/** Too large to exhaust, so that a benchmark measures counting, not refusing. */
export const LIMITS = ['operator', 'calculators', 'work_operator', 'work_address', 'stored_operator']
  .map(name => `${name}=2000000000/60`)
  .join()

/** Counts 2xx responses. Any other response fails the run. */
export const load = async ({ pid, url, headers = {}, body }: Target, seconds = 4): Promise<Measured> => {
  const before = cpuMicroseconds(pid)
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duration: seconds,
    connections: CONNECTIONS,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  const answered = result['2xx']
  return {
    perSecond: answered / result.duration,
    cpuMicroseconds: (cpuMicroseconds(pid) - before) / answered,
  }
}

type Mix = { url: string; headers: Record<string, string>; calls: readonly [path: string, body: object][] }

/** Each connection repeats the calls in their order. With a rate, latency counts from when a call was due. */
export const loadMixed = async (
  { url, headers, calls }: Mix,
  how: { duration: number; overallRate?: number } | { amount: number },
): Promise<{ perSecond: number; latency: autocannon.Histogram }> => {
  const requests = calls.map(([path, body]) => ({
    method: 'POST' as const,
    path,
    body: JSON.stringify(body),
  }))
  const result = await autocannon({
    url,
    headers: { 'content-type': 'application/json', ...headers },
    requests,
    connections: CONNECTIONS,
    ...how,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return { perSecond: result['2xx'] / result.duration, latency: result.latency }
}
