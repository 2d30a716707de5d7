import type { Interest, NamedApplicant, QuoteDetails } from '../../../agency/carriers/contract/details.ts'
import {
  derived,
  itemsOf,
  known,
  type Sourced,
  type SourcedAnswers,
  type SourcedTree,
  sourcedAnswers,
  tellerOf,
} from '../../../platform/values/sourced.ts'
import { namedApplicant } from '../../line/offers/named-applicant.ts'
import type { Applicant, Home, HomeValues } from '../application/application.ts'
import { coverageCodes } from '../application/coverage-fields.ts'
import { applicantFieldNames, homeFieldNames } from '../application/fields.ts'
import type { HomeIntake } from '../intake/intake.ts'

type Person = SourcedAnswers<Applicant>
type Said = SourcedAnswers<HomeValues>

const NO_ESTIMATES = { field_estimates: [], locked: [] }

export const personIn = (intake: HomeIntake): Person => {
  const { applicant, sources = {} } = intake.application
  return sourcedAnswers<Applicant>(
    { ...applicant, ...NO_ESTIMATES, sources },
    applicantFieldNames,
    tellerOf(intake),
  )
}

export const applicantsIn = (person: Person): SourcedTree<NamedApplicant>[] => [
  ...namedApplicant('applicant', person),
  ...itemsOf(person.co_applicants).flatMap(other => namedApplicant('co_applicant', other)),
]

const lendersIn = ({ loans }: Said): SourcedTree<Interest>[] =>
  itemsOf(loans).flatMap(({ lender_name, mortgagee_clause, loan_number, rank, address, escrow }) => {
    const name = lender_name ?? mortgagee_clause
    return name
      ? [
          known<Interest>({
            kind: derived('lender_of_loan', { name }, () => 'mortgagee' as const),
            name,
            rank,
            clause: mortgagee_clause,
            loan_number,
            address,
            escrow,
          }),
        ]
      : []
  })

const titleHolderIn = ({ ownership_name: name }: Said): SourcedTree<Interest>[] =>
  name
    ? [
        known<Interest>({
          kind: derived('name_on_title', { name }, () => 'title_holder' as const),
          name,
        }),
      ]
    : []

export const interestsIn = (said: Said): SourcedTree<Interest>[] => [
  ...lendersIn(said),
  ...titleHolderIn(said),
]

/** A purchase starts at its closing, anything else when the current policy ends. */
const startIn = ({ closing_date, policy_expire }: Said, person: Person): Sourced<string> | undefined =>
  [closing_date, policy_expire, person.policy_expire].find(
    day => day !== undefined && day.source.kind !== 'service_estimate',
  )

export const homeDetails = (
  intake: HomeIntake,
  home: Home,
  { identified }: { identified: boolean },
): SourcedTree<QuoteDetails> => {
  const person = personIn(intake)
  const said: Said = sourcedAnswers<HomeValues>(home, homeFieldNames, tellerOf(intake))
  const { street, city, state, zip } = said
  const chosen = known(
    Object.fromEntries(coverageCodes.map(code => [code, said[code]])) as Record<
      string,
      Sourced<number | string> | undefined
    >,
  )
  const rating = {
    prior_policy: known({
      carrier: said.prior_carrier,
      expires: said.policy_expire ?? person.policy_expire,
      lapse_days: said.lapse_days,
      insured_years: said.continuously_insured,
    }),
    wanted: {
      ...known({
        start_date: startIn(said, person),
        deductible: said.deductible_preference,
        scheduled_items: said.scheduled_items,
      }),
      ...(Object.keys(chosen).length > 0 && { coverages: chosen }),
    },
  }
  if (!identified) return rating as SourcedTree<QuoteDetails>
  return {
    ...rating,
    applicants: applicantsIn(person),
    ...(street && city && state && zip && { property: { street, city, state, zip } }),
    ...(person.mailing_address && { mailing_address: person.mailing_address }),
    interests: interestsIn(said),
  } as SourcedTree<QuoteDetails>
}
