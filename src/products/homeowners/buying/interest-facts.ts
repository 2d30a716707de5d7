import { byRank, mortgageeLabel } from '../../../agency/policies/mortgagee-label.ts'
import type { Fact } from '../../../agency/policies/terms.ts'
import type { Applicant, Home } from '../application/application.ts'

const lendersOf = ({ loans = [] }: Home): Fact[] =>
  loans.toSorted(byRank).flatMap(loan => {
    const { lender_name, mortgagee_clause, loan_number, address } = loan
    const lender = mortgagee_clause ?? lender_name
    if (lender === undefined) return []
    return [
      {
        label: mortgageeLabel(loan),
        lines: [
          lender,
          ...(address && !lender.includes(address) ? [address] : []),
          ...(loan_number ? [`Loan ${loan_number}`] : []),
        ],
      },
    ]
  })

const TITLE_HOLDERS = { individual: null, trust: 'A trust', llc: 'A company' } as const

const titleHolderOf = ({ ownership = 'individual', ownership_name }: Home): Fact[] => {
  const kind = TITLE_HOLDERS[ownership]
  return ownership_name === undefined
    ? []
    : [{ label: 'Title holder', lines: [ownership_name, ...(kind === null ? [] : [kind])] }]
}

export const interestFacts = (home: Home): Fact[] => [...lendersOf(home), ...titleHolderOf(home)]

export const otherInsureds = ({ co_applicants = [] }: Applicant): string[] =>
  co_applicants.flatMap(({ full_name }) => full_name ?? [])
