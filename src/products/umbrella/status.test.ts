import { expect, test } from 'vitest'
import type { UmbrellaSession } from './operator/session-schema.ts'
import { umbrellaStatus } from './status.ts'

test('a signature is waited for only until its offer expires', () => {
  const stateWith = (operation: string) =>
    umbrellaStatus.waits?.stateOf({
      status: 'signature_needed',
      waiting_on: 'buyer',
      next_action: { operation, description: '' },
    } as UmbrellaSession)
  expect(stateWith('status')).not.toBeNull()
  expect(stateWith('draft')).toBeNull()
})
