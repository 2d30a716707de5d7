import { describe, expect, it } from 'vitest'
import { toldResult } from './frame.ts'

const MESSAGES = {
  saved: 'Saved.',
  late: 'Already handled. Nothing was saved.',
  taken: 'Someone else has it, so nothing was saved. Ask them.',
  refused: 'Nothing was erased. The reasons are below.',
}

const words = (...given: Parameters<typeof toldResult>): string => String(toldResult(...given))

describe('the result of what staff did', () => {
  it('is a success, and a warning if nothing was saved', () => {
    expect(words(MESSAGES, 'saved')).toMatch(/class="callout success" role="status".*Saved\./)
    expect(words(MESSAGES, 'late')).toMatch(/class="callout warning" role="status".*Already handled\./)
    for (const name of ['taken', 'refused'])
      expect(words(MESSAGES, name)).toContain('class="callout warning"')
  })

  it.each([undefined, '', 'unknown', 'constructor', ['saved', 'late']])('says nothing for %j', done => {
    expect(words(MESSAGES, done)).toBe('')
  })
})
