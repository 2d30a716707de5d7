import type { BookFacts } from '../../line/record/book-terms.ts'
import type { Application } from './application.ts'

export const bookFacts = ({ applicant, homes }: Application): BookFacts => {
  const people = [applicant, ...(applicant.co_applicants ?? [])]
  return {
    names: [...people.map(({ full_name }) => full_name), ...homes.map(home => home.ownership_name)],
    emails: people.map(({ email }) => email),
    phones: [applicant.phone_number],
    addresses: [
      applicant.mailing_address,
      ...homes.flatMap(({ street, city, zip }) => [street, city, zip?.slice(0, 5)]),
    ],
  }
}
