import type { BookFacts } from '../../line/record/book-terms.ts'
import type { Application } from './application.ts'

export const bookFacts = ({ household }: Application): BookFacts => ({
  names: [
    household.full_name,
    household.spouse_full_name,
    ...(household.additional_drivers ?? []).map(({ full_name }) => full_name),
  ],
  emails: [household.email],
  phones: [household.phone_number],
  addresses: [household.street, household.city, household.zip?.slice(0, 5)],
})
