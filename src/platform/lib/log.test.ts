import { expect, test } from 'vitest'
import { createLog, linesInTurns } from './log.ts'

const facts = { method: 'GET', route: '/docs', status: 200, ms: 3, caller: undefined, credential: undefined }

test('the lines of a turn leave in one write, in their order', async () => {
  const writes: string[] = []
  const log = createLog('info', linesInTurns({ write: text => writes.push(text) }))
  log.request({ request_id: 'first', ...facts })
  log.warn({ token: 'secret' }, 'between')
  log.request({ request_id: 'second', ...facts })
  expect(writes).toEqual([])
  await new Promise(setImmediate)
  const [lines = '', ...later] = writes
  expect(later).toEqual([])
  expect(
    lines
      .trimEnd()
      .split('\n')
      .map(line => ({ ...JSON.parse(line), time: '' })),
  ).toEqual([
    {
      level: 'info',
      time: '',
      request_id: 'first',
      method: 'GET',
      route: '/docs',
      status: 200,
      ms: 3,
      msg: 'request',
    },
    { level: 'warn', time: '', token: '[redacted]', msg: 'between' },
    {
      level: 'info',
      time: '',
      request_id: 'second',
      method: 'GET',
      route: '/docs',
      status: 200,
      ms: 3,
      msg: 'request',
    },
  ])
})

test('a request is not logged above its level', async () => {
  const writes: string[] = []
  createLog('warn', { write: text => writes.push(text) }).request({ request_id: 'first', ...facts })
  expect(writes).toEqual([])
})
