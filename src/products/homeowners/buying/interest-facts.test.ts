import { expect, test } from 'vitest'
import { emptyHome } from '../application/application.ts'
import { interestFacts, otherInsureds } from './interest-facts.ts'

test('every lender is named by its clause, in the order of the mortgages, with address and loan number', () => {
  const clause = 'First Bank ISAOA/ATIMA, PO Box 7, Peoria, IL 61602'
  const loans = [
    { lender_name: 'Someone else' },
    { lender_name: 'Credit Union', rank: 2, address: '9 Oak Street, Peoria, IL 61602', loan_number: '88' },
    {
      lender_name: 'First Bank',
      mortgagee_clause: clause,
      rank: 1,
      address: 'PO Box 7, Peoria, IL 61602',
      loan_number: '77-1',
    },
    { loan_number: 'nobody’s' },
  ]
  expect(interestFacts({ ...emptyHome(), loans })).toEqual([
    { label: 'First mortgagee', lines: [clause, 'Loan 77-1'] },
    { label: 'Second mortgagee', lines: ['Credit Union', '9 Oak Street, Peoria, IL 61602', 'Loan 88'] },
    { label: 'Mortgagee', lines: ['Someone else'] },
  ])
})

test('a trust or a company that holds the title is named, and so is each other owner', () => {
  expect(interestFacts({ ...emptyHome(), ownership: 'trust', ownership_name: 'The Park Trust' })).toEqual([
    { label: 'Title holder', lines: ['The Park Trust', 'A trust'] },
  ])
  expect(interestFacts({ ...emptyHome(), ownership: 'individual' })).toEqual([])
  expect(otherInsureds({ co_applicants: [{ full_name: 'Bo Park' }, {}] })).toEqual(['Bo Park'])
})
