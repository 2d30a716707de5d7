import { describe, expect, test } from 'vitest'
import { readFileBytes } from '../../../src/agency/documents/file-reading.ts'
import { compareDeclarations, verdictOn } from '../../../src/agency/policies/declarations/compare.ts'
import {
  declarationsPage,
  homeStyles,
  type PageStyle,
  type PrintedPolicy,
} from '../../support/carriers/declarations-page.ts'
import { PLANTED, recordOf } from '../../support/carriers/planted.ts'

const PAGES = 200

/** A small generator of our own, so that page 77 is the same page in every run. */
const drawing = (seed: number) => {
  let state = seed
  const upTo = (most: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * most)
  }
  return { upTo, one: <T>(from: readonly T[]): T => from[upTo(from.length)] as T }
}

type Draw = ReturnType<typeof drawing>

const FIRST = ['Ada', 'William', 'Mary-Ann', 'José', 'Siobhán', 'Lucy B.', 'Wei', 'Thomas', 'Noor', 'Grace']
const LAST = [
  'Lovelace',
  'King',
  'O’Brien',
  'Nguyen',
  'de la Cruz',
  'Smith-Jones',
  'Park',
  'Van Buren',
  'Li',
  'Hopper',
]
const STREETS = [
  'Elm Street',
  'N Oak Avenue',
  'County Road 550',
  'Saint Charles Blvd',
  'Old Mill Ln',
  'SW 8th Court',
  'Highway 12',
  'Lake Shore Dr Apt 4B',
  'Via del Sol',
  'Maple Ter',
]
const PLACES: readonly (readonly [city: string, state: string, zip: string])[] = [
  ['Springfield', 'IL', '62704'],
  ['St. Louis', 'MO', '63118'],
  ['Fort Worth', 'TX', '76107'],
  ['Winston-Salem', 'NC', '27101'],
  ['Coeur d’Alene', 'ID', '83814'],
  ['Columbus', 'OH', '43215'],
]
const LENDERS = [
  'First Prairie Bank',
  'Wells & Sons Mortgage',
  'U.S. Home Loans LLC',
  'Credit Union 1',
  'JPM Chess Bank, N.A.',
]

const number = (draw: Draw): string => {
  const digits = (count: number) => String(10 ** (count - 1) + draw.upTo(9 * 10 ** (count - 1)))
  return draw.one([
    () => `HO-${digits(4)}-${digits(5)}`,
    () => digits(9),
    () => `${digits(2)}-B${digits(1)}-${digits(4)}-7`,
    () => `H ${digits(2)} ${digits(6)} ${digits(2)}`,
    () => `FLH${digits(7)}`,
  ])()
}

const policyDrawn = (draw: Draw): PrintedPolicy => {
  const last = draw.one(LAST)
  const person = (name = draw.one(LAST)) => `${draw.one(FIRST)} ${name}`
  const [city, state, zip] = draw.one(PLACES)
  const property = { street: `${1 + draw.upTo(9000)} ${draw.one(STREETS)}`, city, state, zip }
  const dwelling = 1000 * (120 + draw.upTo(900))
  const share = (percent: number) => Math.round((dwelling * percent) / 100)
  const from = `202${6 + draw.upTo(2)}-${String(1 + draw.upTo(12)).padStart(2, '0')}-${String(1 + draw.upTo(27)).padStart(2, '0')}`
  const lender = (): PrintedPolicy['mortgagees'][number] => ({
    name: draw.one(LENDERS),
    clause: draw.one(['', 'ISAOA/ATIMA', 'its successors and/or assigns']),
    address: `PO Box ${1 + draw.upTo(9000)}, Dayton, OH 45401`,
    loan_number: draw.one([
      String(10_000_000 + draw.upTo(90_000_000)),
      `00${draw.upTo(10 ** 8)}`,
      `HE-${1000 + draw.upTo(9000)}`,
    ]),
  })
  return {
    insureds: draw.upTo(2) === 0 ? [person(last)] : [person(last), person(last)],
    mailing: draw.upTo(3) === 0 ? { ...property, street: `PO Box ${draw.upTo(900) + 1}` } : property,
    property,
    policy_number: number(draw),
    from,
    to: from.replace(/^\d+/, year => String(Number(year) + 1)),
    limits: {
      dwelling_coverage: dwelling,
      other_structures: share(10),
      personal_property: share(50),
      loss_of_use: share(20),
      personal_liability: draw.one([100_000, 300_000, 500_000, 1_000_000]),
      medical_payments: draw.one([1000, 5000]),
    },
    deductible: draw.one([500, 1000, 2500, 10_000]),
    ...(draw.upTo(3) > 0 && { storm: draw.one([{ percent: 1 }, { percent: 2 }, { dollars: 5000 }]) }),
    ...(draw.upTo(2) > 0 && { roof: 'replacement_cost' as const }),
    mortgagees: draw.upTo(4) === 0 ? [] : [lender()],
    premium_cents: 80_000 + draw.upTo(400_000),
  }
}

