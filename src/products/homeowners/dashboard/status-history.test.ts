import { describe, expect, test } from 'vitest'
import { later, MINUTE } from '../../../platform/lib/clock.ts'
import { historyOf } from './status-history.ts'

const start = new Date('2026-03-01T09:00:00Z')

const walk = (...events: (string | [event: string, actor: string])[]) =>
  historyOf(
    events.map((step, at) => {
      const [event, actor] = typeof step === 'string' ? [step, 'opr_us'] : step
      return { event, actor, at: later(start, at * MINUTE) }
    }),
    'opr_us',
  )

const statuses = (...events: Parameters<typeof walk>) => walk(...events).map(({ status }) => status)

describe('the history of a request', () => {
  test('tells the status that each step led into, when it led into another', () => {
    expect(
      statuses(
        'created',
        'updated',
        'consent_given',
        'submit',
        'offers_arrived',
        'offers_mailed',
        'rated_value_changed',
        'offers_arrived',
        'consent_withdrawn',
      ),
    ).toEqual([
      'needs_more_info',
      null,
      null,
      'pending_quotes',
      'quoted',
      'quotes_published',
      'pending_quotes',
      'quotes_published',
      'needs_more_info',
    ])
  })

  test('past quoted the status stays, whatever the homeowner does', () => {
    expect(
      statuses('created', 'submit', 'offers_arrived', 'select', 'bind_ordered', 'bind', 'consent_withdrawn'),
    ).toEqual(['needs_more_info', 'pending_quotes', 'quoted', null, null, null, null])
  })

  test('names who it was without naming anybody', () => {
    const steps = walk(
      'created',
      ['updated', 'homeowner'],
      ['offers_arrived', 'service'],
      ['select', 'staff:stf_1'],
    )
    expect(steps.map(({ who }) => who)).toEqual(['operator', 'homeowner', 'service', 'service'])
    expect(JSON.stringify(steps)).not.toMatch(/stf_1|opr_us/)
  })

  test('tells a step that is repeated once, with its last time', () => {
    expect(walk('created', 'updated', 'updated', 'updated', 'submit')).toMatchObject([
      { times: 1 },
      { times: 3, at: later(start, 3 * MINUTE) },
      { times: 1 },
    ])
    expect(walk('created', 'updated', ['updated', 'homeowner'])).toHaveLength(3)
  })

  test('ends with the erasure, which leads to no status that the request never had', () => {
    expect(walk('created', ['erased', 'service']).at(-1)).toMatchObject({
      words: 'Personal data erased',
      who: 'service',
      status: null,
    })
  })

  test('leaves out what it has no words for', () => {
    expect(walk('created', 'something_new', 'toString')).toHaveLength(1)
  })
})
