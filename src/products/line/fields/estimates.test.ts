import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../../platform/lib/canonical-json.ts'
import { type FieldEstimate, SERVICE_SOURCE } from '../../../platform/values/sourced.ts'
import { reviseEstimates, type SentAnswers, sameValue, unconfirmed } from './estimates.ts'

const crm: FieldEstimate = { field: 'sqft', source: 'crm', confidence: 'low', confirmed_by_user: false }
const service: FieldEstimate = { ...crm, source: SERVICE_SOURCE }
const row = (sqft: number | undefined, entries: FieldEstimate[] = [], locked: string[] = []) => ({
  ...(sqft !== undefined && { sqft }),
  field_estimates: entries,
  locked,
})
const answers = (values: Record<string, unknown>, estimates: SentAnswers['estimates'] = []): SentAnswers => ({
  values: new Map(Object.entries(values)),
  estimates,
  by: 'operator',
  origin: 'operator',
})
const entriesAfter = (...args: Parameters<typeof reviseEstimates>) => reviseEstimates(...args).field_estimates

describe('a value', () => {
  test('that first arrives without an entry is confirmed', () => {
    expect(entriesAfter(row(undefined), answers({ sqft: 2000 }))).toEqual([])
  })

  test('that arrives with an entry is unconfirmed', () => {
    const { confirmed_by_user: _, ...sent } = crm
    expect(unconfirmed(reviseEstimates(row(undefined), answers({ sqft: 2000 }, [sent])))).toEqual([crm])
  })

  test('that is echoed stays as unconfirmed as it was', () => {
    expect(entriesAfter(row(2000, [crm]), answers({ sqft: 2000 }))).toEqual([crm])
    expect(entriesAfter(row(2000, [crm]), answers({ sqft: 2000 }, [crm]))).toEqual([crm])
  })

  test('becomes confirmed by another value without an entry', () => {
    expect(entriesAfter(row(2000, [crm]), answers({ sqft: 2100 }))).toEqual([])
  })

  test('becomes confirmed by confirmed_by_user, and the entry keeps what was not sent', () => {
    const sent = { field: 'sqft', confirmed_by_user: true }
    expect(entriesAfter(row(2000, [crm]), answers({}, [sent]))).toEqual([{ ...crm, confirmed_by_user: true }])
  })

  test('that was confirmed stays so when its entry is echoed without the flag', () => {
    const confirmed = { ...crm, confirmed_by_user: true }
    const { confirmed_by_user: _, ...sent } = crm
    expect(entriesAfter(row(2000, [confirmed]), answers({}, [sent]))).toEqual([confirmed])
    expect(entriesAfter(row(2000, [confirmed]), answers({ sqft: 2100 }, [sent]))).toEqual([crm])
  })

  test('that is cleared takes its entry with it', () => {
    expect(entriesAfter(row(2000, [crm]), answers({ sqft: null }))).toEqual([])
  })
})

describe('an entry', () => {
  test('for no value is refused', () => {
    expect(reviseEstimates(row(undefined), answers({}, [crm])).refusals).toMatchObject([{ field: 'sqft' }])
  })

  test('that names only its field is an estimate of the lowest confidence, and keeps what was known', () => {
    const bare = [{ field: 'sqft' }]
    const unspecified = { ...crm, source: 'unspecified', confidence: 'low' }
    expect(entriesAfter(row(2000), answers({}, bare))).toEqual([unspecified])
    expect(entriesAfter(row(undefined), answers({ sqft: 2000 }, bare))).toEqual([unspecified])
    expect(entriesAfter(row(2000, [crm]), answers({}, bare))).toEqual([crm])
  })

  test('that only confirms leaves no estimate', () => {
    const confirming = reviseEstimates(row(2000), answers({}, [{ field: 'sqft', confirmed_by_user: true }]))
    expect(confirming).toEqual({ field_estimates: [], locked: [], sources: {}, conflicts: [], refusals: [] })
  })
})

describe('an estimate of the service', () => {
  test('is not confirmed by the operator, whether by its own entry or by a new one for the same value', () => {
    for (const sent of [
      { ...service, confirmed_by_user: true },
      { ...crm, confirmed_by_user: true },
    ]) {
      const { field_estimates, refusals } = reviseEstimates(
        row(2000, [service]),
        answers({ sqft: 2000 }, [sent]),
      )
      expect(refusals).toMatchObject([{ field: 'sqft' }])
      expect(field_estimates).toEqual([service])
    }
  })

  test('may be echoed, and gives way to another value', () => {
    expect(entriesAfter(row(2000, [service]), answers({ sqft: 2000 }, [service]))).toEqual([service])
    expect(entriesAfter(row(2000, [service]), answers({ sqft: 2100 }))).toEqual([])
    expect(entriesAfter(row(2000, [service]), answers({ sqft: 2100 }, [crm]))).toEqual([crm])
  })

  test('that an operator made up stays unconfirmed', () => {
    expect(entriesAfter(row(undefined), answers({ sqft: 2000 }, [service]))).toEqual([service])
    const confirmed = { ...service, confirmed_by_user: true }
    expect(reviseEstimates(row(undefined), answers({ sqft: 2000 }, [confirmed])).refusals).toHaveLength(1)
  })

  test('is confirmed and locked by the person', () => {
    const asked: SentAnswers = { ...answers({ sqft: 2000 }), by: 'person' }
    const { field_estimates, locked } = reviseEstimates(row(2000, [service]), asked)
    expect(field_estimates).toEqual([{ ...service, confirmed_by_user: true }])
    expect(locked).toEqual(['sqft'])
  })
})

describe('a locked value', () => {
  test('conflicts with another value from the operator, not with the same one', () => {
    const locked = row(2000, [], ['sqft'])
    expect(reviseEstimates(locked, answers({ sqft: 2100 })).conflicts).toEqual(['sqft'])
    expect(reviseEstimates(locked, answers({ sqft: null })).conflicts).toEqual(['sqft'])
    expect(reviseEstimates(locked, answers({ sqft: 2000 }, [crm]))).toMatchObject({
      conflicts: [],
      field_estimates: [],
    })
  })

  test('can be corrected by the person', () => {
    const correction: SentAnswers = { ...answers({ sqft: 2100 }), by: 'person' }
    expect(reviseEstimates(row(2000, [crm], ['sqft']), correction)).toMatchObject({
      conflicts: [],
      field_estimates: [],
      locked: ['sqft'],
    })
  })
})

test('two values are the same if their JSON is, and no value is the same as null', () => {
  const value = fc.option(fc.jsonValue({ maxDepth: 2 }), { nil: undefined })
  const text = (one: unknown) => canonicalJson(one ?? null)
  const agree = (a: unknown, b: unknown): void => {
    expect(sameValue(a, b)).toBe(text(a) === text(b))
  }
  fc.assert(fc.property(value, value, agree))
  fc.assert(fc.property(value, one => agree(one, structuredClone(one))))
  for (const [a, b] of [
    [undefined, null],
    [1, '1'],
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    [{}, null],
    [[], {}],
    [0, false],
  ])
    agree(a, b)
})
