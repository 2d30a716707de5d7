import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { cutOffSlowReaders, READING, type UnreadAnswer } from './slow-readers.ts'

const MIB = 2 ** 20
/** More than the kernel takes off our hands. */
const LARGE = Buffer.alloc(32 * MIB)

const startServer = async (reading: Partial<UnreadAnswer>) => {
  const cut: number[] = []
  const server = createServer((request, response) => {
    response.end(request.url === '/large' ? LARGE : 'small')
  })
  cutOffSlowReaders(server, ({ bytes }) => cut.push(bytes), { ...READING, lookEveryMs: 20, ...reading })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const ask = async (path: string): Promise<IncomingMessage> => {
    const request = get({ port, host: '127.0.0.1', path, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    answer.on('error', () => undefined)
    return answer
  }
  return { ask, cut }
}

const bytesOf = (answer: IncomingMessage): Promise<number> =>
  new Promise(resolve => {
    let bytes = 0
    answer.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    answer.once('close', () => resolve(bytes))
  })

test('a client that does not read is cut off, one that reads gets everything', async () => {
  const rules = { bytesPerSecond: 1024 * MIB, mostBytes: 256 * MIB }
  const patient = await startServer({ ...rules, graceMs: 30_000 })
  const strict = await startServer({ ...rules, graceMs: 500 })
  const idle = await strict.ask('/large')
  expect(await bytesOf(await patient.ask('/large'))).toBe(LARGE.length)
  await expect.poll(() => strict.cut.length, { timeout: 60_000 }).toBe(1)
  expect(await bytesOf(idle)).toBeLessThan(LARGE.length)
  expect(patient.cut).toEqual([])
})

test('of those who do not read the first go when too much waits in all, and small answers pass', async () => {
  const { ask, cut } = await startServer({ mostBytes: 40 * MIB })
  const first = await ask('/large')
  const second = await ask('/large')
  await expect.poll(() => cut.length, { timeout: 60_000 }).toBe(1)
  expect(await bytesOf(await ask('/small'))).toBe(5)
  expect(await bytesOf(second)).toBe(LARGE.length)
  expect(await bytesOf(first)).toBeLessThan(LARGE.length)
})
