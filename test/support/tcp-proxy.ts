import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** The links there are now go silent without being closed, as when a network drops packets. New ones work. */
  silence(): void
  close(): Promise<void>
}

/** Stands between a client and a server that listens on a Unix socket; on a free port unless told which. */
export const startProxy = async (socketPath: string, port = 0): Promise<TcpProxy> => {
  const links = new Set<[Socket, Socket]>()
  const server = createServer(client => {
    const far = connect(socketPath)
    const link: [Socket, Socket] = [client, far]
    links.add(link)
    client.pipe(far)
    far.pipe(client)
    for (const [one, other] of [
      [client, far],
      [far, client],
    ] as const)
      one
        .on('error', () => {})
        .on('close', () => {
          links.delete(link)
          other.destroy()
        })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    silence() {
      for (const [client, far] of links) {
        client.unpipe(far)
        far.unpipe(client)
        client.on('data', () => {})
        far.on('data', () => {})
      }
    },
    async close() {
      for (const [client, far] of links) {
        client.destroy()
        far.destroy()
      }
      server.close()
      await once(server, 'close')
    },
  }
}
