import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { readBody } from './parse-json-only.ts'

const LIMIT = 300_000

const startServer = async () => {
  const server = fastify({ bodyLimit: LIMIT })
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', readBody)
  server.post('/', ({ body }) => body)
  await server.listen({ port: 0 })
  onTestFinished(() => server.close())
  return (server.server.address() as AddressInfo).port
}

const send = (port: number, pieces: Buffer[], headers: Record<string, string | number>) =>
  new Promise<{ status: number | undefined; bytes: Buffer }>((resolve, reject) => {
    const call = request(
      { port, method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
      async answer => {
        const bytes = Buffer.concat(await answer.toArray())
        resolve({ status: answer.statusCode, bytes })
      },
    ).once('error', reject)
    for (const piece of pieces) call.write(piece)
    call.end()
  })

const pieceOf = (length: number, at: number) => Buffer.alloc(length, `${at} of many pieces `)

test.each([
  ['empty', []],
  ['of one small piece', [12]],
  ['of one large piece', [200_000]],
  ['that ends where the first buffer ends', [65_536]],
  ['of many pieces', [1, 65_535, 1, 70_000, 3, 131_000, 10]],
  ['as long as is allowed', [100_000, 100_000, 100_000]],
])('a body %s is read as it was sent, with and without its length told', async (_name, lengths) => {
  const port = await startServer()
  const pieces = lengths.map(pieceOf)
  const whole = Buffer.concat(pieces)
  const told = { 'content-length': whole.length }
  for (const headers of [told, { 'transfer-encoding': 'chunked' }]) {
    const { status, bytes } = await send(port, pieces, headers)
    expect(status).toBe(200)
    expect(bytes.equals(whole)).toBe(true)
  }
})

test('a body that grows longer than is allowed is refused, told or not', async () => {
  const port = await startServer()
  const pieces = [pieceOf(LIMIT, 0), pieceOf(1, 1)]
  expect(await send(port, pieces, { 'content-length': LIMIT + 1 })).toMatchObject({ status: 413 })
  expect(await send(port, pieces, { 'transfer-encoding': 'chunked' })).toMatchObject({ status: 413 })
})
