import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { isGenuine } from './verify.ts'

test('an event whose signed parts could be cut elsewhere is refused', () => {
  const at = new Date()
  const timestamp = String(Math.floor(at.getTime() / 1000))
  const genuine = (id: string) =>
    isGenuine(
      'secret',
      { id, timestamp, signature: new Webhook('secret', { format: 'raw' }).sign(id, at, '{}') },
      '{}',
    )
  expect(genuine('evt_1')).toBe(true)
  expect(genuine('evt.1')).toBe(false)
})
