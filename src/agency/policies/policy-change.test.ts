import { expect, test } from 'vitest'
import type { PolicyChange } from '../carriers/contract/policy-change.ts'
import { changeForm, changeOf, changeProblems, changeRows, changing } from './policy-change.ts'
import type { IssuedTerms } from './versions.ts'

const terms = {
  named_insureds: ['Ada Park'],
  mailing_address: '1 Elm Street',
  coverages: [
    { name: 'dwelling_coverage', label: 'Dwelling (A)', kind: 'limit', amount: { cents: 46_200_000 } },
  ],
  interests: [{ kind: 'mortgagee', name: 'Old Bank', rank: 1, loan_number: '1' }],
} as unknown as IssuedTerms

const policy = {
  terms,
  form: 'HO-3',
  state: 'TX',
  insured: { full_name: 'Ada Park', email: 'a@example.com', birthday: '1984-05-17' },
}

test.each<[Parameters<typeof changeProblems>[0], PolicyChange, string[]]>([
  ['lender', {}, ['change.lender_name']],
  ['lender', { replaces_lender: 'Old Bank' }, []],
  ['lender', { replaces_lender: 'Old Bank', loan_number: '7' }, ['change.lender_name']],
  ['lender', { lender_name: 'New Bank', replaces_lender: 'No Bank' }, ['change.replaces_lender']],
  ['coverage', { limits: { deductible: 5000 } }, ['change.limits.deductible']],
  ['coverage', { limits: { dwelling_coverage: 500_000 } }, []],
  ['correction', { incorrect: 'Ada Parc' }, ['change.correct']],
  ['mailing_address', { mailing_address: '2 Elm', lender_name: 'x' }, ['change.lender_name']],
])('a change of kind %s with %j is refused at %j', (kind, change, paths) => {
  expect(changeProblems(kind, change, policy).map(({ path }) => path)).toEqual(paths)
})

test('a lender that takes the place of another keeps its rank, and one that is paid off goes', () => {
  const change = { lender_name: 'New Bank', loan_number: '2', replaces_lender: 'Old Bank' }
  expect(changing('lender', change)?.(terms).interests).toEqual([
    { kind: 'mortgagee', name: 'New Bank', rank: 1, loan_number: '2' },
  ])
  expect(changing('lender', { replaces_lender: 'Old Bank' })?.(terms).interests).toEqual([])
})

test('what was typed in the form is the change, and reads as its labels', () => {
  const typed = new URLSearchParams({ dwelling_coverage: '$500,000' })
  const change = changeOf('coverage', changeForm('coverage', policy).take(typed))
  expect(change).toEqual({ limits: { dwelling_coverage: 500_000 } })
  expect(changeRows('coverage', change, policy)).toMatchObject([{ label: 'Dwelling (A)', value: '$500,000' }])
  const names = new URLSearchParams({ named_insureds: 'Ada Park\n Bo Park ' })
  expect(changeOf('named_insured', changeForm('named_insured', policy).take(names))).toEqual({
    named_insureds: ['Ada Park', 'Bo Park'],
  })
})
