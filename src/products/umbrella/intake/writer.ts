import type { BookFacts } from '../../line/record/book-terms.ts'
import { choosing } from '../../line/record/choose-language.ts'
import { intakesOf, type RecordOf } from '../../line/record/writer.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { type UmbrellaEvent, type UmbrellaStatus, umbrellaLifecycle } from '../application/lifecycle.ts'
import { umbrellaTurn, usualFacts } from '../application/statuses.ts'
import { recordStanding } from './standing.ts'

const bookFacts = ({ household }: Application): BookFacts => ({
  names: [
    household.full_name,
    household.spouse_full_name,
    ...(household.additional_drivers ?? []).map(({ full_name }) => full_name),
  ],
  emails: [household.email],
  phones: [household.phone_number],
  addresses: [household.street, household.city, household.zip?.slice(0, 5)],
})

const record: RecordOf<UmbrellaStatus, UmbrellaEvent, Application> = {
  name: 'umbrella',
  lifecycle: umbrellaLifecycle,
  start: 'needs_more_info',
  waitsOn: status => umbrellaTurn(status, usualFacts).waiting_on,
  emptyApplication,
  emailOf: ({ household }) => household.email,
  bookOf: bookFacts,
  afterCreate: recordStanding,
  afterChange: recordStanding,
  erasing: {
    event: 'answers_missing',
    change: ({ revision }) => ({ revision: revision + 1, submittedAt: null }),
  },
}

export const umbrellaIntakes = intakesOf(record)

export const { create: createUmbrella, move: moveUmbrella, note: noteOnUmbrella } = umbrellaIntakes

export const chooseBuyersLanguage = choosing({
  intakes: umbrellaIntakes,
  languageOf: ({ household }) => household.preferred_language,
  speaking: ({ household, ...rest }, preferred_language) => ({
    ...rest,
    household: {
      ...household,
      preferred_language,
      sources: { ...household.sources, preferred_language: 'person' as const },
    },
  }),
})
