import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { call } from '../support/client.ts'
import { heavyPng, pngOf } from '../support/pictures.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { until } from '../support/until.ts'
import { startUploadServer } from '../support/upload-server.ts'

const KEY = 'a-shared-key-for-the-tests'
const MIB = 2 ** 20

let service: TestService
let url: string
let stop: () => Promise<void>
beforeAll(async () => {
  service = await startTestService({ work: false, env: { SHARED_KEYS: KEY, RATE_LIMITS: 'off' } })
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
    const body = { attachments: pictures.map(file) }
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

  test('works on four at once and sends others away for a while; small ones pass', async () => {
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
    const post = (body: unknown) => call(own.url, { key: KEY, body })
    const first = [1, 2, 3, 4].map(() => post(large))
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
})
