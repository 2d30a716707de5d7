import { describe, expect, test } from 'vitest'
import {
  declarationsPage,
  HOME_POLICY,
  homeStyles,
  type PageStyle,
  type PrintedPolicy,
  umbrellaStyles,
} from '../../../../test/support/carriers/declarations-page.ts'
import { PLANTED, recordOf } from '../../../../test/support/carriers/planted.ts'
import { readFileBytes } from '../../documents/file-reading.ts'
import type { ReadDeclarations } from '../../documents/read-declarations.ts'
import type { IssuedTerms } from '../versions.ts'
import { compareDeclarations, termsPrinted, verdictOn } from './compare.ts'

const readPage = async (style: PageStyle, policy: PrintedPolicy): Promise<ReadDeclarations> => {
  const bytes = new Uint8Array(await declarationsPage(style, policy))
  const reading = await readFileBytes({ bytes, reads: 'declarations' })
  if (reading.kind !== 'read' || !reading.declarations) throw new Error('nothing was read')
  return reading.declarations
}

const [plain, ...otherStyles] = homeStyles as [PageStyle, ...PageStyle[]]

const alarmsOf = async (style: PageStyle, printed: PrintedPolicy, recorded: IssuedTerms) => {
  const facts = compareDeclarations(await readPage(style, printed), recorded)
  return {
    verdict: verdictOn(facts),
    alarms: facts
      .filter(({ outcome }) => outcome === 'different' || outcome === 'not_found')
      .map(({ label }) => label),
  }
}

const UMBRELLA: PrintedPolicy = (() => {
  const { storm: _, roof: _roof, ...policy } = HOME_POLICY
  return { ...policy, limits: { coverage_limit: 2_000_000 }, mortgagees: [] }
})()

describe('a page as agreed', () => {
  test('is accepted by rule, in every look and both lines', async () => {
    for (const style of homeStyles)
      expect(await alarmsOf(style, HOME_POLICY, recordOf(HOME_POLICY))).toEqual({
        verdict: 'accept',
        alarms: [],
      })
    for (const style of umbrellaStyles)
      expect(await alarmsOf(style, UMBRELLA, recordOf(UMBRELLA))).toEqual({ verdict: 'accept', alarms: [] })
  })
})

describe('a page that is not as agreed', () => {
  test.each(PLANTED.slice(0, 12).map((one, at) => [one.label, at, one] as const))(
    'shows %s (%i), and is not accepted by rule',
    async (label, at, { plant }) => {
      const style = homeStyles[at % homeStyles.length] as PageStyle
      const { verdict, alarms } = await alarmsOf(style, plant(HOME_POLICY), recordOf(HOME_POLICY))
      expect(alarms).toEqual([label])
      const isIdentity = ['Named insured', 'Insured property', 'Policy number'].includes(label)
      expect(verdict).toBe(isIdentity ? 'blocked' : 'decide')
    },
  )

  test('goes to a person where the record does not know what the carrier changed', async () => {
    const recorded = {
      ...recordOf(HOME_POLICY),
      unstated: [{ part: 'interests' as const, since: '2026-05-01' }],
    }
    expect(await alarmsOf(plain, HOME_POLICY, recorded)).toEqual({
      verdict: 'decide',
      alarms: ['First mortgagee'],
    })
  })

  test('with a deductible or an actual-cash-value roof that is missing from the record goes to a person', async () => {
    const { storm: _, roof: _roof, ...less } = HOME_POLICY
    const printed: PrintedPolicy = { ...HOME_POLICY, roof: 'actual_cash_value' }
    expect(await alarmsOf(plain, printed, recordOf(less))).toEqual({
      verdict: 'decide',
      alarms: ['Wind and hail deductible', 'Roof settlement'],
    })
    expect((await alarmsOf(plain, { ...less, roof: 'replacement_cost' }, recordOf(less))).verdict).toBe(
      'accept',
    )
  })

  test('becomes the terms as printed once it is accepted', async () => {
    const [style = plain] = otherStyles
    const printed: PrintedPolicy = {
      ...HOME_POLICY,
      limits: { ...HOME_POLICY.limits, dwelling_coverage: 500_000 },
      mortgagees: [{ name: 'Second Chance Lending', loan_number: 'SC-77' }],
      premium_cents: 177_812,
    }
    const recorded = recordOf(HOME_POLICY)
    const terms = termsPrinted(await readPage(style, printed), recorded)
    expect(terms).toEqual({
      ...recorded,
      coverages: recorded.coverages.map(one =>
        one.name === 'dwelling_coverage' ? { ...one, amount: { cents: 50_000_000 } } : one,
      ),
      interests: [{ kind: 'mortgagee', name: 'Second Chance Lending', rank: 1, loan_number: 'SC-77' }],
      price_cents: 177_812,
    })
  })
})

test('a name, address or number that is spelled in another way is the same', async () => {
  const recorded = recordOf({
    ...HOME_POLICY,
    insureds: ['William R. King Jr.', 'Ada Lovelace'],
    property: { street: '12 Elm St.', city: 'SPRINGFIELD', state: 'IL', zip: '62704-1180' },
    policy_number: 'HO 441720931',
    mortgagees: [{ name: 'First Prairie Bank, N.A.', loan_number: '00-7712-0934' }],
  })
  expect(await alarmsOf(plain, HOME_POLICY, recorded)).toEqual({ verdict: 'accept', alarms: [] })
})
