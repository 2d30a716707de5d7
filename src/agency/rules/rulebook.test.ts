import { describe, expect, test } from 'vitest'
import { states } from '../rating/plan.ts'
import { noticesBefore, noticesBeforeAll, noticesShown } from './notices.ts'
import {
  allRules,
  gapsIn,
  genericRule,
  isStale,
  numberFor,
  offersAskedIn,
  RULE_KINDS,
  unreviewedIn,
} from './rulebook.ts'

const LINES = ['homeowners', 'umbrella']

describe('every entry', () => {
  test.each(allRules().map(rule => [`${rule.state} ${rule.kind}: ${rule.citation}`, rule] as const))(
    '%s',
    (_name, rule) => {
      expect(states).toContain(rule.state)
      expect(RULE_KINDS).toContain(rule.kind)
      expect(rule.lines.length).toBeGreaterThan(0)
      for (const line of rule.lines) expect(LINES).toContain(line)
      expect(rule.citation.length).toBeGreaterThan(8)
      expect(rule.source).toMatch(/^(https?:\/\/|Experian, 2024$)/)
      if (rule.as_of !== null) {
        expect(rule.as_of).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(new Date(rule.as_of).toJSON().slice(0, 10)).toBe(rule.as_of)
      }
      if (rule.read_on !== undefined) {
        expect(rule.read_on).toMatch(/^\d{4}-\d{2}-\d{2}$/)
        expect(rule.read_on >= (rule.as_of ?? '')).toBe(true)
      }
      expect(rule.text ?? rule.value).toBeDefined()
      const isOffer = rule.kind === 'mandatory_offer' || rule.kind === 'waiver'
      if (isOffer) expect(rule).toMatchObject({ coverage: expect.any(String), text_es: expect.any(String) })
      if (
        isOffer ||
        rule.kind === 'compensation' ||
        rule.kind === 'disclosure' ||
        rule.kind === 'notice_period'
      )
        expect(['us', 'carrier_portal']).toContain(rule.performer)
    },
  )
})

test('every kind that people are shown, or that a deadline rests on, has a general fallback', () => {
  for (const kind of RULE_KINDS)
    if (
      ![
        'credit_limit',
        'license_number',
        'surplus_lines_search',
        'surplus_lines_disclosure',
        'compensation',
        'disclosure',
        'mandatory_offer',
        'waiver',
        'notice_period',
      ].includes(kind)
    )
      expect(genericRule(kind)).not.toBeNull()
})

describe('before signing', () => {
  test('every state and the District of Columbia is looked at', () => {
    expect(new Set(states).size).toBe(51)
  })

  test.each(states)('a person in %s is shown', state => {
    const cases = [
      { line: 'homeowners', surplus: false, windDeductible: false },
      { line: 'homeowners', surplus: false, windDeductible: true },
      { line: 'homeowners', surplus: true, windDeductible: true },
      { line: 'umbrella', surplus: false, windDeductible: false },
      { line: 'umbrella', surplus: true, windDeductible: false },
    ]
    const shown = cases.map(({ line, surplus, windDeductible }) =>
      [
        `${line}${surplus ? ', surplus lines' : ''}${windDeductible ? ', wind deductible' : ''}`,
        ...noticesBefore({ state, line, surplus, windDeductible }).map(
          ({ title, text, text_es, citation }) =>
            `  ${title} (${citation ?? 'general text'}): ${text}${text_es ? `\n    es: ${text_es}` : ''}`,
        ),
      ].join('\n'),
    )
    expect(shown.join('\n')).toMatchSnapshot()
  })

  test('two homes in one state show each notice once, and a second state adds its own', () => {
    const home = { line: 'homeowners', surplus: false, windDeductible: false }
    const one = noticesBeforeAll([{ ...home, state: 'VA' }])
    expect(
      noticesBeforeAll([
        { ...home, state: 'VA' },
        { ...home, state: 'VA' },
      ]),
    ).toEqual(one)
    const two = noticesBeforeAll([
      { ...home, state: 'VA' },
      { ...home, state: 'DC' },
    ])
    expect(two.map(({ state, kind }) => `${state} ${kind}`)).toEqual([
      'VA fraud_warning',
      'VA privacy_notice',
      'DC fraud_warning',
    ])
  })

  test('the evidence holds the words, and another word is another version', () => {
    const notices = noticesBefore({ state: 'VA', line: 'umbrella', surplus: false, windDeductible: false })
    const shown = noticesShown(notices)
    for (const { text } of notices) expect(shown.words).toContain(text)
    const changed = notices.map(notice => ({ ...notice, text: `${notice.text} ` }))
    expect(noticesShown(changed).version).not.toBe(shown.version)
  })
})

test('a state’s own number counts, and elsewhere the general one', () => {
  expect(numberFor({ state: 'NY', line: 'umbrella' }, 'record_years')).toBe(6)
  expect(numberFor({ state: 'CA', line: 'umbrella' }, 'record_years')).toBe(7)
  expect(numberFor({ state: 'NJ', line: 'homeowners' }, 'binder_days')).toBe(60)
  expect(numberFor({ state: 'NJ', line: 'umbrella' }, 'binder_days')).toBe(90)
  expect(numberFor({ state: 'MD', line: 'homeowners' }, 'record_years')).toBe(7)
})

test('what must be offered is listed by state and line, with who offers it', () => {
  const asked = (state: string, line = 'homeowners') =>
    offersAskedIn({ state, line }).map(({ kind, coverage, performer }) => `${kind} ${coverage} ${performer}`)
  expect(asked('CA')).toEqual(['mandatory_offer earthquake carrier_portal'])
  expect(asked('IL')).toEqual(['waiver mine_subsidence carrier_portal'])
  expect(asked('FL')).toHaveLength(3)
  expect([asked('NY'), asked('TX'), asked('WA'), asked('CA', 'umbrella')]).toEqual([[], [], [], []])
})

test('counsel’s review covers what was in the book that day, and no later entry', () => {
  const review = (reviewed_at: string) => [{ state: 'NY', reviewed_by: 'A. Counsel', reviewed_at }]
  expect(unreviewedIn([], ['NY', 'WV'])).toEqual(['NY', 'WV'])
  expect(unreviewedIn(review('2026-11-18'), ['NY'])).toEqual(['NY'])
  expect(unreviewedIn(review('2026-11-19'), ['NY'])).toEqual([])
})

test('gaps are listed: a state, line and kind without a source', () => {
  const gaps = gapsIn(states, LINES)
  expect(gaps).toContainEqual({ state: 'WY', line: 'umbrella', kind: 'fraud_warning' })
  expect(gaps).not.toContainEqual({ state: 'FL', line: 'umbrella', kind: 'fraud_warning' })
  expect(gaps).not.toContainEqual({ state: 'NY', line: 'homeowners', kind: 'fraud_warning' })
})

test.each([
  ['2025-05-15', true],
  ['2025-05-16', false],
])('an entry of %s is stale on November 16, 2026: %s', (as_of, stale) => {
  expect(isStale({ as_of }, new Date('2026-11-16T00:00:00Z'))).toBe(stale)
})
