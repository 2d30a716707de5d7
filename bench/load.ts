import autocannon from 'autocannon'

export type Target = { url: string; headers?: Record<string, string>; body: string }

const SECONDS = 4
const CONNECTIONS = 16

/** Requests a second that were answered with 200. Any other answer spoils the measurement. */
export const throughput = async ({ url, headers = {}, body }: Target): Promise<number> => {
  const result = await autocannon({
    url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duration: SECONDS,
    connections: CONNECTIONS,
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return result['2xx'] / result.duration
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Rounds take turns, so that whatever else the machine does meets all targets alike. */
export const interleaved = async (targets: Target[], rounds: number): Promise<number[]> => {
  const seen: number[][] = targets.map(() => [])
  for (const target of targets) await throughput(target)
  for (let round = 0; round < rounds; round++)
    for (const [at, target] of targets.entries()) seen[at]?.push(await throughput(target))
  return seen.map(median)
}
