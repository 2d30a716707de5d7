import autocannon from 'autocannon'
import { cpuMicroseconds } from './process-facts.ts'

export type Target = { pid: number; url: string; headers?: Record<string, string>; body: string }

export type Measured = { perSecond: number; cpuMicroseconds: number }

const CONNECTIONS = 16

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
