import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { heavyPng, pngOf } from '../../support/browser/pictures.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'
import { startUploadServer } from '../../support/servers/upload-server.ts'

const KEY = 'a-shared-key-for-the-tests'
const OTHER_KEY = 'another-shared-key-for-the-tests'
const MIB = 2 ** 20

let service: TestService
let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  service = await startTestService({
    work: false,
    env: { SHARED_KEYS: `${KEY},${OTHER_KEY}`, RATE_LIMITS: 'off' },
  })
  ;({ url, stop } = await startUploadServer(service))
})
afterAll(async () => {
  await stop()
  await service.stop()
})

const file = (bytes: Buffer) => ({
  type: 'declarations',
  filename: 'a.png',
  content: bytes.toString('base64'),
})

const send = (body: unknown, headers: Record<string, string> = {}) => call(url, { key: KEY, body, headers })

describe('a route that takes large bodies', () => {
  test('takes 25 MiB of files, and answers the same request again from the store', async () => {
    const pictures = [10 * MIB, 10 * MIB, 5 * MIB].map(heavyPng)
    const headers = { 'idempotency-key': randomUUID() }
    const body = JSON.stringify({ attachments: pictures.map(file) })
    const first = await send(body, headers)
    expect(first).toMatchObject({ status: 200, body: { sizes: pictures.map(({ length }) => length) } })
    const again = await send(body, headers)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const [last] = pictures.slice(-1)
    if (last) last[last.length - 40] = (last.at(-40) ?? 0) ^ 1
    expect(await send({ attachments: pictures.map(file) }, headers)).toMatchObject({
      status: 422,
      body: { error: 'idempotency_conflict' },
    })
  })

  test('leaves nothing behind on a connection that carries many', async () => {
    const warnings: string[] = []
    const note = ({ message }: Error) => warnings.push(message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const body = JSON.stringify({ attachments: [file(heavyPng(300_000))] })
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    for (let sent = 0; sent < 12; sent++)
      expect(
        await new Promise((resolve, reject) =>
          request(
            url,
            {
              agent,
              method: 'POST',
              headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
            },
            answer => answer.resume().once('end', () => resolve(answer.statusCode)),
          )
            .once('error', reject)
            .end(body),
        ),
      ).toBe(200)
    expect(warnings).toEqual([])
  })

  test('says how large a body may be', async () => {
    expect(await send({ attachments: [file(Buffer.alloc(26 * MIB))] })).toMatchObject({
      status: 413,
      body: { error: 'request_too_large', message: expect.stringContaining('34 MiB') },
    })
    expect(await send({ attachments: [file(heavyPng(10 * MIB + 1))] })).toMatchObject({
      status: 413,
      body: { fields: [{ path: 'attachments[0].content' }] },
    })
  })

  test.each([
    ['numbers', `[${'1,'.repeat(MIB)}1]`],
    ['strings', `[${'"",'.repeat(MIB)}""]`],
    ['keys', `{${Array.from({ length: 100_000 }, (_, at) => `"k${at}":1`).join()}}`],
    ['spaces', `[${' '.repeat(MIB)}]`],
    ['long keys', `{"${'k'.repeat(MIB)}":1}`],
  ])('does not take a million %s', async (_name, body) => {
    expect(await send(body)).toMatchObject({ status: 413, body: { error: 'request_too_large' } })
  })

  test('works on three of one caller at once; those of others and small ones pass', async () => {
    let open = (): void => undefined
    let arrived = 0
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    const held = async () => {
      arrived++
      await gate
    }
    const own = await startUploadServer(service, { held })
    onTestFinished(() => own.stop())
    const large = { attachments: [file(heavyPng(MIB))] }
    const post = (body: unknown, key = KEY, address = '203.0.113.1') =>
      call(own.url, { key, body, headers: { 'x-forwarded-for': address } })
    const first = [1, 2, 3].map(() => post(large))
    await until(() => arrived === 3)
    expect((await post(large, OTHER_KEY)).status).toBe(503)
    expect((await post(large, KEY, '203.0.113.2')).status).toBe(503)
    first.push(post(large, OTHER_KEY, '203.0.113.2'))
    await until(() => arrived === 4)
    const refused = await post(large)
    expect(refused).toMatchObject({ status: 503, body: { error: 'unavailable' } })
    expect(refused.headers.get('retry-after')).toBe('2')
    const small = post({ attachments: [file(pngOf(900, 900))] })
    await until(() => arrived === 5)
    open()
    const answers = await Promise.all([...first, small])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    await until(async () => (await post(large)).status === 200)
  })

  test('four senders that send nothing keep nobody from uploading, and are cut off', async () => {
    const { port, pathname } = new URL(url)
    const idle = [1, 2, 3, 4].map(() => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined).resume()
      socket.write(
        `POST ${pathname} HTTP/1.1\r\nHost: us\r\nX-Forwarded-For: 203.0.113.7\r\nAuthorization: Bearer ${OTHER_KEY}\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n{`,
      )
      return socket
    })
    await until(() => service.log.some(line => line.includes('share_used_up')))
    expect((await send({ attachments: [file(heavyPng(MIB))] })).status).toBe(200)
    await until(() => idle.filter(({ closed }) => closed).length >= 3)
    expect(service.log.some(line => line.includes('sender_cut_off'))).toBe(true)
    for (const socket of idle) socket.destroy()
  })

  test('senders that hang up while their credential is checked take no place', async () => {
    const key = await getKey(service.url, newEmail())
    const { port, pathname } = new URL(url)
    const hungUp = Array.from({ length: 12 }, () => {
      const socket = connect(Number(port), '127.0.0.1')
      socket.on('error', () => undefined).resume()
      socket.end(
        `POST ${pathname} HTTP/1.1\r\nHost: us\r\nX-Forwarded-For: 203.0.113.9\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n{`,
      )
      return socket
    })
    await until(() => hungUp.every(({ closed }) => closed))
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    const body = { attachments: [file(heavyPng(MIB))] }
    await until(async () => (await call(url, { key, body, headers })).status === 200)
  })

  test('names only the first problem of a body with thousands of values, and no more than 10,000 are read', async () => {
    const keys = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1]))
    const many = await send(keys(5000))
    expect(many.status).toBe(400)
    expect(many.body.fields).toHaveLength(1)
    expect((await send(keys(15))).body.fields).toHaveLength(16)
    expect((await send(keys(20_000))).status).toBe(413)
    expect((await send({ attachments: Array(20_000).fill(1) })).status).toBe(413)
  })
})

test('a caller that pretends to be a carrier has three large events read at once', async () => {
  const { port } = new URL(service.url)
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  /** Announces a large event, sends none of it, and notes what it is told. */
  const announce = (): { told: () => string } => {
    let told = ''
    const socket = connect(Number(port), '127.0.0.1')
    sockets.push(socket)
    socket
      .on('error', () => undefined)
      .on('data', bytes => {
        told += String(bytes)
      })
    socket.write(
      `POST /carriers/nobody/events HTTP/1.1\r\nHost: us\r\nContent-Type: application/json\r\nContent-Length: ${MIB}\r\n\r\n`,
    )
    return { told: () => told }
  }
  const events = [1, 2, 3, 4].map(announce)
  await until(() => events.some(({ told }) => told().startsWith('HTTP/1.1 503')))
  expect(events.filter(({ told }) => told() === '')).toHaveLength(3)
  for (const socket of sockets) socket.destroy()
  const event = () => call(`${service.url}/carriers/nobody/events`, { body: { sent: 'x'.repeat(MIB) } })
  await until(async () => (await event()).status === 401)
})
