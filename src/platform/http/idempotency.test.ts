import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { hashesOfFiles, replayOf } from './idempotency.ts'

const caller = { kind: 'operator', address: '', userAgent: '', scope: 'opr_1', credentialId: null }
const route = { path: '/attach', operation: {} }
const files = [9 * 2 ** 20, 70_000].map((length, at) => ({ content: String(at).repeat(length) }))
const parts = [{}, {}, { uid: 'umb_1', attachments: files }] as const

test('files that are hashed in steps give the same fingerprint', async () => {
  const hashes = await hashesOfFiles(parts[2])
  expect(hashes.size).toBe(2)
  expect(replayOf(caller, route, 'key', { parts, hashes })).toEqual(replayOf(caller, route, 'key', { parts }))
})

test('other calls are served while the files of a large body are hashed', async () => {
  let turns = 0
  let isDone = false
  const counting = (async () => {
    while (!isDone) {
      await setImmediate()
      turns++
    }
  })()
  await hashesOfFiles(parts[2])
  isDone = true
  await counting
  expect(turns).toBeGreaterThanOrEqual(3)
})