const alarmsOf = async (style: PageStyle, printed: PrintedPolicy, agreed: PrintedPolicy) => {
  const reading = await readFileBytes({
    bytes: new Uint8Array(await declarationsPage(style, printed)),
    reads: 'declarations',
  })
  if (reading.kind !== 'read' || !reading.declarations) throw new Error('nothing was read')
  const facts = compareDeclarations(reading.declarations, recordOf(agreed))
  const alarms = facts.filter(({ outcome }) => outcome === 'different' || outcome === 'not_found')
  return { facts, alarms: alarms.map(({ label }) => label), verdict: verdictOn(facts) }
}

/** A difference that this policy can have. */
const planting = (draw: Draw, policy: PrintedPolicy): (typeof PLANTED)[number] => {
  const one = draw.one(PLANTED)
  const isPossible = /mortgagee/i.test(one.label) ? policy.mortgagees.length > 0 : true
  return isPossible && (one.label !== 'Wind and hail deductible' || policy.storm)
    ? one
    : planting(draw, policy)
}

describe(`${PAGES} declarations pages`, () => {
  test('show every planted difference, and at most 2% of the other facts raise a false alarm', async () => {
    let compared = 0
    const missed: string[] = []
    const falseAlarms: string[] = []
    for (let page = 0; page < PAGES; page++) {
      const draw = drawing(page * 7919 + 1)
      const agreed = policyDrawn(draw)
      const style = homeStyles[page % homeStyles.length] as PageStyle
      const planted = Array.from({ length: draw.upTo(4) }, () => planting(draw, agreed))
      const printed = planted.reduce((policy, { plant }) => plant(policy), agreed)
      const { facts, alarms, verdict } = await alarmsOf(style, printed, agreed)
      const labels = planted.map(({ label }) => label)
      const told = (what: string) => `page ${page}, ${style.carrier}: ${what}`
      for (const label of labels)
        if (
          !alarms.some(
            alarm =>
              alarm.startsWith(label.split(',')[0] ?? label) ||
              (/mortgagee/i.test(label) && /mortgagee/i.test(alarm)),
          )
        )
          missed.push(told(label))
      if (labels.length > 0 && verdict === 'accept') missed.push(told('accepted by rule'))
      for (const alarm of alarms)
        if (
          !labels.includes(alarm) &&
          !(/mortgagee/i.test(alarm) && labels.some(label => /mortgagee/i.test(label)))
        )
          falseAlarms.push(told(`${alarm} ${JSON.stringify(facts.find(({ label }) => label === alarm))}`))
      compared += facts.length
    }
    expect(missed).toEqual([])
    expect(falseAlarms.length / compared, falseAlarms.join('\n')).toBeLessThanOrEqual(0.02)
  }, 240_000)
})
