import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type FarAnswer = { status: number; headers?: Record<string, string>; body?: string }

const REFUSAL = '{"error":"rate_limited","message":"wait"}'
const JSON_TYPE = { 'content-type': 'application/json' }

const whole = ({ status, headers = JSON_TYPE, body = status === 200 ? '{}' : REFUSAL }: FarAnswer) => ({
  status,
  headers: {
    ...(!('transfer-encoding' in headers) && { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  },
  body,
})

/** What stands where the service should be: it answers as the test says, and remembers the keys it was called with. */
export const farEnd = async (answers: readonly FarAnswer[], port = 0) => {
  const keys: (string | undefined)[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'] as string | undefined)
    const { status, headers, body } = whole(answers[keys.length - 1] ?? { status: 200 })
    response.writeHead(status, headers).end(body)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, keys }
}
