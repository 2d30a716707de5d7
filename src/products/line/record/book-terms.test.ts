import { describe, expect, test } from 'vitest'
import { meaningsOf, nameMeaningOf, policyTerm, termsOf } from './book-terms.ts'

const ada = termsOf({
  names: ['Ada O’Neil-Lovelace', undefined],
  emails: ['ada@example.com'],
  phones: ['+1 (415) 555-0100'],
  addresses: ['12 Maple Street, Apt 4', 'São Paulo 62704'],
})

const finds = (text: string): boolean => meaningsOf(text).some(terms => terms.every(term => ada.has(term)))

describe('a customer is found', () => {
  test.each([
    'Lovel',
    'lo',
    'LOVELACE',
    'ada lov',
    'Lovelace, Ada',
    'oneil',
    "O'Neil",
    'Ada@Example.com ',
    '415-555-0100',
    '4155550100',
    '14155550100',
    '12 maple',
    '12 Maple St',
    'Maple Street',
    'Lovelace maple',
    'sao paulo',
    '62704',
  ])('by %s', text => {
    expect(finds(text)).toBe(true)
  })

  test.each([
    'l',
    '',
    '   ',
    'velace',
    'lovelaces',
    'lov babbage',
    'map',
    'ada@example.org',
    'ada@',
    '415-555-0101',
    '555-0100',
    '13 maple',
  ])('not by "%s"', text => {
    expect(finds(text)).toBe(false)
  })
})

test('a policy number is found however it is written', () => {
  for (const text of ['HO-123 456', 'ho123456', 'HO 123-456'])
    expect(meaningsOf(text)).toContainEqual([policyTerm('HO-123-456')])
})

test('a long name is found by a longer text than is kept of it', () => {
  const terms = termsOf({ names: ['Wolfeschlegelstein'], emails: [], phones: [], addresses: [] })
  expect(meaningsOf('wolfeschlegelst').some(all => all.every(term => terms.has(term)))).toBe(true)
  expect(Math.max(...[...terms].map(term => term.length))).toBeLessThan(20)
})

test('the longest word drives the search, and a text has no more than eight', () => {
  expect(meaningsOf('ada lovelace')[0]?.[0]).toBe('word/lovelace')
  expect(meaningsOf('aa bb cc dd ee ff gg hh ii jj')[0]).toHaveLength(8)
})

describe('two words of one name are filed together', () => {
  const named = (text: string): boolean => nameMeaningOf(text)?.every(term => ada.has(term)) === true

  test.each(['ada lov', 'Lovelace, Ada', 'LO ad', 'ada oneil', 'lovel onei ad'])(
    'and found by "%s"',
    text => {
      expect(named(text)).toBe(true)
    },
  )

  test.each(['ada lok', 'lovelady ada', 'Lovelace maple', 'ada lovelace maple'])('and not by "%s"', text => {
    expect(named(text)).toBe(false)
  })

  test.each(['ada', '12 maple', 'a lovelace', 'ada@example.com'])(
    'but "%s" is not two words of a name',
    text => {
      expect(nameMeaningOf(text)).toBeNull()
    },
  )

  test('so that a word needs no entry of its own unless more of it was typed', () => {
    expect(nameMeaningOf('ada lov')).toEqual(['pair/ada/lov'])
    expect(nameMeaningOf('ada lovel')).toEqual(['pair/ada/lov', 'word/lovel'])
    expect(nameMeaningOf('ada lovelace oneil')).toEqual([
      'pair/love/onei',
      'word/lovelace',
      'word/oneil',
      'word/ada',
    ])
  })

  test('not two words of different people', () => {
    const terms = termsOf({ names: ['Ada Byron', 'Bo Chu'], emails: [], phones: [], addresses: [] })
    expect(nameMeaningOf('byron chu')?.every(term => terms.has(term))).toBe(false)
    expect(nameMeaningOf('chu bo')?.every(term => terms.has(term))).toBe(true)
  })
})
