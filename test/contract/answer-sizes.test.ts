import { expect, test } from 'vitest'
import examples from '../../data/examples.json' with { type: 'json' }
import { MAX_ANSWER_BYTES } from '../../src/http/send-at-once.ts'
import { documents } from '../../src/page-table.ts'
import { call } from '../support/people/client.ts'
import { startServer } from '../support/servers/server.ts'
import { serviceForThisTest } from '../support/servers/service.ts'

test('every document that anyone can read stays below 2 MB', async () => {
  const { url } = await serviceForThisTest({ work: false })
  const paths = documents({ production: false }, () => 'running')
    .filter(({ method, path }) => method !== 'POST' && !path.includes('{'))
    .map(({ path }) => path)
  expect(paths.length).toBeGreaterThan(20)
  for (const path of paths) {
    const { status, text } = await call(url + path)
    expect(status, path).toBeLessThan(500)
    expect(Buffer.byteLength(text), path).toBeLessThan(MAX_ANSWER_BYTES)
  }
})

test('every recorded response stays below a tenth of the limit', () => {
  const bodies = Object.values(examples.operations).map(example => JSON.stringify(example))
  expect(bodies.length).toBeGreaterThan(10)
  expect(Math.max(...bodies.map(body => body.length))).toBeLessThan(MAX_ANSWER_BYTES / 10)
})

test('a response that grew too large is not sent', async () => {
  const service = await serviceForThisTest({ work: false })
  const respond = (bytes: number) => ({ type: 'text/plain', body: 'x'.repeat(bytes) })
  const row = { page: false, contract: null }
  const server = await startServer(service, {
    documents: [
      { ...row, path: '/fits', respond: () => respond(MAX_ANSWER_BYTES) },
      { ...row, path: '/large', respond: () => respond(MAX_ANSWER_BYTES + 1) },
    ],
  })
  try {
    expect((await call(`${server.url}/fits`)).status).toBe(200)
    const { status, text } = await call(`${server.url}/large`)
    expect(status).toBe(500)
    expect(text.length).toBeLessThan(1000)
  } finally {
    await server.stop()
  }
})
