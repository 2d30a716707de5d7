import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { until } from '../runs/until.ts'
import { freePort } from '../servers/free-port.ts'
import type { SharedServer } from '../servers/shared-servers.ts'
import { toolsFolder } from '../servers/tools.ts'

export const UPSTREAM_HEADER = 'x-upstream-port'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** A proxy has one address to pass requests on to, and each test file a service of its own: a header tells which. */
const startSwitch = async (): Promise<Server> => {
  const server = createServer((incoming, answer) => {
    const { [UPSTREAM_HEADER]: port, ...headers } = incoming.headers
    const onward = request(
      { host: '127.0.0.1', port: Number(port), method: incoming.method, path: incoming.url, headers },
      response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      },
    )
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

type Running = { url: string; process: ChildProcess }

/** Prism as a process of its own, which passes on what it is asked. */
const startProxy = async (upstream: string): Promise<Running> => {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      `${await toolsFolder()}@stoplight/prism-cli/dist/index.js`,
      'proxy',
      'contract/full.yaml',
      upstream,
      ...['--port', String(port), '--verboseLevel', 'silent'],
    ],
    { cwd: root, stdio: 'ignore', env: { PATH: process.env.PATH } },
  )
  const url = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(url)).status > 0, { withinMs: 300_000, everyMs: 200 })
  return { url, process: child }
}

/** For tests that talk to their services through it. */
export const startPrism = async (): Promise<SharedServer> => {
  const upstream = await startSwitch()
  const { port } = upstream.address() as AddressInfo
  const prism = await startProxy(`http://127.0.0.1:${port}`)
  return {
    url: prism.url,
    async stop() {
      prism.process.kill()
      await once(prism.process, 'exit')
      upstream.closeAllConnections()
      upstream.close()
    },
  }
}
