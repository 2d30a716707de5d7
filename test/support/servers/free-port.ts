import { once } from 'node:events'
import { createServer } from 'node:net'

// Below what kernels hand out by themselves, and apart for each worker: nobody takes a port between its choice and its use.
const FIRST = 10_000
const EACH = 4000
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 5

let given = process.pid % EACH

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer()
  const taken = once(server, 'error').then(() => false)
  server.listen(port, '127.0.0.1')
  const free = await Promise.race([once(server, 'listening').then(() => true), taken])
  if (free) await new Promise(closed => server.close(closed))
  return free
}

export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST + worker * EACH + (given++ % EACH)
    if (await isFree(port)) return port
  }
}
