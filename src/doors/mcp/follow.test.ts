import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { follow, toolProgress } from './follow.ts'

test('progress goes up with every word of it, also while no carrier answers, and never past the end', () => {
  const answered = [0, 0, 3, 3, 3, 4, 5, 5]
  const told = answered.map((count, at) =>
    toolProgress({ body: { quoting: { asked: 5, answered: count } } }, at + 1),
  )
  const numbers = told.map(({ progress }) => progress)
  expect([...new Set(numbers)].sort((a, b) => a - b)).toEqual(numbers)
  expect(numbers.every(progress => progress < 5)).toBe(true)
  expect(told.every(({ total }) => total === 5)).toBe(true)
})

test('a poll that the service had no place to hold is followed by a pause, which ends with the call', async () => {
  const url = 'http://service.example'
  const body = { poll_request: { method: 'GET' as const, url: `${url}/poll` } }
  let polls = 0
  const http = Fastify()
  http.get('/poll', async (_, reply) => {
    polls++
    return reply.header('retry-after', '2').send(body)
  })
  const speaker = { address: '192.0.2.1', userAgent: '', authorization: undefined }
  const first = { status: 202, body, isPending: true, held: false }
  const answer = await follow(
    { http, publicUrl: url, requestId: 'req_1', speaker },
    { first, signal: AbortSignal.timeout(300), tell: async () => undefined },
  )
  expect(polls).toBe(1)
  expect(answer).toEqual({ ...first, status: 200 })
})
