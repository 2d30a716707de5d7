import { expect, test } from 'vitest'
import type { BillTo } from '../../../agency/carriers/contract/payment-terms.ts'
import { emptyHome, type Home } from '../application/application.ts'
import { lacksLender, payableOffer } from './payment-words.ts'

const OTHERS: BillTo[] = ['mortgagee_escrow', 'at_closing', 'insured']

const waysFor = (home: Partial<Home>, bill_to: BillTo[] = OTHERS) =>
  payableOffer({ annual_price: 1480, carrier: 'Far', bill_to }, { ...emptyHome(), ...home }).bill_to

test('a bill goes to a mortgage company only if one is named, and to a closing only if there is one', () => {
  expect(waysFor({})).toEqual(['insured'])
  expect(waysFor({ loans: [{ loan_number: '88' }] })).toEqual(['insured'])
  expect(waysFor({ loans: [{ lender_name: 'First Bank' }] })).toEqual(['mortgagee_escrow', 'insured'])
  expect(waysFor({ new_purchase: true })).toEqual(['at_closing', 'insured'])
})

test('the only way to pay that a carrier takes stays, and the lender it needs is asked for', () => {
  const bill_to: BillTo[] = ['mortgagee_escrow']
  expect(waysFor({}, bill_to)).toEqual(bill_to)
  expect(lacksLender({ annual_price: 1480, carrier: 'Far', bill_to }, emptyHome())).toBe(true)
})
