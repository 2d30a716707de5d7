import { expect, test } from 'vitest'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
import type { CredentialRow } from '../../../platform/key/store.ts'
import { DAY, HOUR, later } from '../../../platform/lib/clock.ts'
import { grantsView, keyDetails } from './key-page.ts'

const now = new Date('2026-11-18T20:00:00Z')

const expiryShown = (left: number): string => {
  const key = { prefix: 'key_abc', created_at: now, last_used_at: null, expires_at: later(now, left) }
  return String(keyDetails(key as CredentialRow, now)).split('<dt>Expires</dt>')[1] ?? ''
}

test('a key that expires in some hours is not said to expire today, because that can be tomorrow', () => {
  expect(expiryShown(10 * HOUR)).toMatch(/Nov 19, 2026.*>in less than a day</)
  expect(expiryShown(DAY)).toContain('>in 1 day<')
  expect(expiryShown(29 * DAY)).toContain('>in 29 days<')
  expect(expiryShown(31 * DAY)).not.toContain('badge')
})

test('a list of apps and agents that was cut says how to see the rest', () => {
  const shown = (hasMore: boolean): string =>
    String(grantsView({ grants: [], hasMore }, {} as DocumentRequest))
  expect(shown(true)).toContain('Older ones are not listed.')
  expect(shown(false)).not.toContain('Older ones')
})
