import { expect, test } from 'vitest'
import { homeOffer } from '../../../../test/support/carriers/carrier-server.ts'
import type { HomeAnswer } from '../../../agency/carriers/homeowners/carrier.ts'
import { creditNoticesOf } from './credit-notices.ts'

const decline = (reason_code: string): HomeAnswer => ({ kind: 'decline', reason_code, reason: 'No.' })
const report = { agency: 'Bureau One', address: '1 Credit Way', phone: '1-800-555-0111' }
const of = (...answers: HomeAnswer[]) => creditNoticesOf(answers.map(reply => ({ carrier: 'Cedar', reply })))

test('nobody who did not use a report is named', () => {
  expect(of(homeOffer(), decline('roof_too_old'), decline('no_response'))).toEqual([])
})

test('a price by a score, a decline for credit and a named agency each are a notice', () => {
  const none = { consumer_report: null, score_reasons: [] }
  expect(of(homeOffer({ insurance_score: 'used' }))).toEqual([
    { carrier: 'Cedar', outcome: 'priced', ...none },
  ])
  expect(of(decline('credit_history'))).toEqual([{ carrier: 'Cedar', outcome: 'declined', ...none }])
  expect(of(homeOffer({ consumer_report: report }))).toMatchObject([{ consumer_report: report }])
})

test('a carrier asked about two homes is named once, with all that it told', () => {
  const plain = homeOffer({ insurance_score: 'used' })
  const told = homeOffer({
    insurance_score: 'used',
    consumer_report: report,
    score_reasons: ['Short history.'],
  })
  expect(of(plain, told, plain)).toEqual([
    { carrier: 'Cedar', outcome: 'priced', consumer_report: report, score_reasons: ['Short history.'] },
  ])
})
