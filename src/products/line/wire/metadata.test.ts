import { describe, expect, test } from 'vitest'
import { Failure } from '../../../platform/errors.ts'
import { mergeMetadata, pairIn } from './metadata.ts'

const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`n${at}`, 'x']))

const problemsOf = (act: () => unknown): string[] => {
  try {
    act()
  } catch (error) {
    if (error instanceof Failure)
      return (error.details.fields ?? []).map(({ path, code }) => `${path} ${code}`)
    throw error
  }
  return []
}

describe('metadata', () => {
  test('adds and replaces pairs, and null removes one', () => {
    expect(mergeMetadata({ a: '1', b: '2' }, { b: '3', c: '4', a: null })).toEqual({ b: '3', c: '4' })
  })

  test('holds ten pairs in all, so an eleventh needs room first', () => {
    expect(problemsOf(() => mergeMetadata(ten, { more: 'x' }))).toEqual(['metadata too_many_items'])
    expect(Object.keys(mergeMetadata(ten, { more: 'x', n0: null }))).toHaveLength(10)
  })

  test.each(['a b', '1st', 'a:b', '', 'x'.repeat(41)])('refuses the name %j', name => {
    expect(problemsOf(() => mergeMetadata({}, { [name]: 'x' }))).toEqual([`metadata.${name} wrong_format`])
  })

  test('refuses what must not be stored', () => {
    expect(problemsOf(() => mergeMetadata({}, { ssn: '123-45-6789' }))).toEqual([
      'metadata.ssn forbidden_key',
    ])
  })

  test.each([
    ['LOAN 219-09-9999', 'forbidden_number'],
    ['dana@example.com', 'personal_data'],
    ['call (415) 555-0100', 'personal_data'],
    ['+1 415-555-0100', 'personal_data'],
  ])('refuses a value that names a person: %s', (value, code) => {
    expect(problemsOf(() => mergeMetadata({}, { reference: value }))).toEqual([`metadata.reference ${code}`])
  })

  test.each([
    'LOAN-4711',
    '4155550100',
    'MIN 1000123-4567890123-4',
    '2026-11-19',
    'branch@12',
    'A-415-555-0100',
  ])('takes a reference of digits, letters and signs: %s', value => {
    expect(mergeMetadata({}, { reference: value })).toEqual({ reference: value })
  })

  test('a filter is split at its first colon', () => {
    expect(pairIn('reference:a:b')).toEqual({ name: 'reference', value: 'a:b' })
  })
})
