import './line.ts'
import { expect, test } from 'vitest'
import type { UmbrellaOffer } from '../../agency/carriers/umbrella/carrier.ts'
import type { DocumentRecord } from '../../agency/documents/documents.ts'
import { judge } from '../../agency/documents/judge.ts'
import type { Stored } from '../line/offers/store.ts'
import { uploadsMissing } from '../line/reviewed-purchase/buying/uploads.ts'
import type { UmbrellaAnswers } from './fields.ts'
import { documents } from './offer.ts'

const answers: UmbrellaAnswers = { full_name: 'Ada Buyer', vehicle_count: 1, effective_date: '2026-03-20' }
const offer = {
  minimum_auto_limits: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
  minimum_home_liability_limit: 300_000,
} as Stored<UmbrellaOffer>

const { needed, expectationsOf } = documents

const missing = (sent: DocumentRecord[]) =>
  uploadsMissing({ line: 'umbrella', application: { household: answers } } as never, sent)

const document = (type: string, status: DocumentRecord['status']) => ({ type, status }) as DocumentRecord

const page = (kind: string, name: string, ...limits: string[]) => [
  `${kind} policy declarations`,
  `Named insured: ${name}`,
  'Policy period: 01/01/2026 to 01/01/2027',
  ...limits,
]
const auto = (bodilyInjury: string) => [bodilyInjury, 'Property damage liability $100,000 each accident']

test('car declarations are needed only where there is a car', () => {
  expect(needed({ vehicle_count: 0 })).toEqual(['declarations'])
  expect(needed(answers)).toEqual(['declarations', 'auto_declarations'])
})

test('what was rejected is missing again, what was superseded does not count', () => {
  expect(missing([])).toEqual(['declarations', 'auto_declarations'])
  expect(
    missing([
      document('declarations', 'superseded'),
      document('declarations', 'received'),
      document('auto_declarations', 'rejected'),
    ]),
  ).toEqual(['auto_declarations'])
})

test('pages that carry what the chosen carrier asks for are accepted without a person', () => {
  const home = page('Homeowners', 'Ada Buyer', 'Coverage E personal liability $500,000 each occurrence')
  expect(judge(home, expectationsOf('declarations', answers, offer), '2026-03-10').status).toBe('accepted')
  const car = page('Personal auto', 'Ada Buyer', ...auto('Bodily injury liability $250,000 / $500,000'))
  expect(judge(car, expectationsOf('auto_declarations', answers, offer), '2026-03-10').status).toBe(
    'accepted',
  )
})

test('limits below the carrier’s, somebody else’s name and the wrong policy are rejected', () => {
  const expected = expectationsOf('auto_declarations', answers, offer)
  const low = page('Personal auto', 'Ada Buyer', ...auto('Bodily injury liability $50,000 / $100,000'))
  const other = page('Personal auto', 'Zoe Other', ...auto('Bodily injury liability $250,000 / $500,000'))
  const home = page('Homeowners', 'Ada Buyer', 'Coverage E personal liability $500,000 each occurrence')
  for (const lines of [low, other, home]) expect(judge(lines, expected, '2026-03-10').status).toBe('rejected')
})

test('the policy may be in the name of the spouse', () => {
  const expected = expectationsOf('declarations', { ...answers, spouse_full_name: 'Bo Buyer' }, offer)
  expect(expected.insured).toEqual(['Ada Buyer', 'Bo Buyer'])
})
