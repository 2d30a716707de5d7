import { describe, expect, it } from 'vitest'
import { emailMark, isMarkOf } from './email-mark.ts'

const ada = { emailMac: Buffer.from('ada') }
const bob = { emailMac: Buffer.from('bob') }
const nobody = { emailMac: null }

describe('the mark of an application’s email address', () => {
  it('fits as long as the address stays the same', () => {
    expect(isMarkOf(ada, emailMark(ada))).toBe(true)
  })

  it('ends with another address, and without one', () => {
    expect(isMarkOf(bob, emailMark(ada))).toBe(false)
    expect(isMarkOf(nobody, emailMark(ada))).toBe(false)
    expect(isMarkOf(ada, { email: emailMark(ada).email.slice(1) })).toBe(false)
  })

  it('of no address opens nothing, not even an application without one', () => {
    expect(isMarkOf(nobody, emailMark(nobody))).toBe(false)
  })
})
