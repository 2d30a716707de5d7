import { expect, test } from 'vitest'
import { codeAt, otpauthUrl, stepAt, stepOfCode, toBase32 } from './totp.ts'

const secret = Buffer.from('12345678901234567890')

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at second %i the code is the one of RFC 6238, appendix B', (seconds, code) => {
  expect(codeAt(secret, stepAt(new Date(seconds * 1000)))).toBe(code)
})

test('a code counts for its own step and one around it, once, and never again', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  const tried = (at: number, lastStep = 0) => stepOfCode(secret, codeAt(secret, at), { now, lastStep })
  expect([step - 1, step, step + 1].map(at => tried(at))).toEqual([step - 1, step, step + 1])
  expect([step - 2, step + 2].map(at => tried(at))).toEqual([null, null])
  expect(tried(step, step)).toBeNull()
  expect(tried(step - 1, step)).toBeNull()
  for (const junk of ['', '12345', '1234567', 'abcdef', '٠٠٥٩٢٤'])
    expect(stepOfCode(secret, junk, { now, lastStep: 0 })).toBeNull()
})

test('a secret is written as RFC 4648 has it, and as authenticator apps read it', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(toBase32(secret)).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(otpauthUrl(secret, { issuer: 'Maple & Sons', account: 'ann@agency.example' })).toBe(
    'otpauth://totp/Maple%20%26%20Sons%3Aann%40agency.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Maple%20%26%20Sons',
  )
})
