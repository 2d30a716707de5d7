import { describe, expect, test } from 'vitest'
import { type BindingStop, type Risk, stopOn, stopWords } from './rule.ts'

const at = (text: string): Date => new Date(text)

const NOON = at('2026-11-16T12:00:00Z')

const stop = (changes: Partial<BindingStop> = {}): BindingStop => ({
  stop_id: 'stp_1',
  carrier_id: null,
  line: null,
  state: null,
  zips: null,
  reason: 'Hurricane Elena.',
  starts_at: at('2026-11-16T00:00:00Z'),
  ends_at: at('2026-11-20T17:00:00Z'),
  ...changes,
})

const risk: Risk = { line: 'homeowners', state: 'FL', zip: '33101', carrier_id: 'acme' }

const isStopped = (changes: Partial<BindingStop>, of: Partial<Risk> = {}, now = NOON): boolean =>
  stopOn([stop(changes)], { ...risk, ...of }, now) !== null

describe('a binding stop', () => {
  test.each([
    ['before it starts', '2026-11-15T23:59:59.999Z', false],
    ['in the moment it starts', '2026-11-16T00:00:00Z', true],
    ['just before it ends', '2026-11-20T16:59:59.999Z', true],
    ['in the moment it ends', '2026-11-20T17:00:00Z', false],
  ])('%s', (_name, now, stopped) => {
    expect(isStopped({ state: 'FL' }, {}, at(now))).toBe(stopped)
  })

  test('without an end lasts', () => {
    expect(isStopped({ state: 'FL', ends_at: null }, {}, at('2036-01-01T00:00:00Z'))).toBe(true)
  })

  test.each<[string, Partial<BindingStop>, Partial<Risk>, boolean]>([
    ['of a carrier', { carrier_id: 'acme' }, {}, true],
    ['of another carrier', { carrier_id: 'other' }, {}, false],
    ['of a line', { line: 'homeowners' }, {}, true],
    ['of the other line', { line: 'umbrella' }, {}, false],
    ['of a state', { state: 'FL' }, {}, true],
    ['of another state', { state: 'GA' }, {}, false],
    ['of ZIP codes', { zips: ['33101', '33102'] }, {}, true],
    ['of other ZIP codes', { zips: ['33102'] }, {}, false],
    ['of ZIP codes, for a ZIP+4', { zips: ['33101'] }, { zip: '33101-1234' }, true],
    ['of ZIP codes, for a risk without one', { zips: ['33101'] }, { zip: undefined }, false],
    ['of a carrier in a state', { carrier_id: 'acme', state: 'FL' }, {}, true],
    ['of a carrier in another state', { carrier_id: 'acme', state: 'GA' }, {}, false],
  ])('%s', (_name, changes, of, stopped) => {
    expect(isStopped(changes, of)).toBe(stopped)
  })

  test('that lasts longest is the one people are told about', () => {
    const short = stop({ stop_id: 'short' })
    const long = stop({ stop_id: 'long', ends_at: at('2026-12-24T00:00:00Z') })
    const open = stop({ stop_id: 'open', ends_at: null })
    expect(stopOn([short, long], risk, NOON)?.stop_id).toBe('long')
    expect(stopOn([open, long, short], risk, NOON)?.stop_id).toBe('open')
    expect(stopOn([short, long, open], risk, NOON)?.stop_id).toBe('open')
  })

  test('is told with its end, in the time of the state', () => {
    expect(stopWords(stop(), { state: 'FL', carrier: 'Acme' })).toBe(
      'We aren’t placing new policies here until November 20, 2026, 12:00 p.m. EST. Reason: Hurricane Elena.',
    )
    expect(stopWords(stop({ carrier_id: 'acme', ends_at: null }), { state: 'FL', carrier: 'Acme' })).toBe(
      'We aren’t placing with Acme today. Reason: Hurricane Elena.',
    )
  })
})
