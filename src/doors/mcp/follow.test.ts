import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { follow, toolProgress } from './follow.ts'
import type { Tool } from './tool.ts'

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

type Body = { poll_request?: object; state?: string }

const conversationWith = (answer: (poll: number) => { body: Body; held: boolean }) => {
  const seen = { polls: 0 }
  const http = Fastify()
  http.get('/poll', async (_, reply) => {
    const { body, held } = answer(++seen.polls)
    if (held) reply.header('preference-applied', 'wait=2')
    return reply.send(body)
  })
  const speaker = { address: '192.0.2.1', userAgent: '', authorization: undefined }
  return { seen, conversation: { http, publicUrl: 'http://service.example', requestId: 'req_1', speaker } }
}

const looking = {
  name: 'look',
  annotations: { readOnlyHint: true, destructiveHint: false },
  inputSchema: { type: 'object' },
  row: {
    method: 'GET',
    path: '/poll',
    guard: {},
    operation: {
      input: { properties: {} },
      waits: { stateOf: ({ state }: Body) => (state === 'done' ? null : (state ?? null)) },
    },
  },
} as unknown as Tool

test('a poll that the service had no place to hold is followed by a pause, which ends with the call', async () => {
  const body = { state: 'review' }
  const { conversation, seen } = conversationWith(() => ({ body, held: false }))
  const first = { status: 200, body, isPending: false, held: false }
  const answer = await follow(conversation, {
    tool: looking,
    call: { input: {}, waitSeconds: 0 },
    first,
    signal: AbortSignal.timeout(300),
    tell: async () => undefined,
  })
  expect(seen.polls).toBe(1)
  expect(answer).toEqual(first)
})

test('a call that waits for a person goes on waiting, with a word for each look, until they have acted', async () => {
  const { conversation } = conversationWith(poll => ({
    body: { state: poll < 4 ? 'review' : 'done' },
    held: true,
  }))
  const told: number[] = []
  const answer = await follow(conversation, {
    tool: looking,
    call: { input: {}, waitSeconds: 0 },
    first: { status: 200, body: { state: 'review' }, isPending: false, held: true },
    signal: AbortSignal.timeout(5000),
    tell: async ({ progress }) => void told.push(progress),
  })
  expect(answer.body).toEqual({ state: 'done' })
  expect(told).toEqual([1, 2, 3, 4])
})
