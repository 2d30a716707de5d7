import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { call } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { serviceForThisTest, type TestService } from '../../support/servers/service.ts'

const CONNECTIONS = 800

const common = {
  'service-api-version': 'v1',
  'x-skill-version': '1.0.0',
  'x-request-id': expect.stringMatching(/^req_/),
  'x-content-type-options': 'nosniff',
  'content-security-policy': expect.stringContaining("default-src 'none'"),
  'content-type': 'application/json; charset=utf-8',
  connection: 'close',
}

const readAnswer = (text: string) => {
  const [top = '', body = ''] = text.split('\r\n\r\n')
  const [head = '', ...lines] = top.split('\r\n')
  const headers = Object.fromEntries(lines.map(line => line.split(/: (.*)/)))
  return { head, headers, body: JSON.parse(body) as Record<string, unknown> }
}

const sendRaw = async ({ url }: TestService, text: string) => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  socket.write(text)
  await once(socket, 'close')
  return readAnswer(Buffer.concat(chunks).toString())
}

test(`${CONNECTIONS} clients that never finish their headers do not stop the service, and are sent away`, async () => {
  const service = await serviceForThisTest()
  const port = Number(new URL(service.url).port)
  const answers: string[] = []
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.on('data', chunk => answers.push(String(chunk)))
    await once(socket, 'connect')
    socket.write('POST /api/agent/key/request HTTP/1.1\r\nHost: x\r\n')
    return socket
  }
  const sockets = await Promise.all(Array.from({ length: CONNECTIONS }, open))
  expect((await call(`${service.url}/readyz`)).status).toBe(200)
  await until(() => sockets.every(socket => socket.closed))
  expect(answers).toHaveLength(CONNECTIONS)
  for (const { head, headers } of answers.map(readAnswer)) {
    expect(head).toBe('HTTP/1.1 408 Request Timeout')
    expect(headers).toMatchObject(common)
  }
  expect((await call(`${service.url}/readyz`)).status).toBe(200)
})

test('a client that was sent away and does not hang up is cut off', async () => {
  const service = await serviceForThisTest()
  const port = Number(new URL(service.url).port)
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  socket.on('error', () => {})
  socket.resume().write('HELLO\r\n\r\n')
  await once(socket, 'end')
  const cutOff = () => {
    if (!socket.destroyed) socket.write('still here')
    return socket.closed
  }
  expect(await until(cutOff, { everyMs: 100 })).toBe(true)
})

test.each([
  ['something that is not HTTP', 'HELLO\r\n\r\n', 400, 'invalid_request'],
  [
    'more headers than fit',
    `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'request_too_large',
  ],
])('%s gets our own shape, with the headers of any other answer', async (_name, text, status, error) => {
  const service = await serviceForThisTest()
  const { head, headers, body } = await sendRaw(service, text)
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(headers).toMatchObject({ ...common, 'x-request-id': body.request_id })
  expect(body).toMatchObject({ error, request_id: expect.stringMatching(/^req_/) })
})
