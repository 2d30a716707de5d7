import { expect, test } from 'vitest'
import { offerEnd } from './offer.ts'

const now = new Date('2026-01-02T00:00:00Z')
const open = { superseded_at: null, refused_at: null, expires_at: new Date('2026-01-02T00:00:00.001Z') }

test('an offer ends when another takes its place, its carrier refuses it, or its time is over', () => {
  expect(offerEnd(open, now)).toBeNull()
  expect(offerEnd({ ...open, expires_at: now }, now)).toBe('expired')
  expect(offerEnd({ ...open, refused_at: now }, now)).toBe('refused')
  expect(offerEnd({ ...open, refused_at: now, superseded_at: now }, now)).toBe('superseded')
})
