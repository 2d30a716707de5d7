import { expect, test } from 'vitest'
import { keyExpiringEmail, keyIssuedEmail } from './keys.ts'

const expiresAt = new Date('2027-11-18T01:00:00Z')

test('the day on which a key expires names its time zone, because it can be the day before for the reader', () => {
  const facts = { prefix: 'key_abc', rotated: false, main: true, name: null, notYet: null }
  for (const email of [
    keyExpiringEmail('ann@example.com', 'key_abc', { days: 7, expiresAt }),
    keyIssuedEmail('ann@example.com', { ...facts, expiresAt }),
  ]) {
    expect(email.paragraphs.join(' ')).toContain('on November 18, 2027 (UTC).')
    expect(email.facts?.at(-1)?.[1]).toBe('November 18, 2027 (UTC)')
  }
})

test('a key that expires in one day is said to expire in 1 day', () => {
  const subject = (days: number) =>
    keyExpiringEmail('ann@example.com', 'key_abc', { days, expiresAt }).subject
  expect(subject(1)).toBe('Your operator key expires in 1 day')
  expect(subject(7)).toBe('Your operator key expires in 7 days')
})
