import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What a network does to the links there are now. New ones work. */
export type TcpFault = 'reset' | 'silence' | 'delay' | 'truncate'

export type TcpProxy = {
  port: number
  /**
   * Silent links stay open, as when a network drops packets; what is sent next arrives late on a delayed one, and half
   * on a truncated one, which then ends.
   */
  strike(fault: TcpFault): void
  close(): Promise<void>
}

const DELAY_MS = 500

type Link = { ends: [client: Socket, far: Socket]; fault: Exclude<TcpFault, 'reset'> | null }

const cut = ({ ends: [client, far] }: Link): void => {
  client.resetAndDestroy()
  far.destroy()
}

/** One way of a link. Chunks arrive in order, whatever happens to them. */
const forward = (link: Link, from: Socket, to: Socket): void => {
  let last = Promise.resolve()
  const pass = async (chunk: Buffer): Promise<void> => {
    if (link.fault === 'delay') {
      link.fault = null
      await setTimeout(DELAY_MS)
    }
    if (link.fault === 'silence') return
    if (link.fault !== 'truncate') return void to.write(chunk)
    to.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => cut(link))
  }
  from
    .on('data', chunk => {
      last = last.then(() => pass(chunk))
    })
    .on('error', () => {})
    .on('close', () => last.then(() => to.destroy()))
}

/** Stands between a client and a server that listens on a port or a Unix socket; on a free port unless told which. */
export const startProxy = async (target: string | number, port = 0): Promise<TcpProxy> => {
  const links = new Set<Link>()
  const server = createServer(client => {
    const far = typeof target === 'number' ? connect(target, '127.0.0.1') : connect(target)
    const link: Link = { ends: [client, far], fault: null }
    links.add(link)
    client.on('close', () => links.delete(link))
    forward(link, client, far)
    forward(link, far, client)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    strike(fault) {
      for (const link of links)
        if (fault === 'reset') cut(link)
        else link.fault = fault
    },
    async close() {
      for (const { ends } of links) for (const end of ends) end.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
