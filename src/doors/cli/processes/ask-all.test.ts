import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../../../../test/support/runs/until.ts'
import { askAll, forget, type Kin } from './ask-all.ts'

const calls = (count: number): string => `# HELP calls_total Calls.
# TYPE calls_total counter
calls_total ${count}
`

const listening = async (respond: RequestListener): Promise<number> => {
  const server = createServer(respond).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

test('a process that ends while another one is still asked is counted once', async () => {
  const kin: Kin = { ports: new Map(), said: new Map(), counted: '' }
  const replies: ServerResponse[] = []
  const ending = await listening((_, reply) => void replies.push(reply.end(calls(30))))
  const slow = await listening(async (_, reply) => {
    if (kin.said.has(1)) {
      await until(() => replies[1]?.writableFinished)
      forget(kin, 1)
    }
    reply.end(calls(12))
  })
  kin.ports.set(1, ending).set(2, slow)
  const counted = async () => /^calls_total (\d+)$/m.exec((await askAll(kin, '/metrics')).body)?.[1]
  expect(await counted()).toBe('42')
  expect(await counted()).toBe('42')
  expect([...kin.said.keys()]).toEqual([2])
})
