import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

// Below what kernels hand out by themselves, and apart for each run and worker: nobody takes a port between its choice and its use.
const FIRST = 10_000
const RUNS = 11
const OF_A_RUN = 2000
const EACH = 400
const worker = Number(process.env.VITEST_POOL_ID ?? 0) % 5

let given = process.pid % EACH

const listeningOn = async (port: number): Promise<Server | null> => {
  const server = createServer().listen(port, '127.0.0.1')
  return once(server, 'listening').then(
    () => server,
    () => null,
  )
}

/** The first port of a run is held for as long as its process lives, which tells the other runs on this machine. */
export const holdPorts = async (): Promise<void> => {
  for (let tried = 0; tried < RUNS; tried++) {
    const first = FIRST + ((process.pid + tried) % RUNS) * OF_A_RUN
    const server = await listeningOn(first)
    if (!server) continue
    server.unref()
    process.env.BINDERY_TEST_PORTS = String(first)
    return
  }
  throw new Error(`${RUNS} runs hold all ports from ${FIRST} on.`)
}

export const freePort = async (): Promise<number> => {
  if (process.env.BINDERY_TEST_PORTS === undefined) await holdPorts()
  for (;;) {
    const port = Number(process.env.BINDERY_TEST_PORTS) + worker * EACH + (given++ % EACH)
    const server = await listeningOn(port)
    if (!server) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
