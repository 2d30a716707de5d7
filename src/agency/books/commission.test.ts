import { describe, expect, test } from 'vitest'
import { matchStatement, readStatement } from './commission.ts'

const FILE = `Harbor Mutual,,,
"Policy Number","Insured","Written Premium","Commission Rate","Commission"
HM-100,"Park, Ada",1000.00,12%,120.00
HM 200,Lee,"1,200.00",12%,"144.00"
HM-300,Roe,500.00,12%,(60.00)
Total,,2700.00,,204.00
`

const policy = (policy_number: string, outstanding_cents: number) => ({
  policy_id: `pol_${policy_number}`,
  uid: 'hom_x',
  policy_number,
  percent: 12,
  outstanding_cents,
})

describe('a commission statement', () => {
  test('is read with its headings wherever they are, and without its total', () => {
    expect(readStatement(FILE)).toEqual([
      { policy_number: 'HM-100', premium_cents: 100_000, commission_cents: 12_000 },
      { policy_number: 'HM 200', premium_cents: 120_000, commission_cents: 14_400 },
      { policy_number: 'HM-300', premium_cents: 50_000, commission_cents: -6_000 },
    ])
  })

  test.each([
    ['a;b\n1;2\n', 'The file needs a line of headings'],
    ['Policy,Commission\nHM-1,much\n', 'Line 2, policy HM-1: the commission is not an amount.'],
    ['Policy,Commission\n', 'The file has no lines below its headings.'],
  ])('that cannot be read says what is wrong: %j', (text, words) => {
    expect(readStatement(text)).toContain(words)
  })

  test('differs where the amount, the policy or the number of times is another, or a policy is missing', () => {
    const stated = [
      { policy_number: 'HM-100', premium_cents: 100_000, commission_cents: 12_000 },
      { policy_number: 'HM-200', premium_cents: 120_000, commission_cents: 12_000 },
      { policy_number: 'HM-999', premium_cents: null, commission_cents: 700 },
      { policy_number: 'hm100', premium_cents: 100_000, commission_cents: 12_000 },
    ]
    const expected = [
      policy('HM100', 12_000),
      policy('HM-200', 14_400),
      policy('HM-300', 900),
      policy('HM-400', 800),
    ]
    const { differences } = matchStatement(stated, expected, new Set(['pol_HM-300']))
    expect(
      differences.map(({ kind, policy_number, expected_cents, found_cents }) => [
        kind,
        policy_number,
        expected_cents,
        found_cents,
      ]),
    ).toEqual([
      ['commission_differs', 'HM-200', 14_400, 12_000],
      ['commission_unknown', 'HM-999', 0, 700],
      ['commission_twice', 'hm100', 0, 12_000],
      ['commission_missing', 'HM-300', 900, 0],
    ])
  })

  test('in installments, or without a premium, is as expected while the rate or the rest is right', () => {
    const part = { policy_number: 'HM-1', premium_cents: 10_000, commission_cents: 1_200 }
    const whole = { policy_number: 'HM-2', premium_cents: null, commission_cents: 500 }
    const { differences, lines } = matchStatement(
      [part, whole],
      [policy('HM-1', 12_000), policy('HM-2', 500)],
      new Set(),
    )
    expect(differences).toEqual([])
    expect(lines.every(({ expected_cents }) => expected_cents === null)).toBe(true)
  })
})
