import type { BookFacts } from '../../line/record/book-terms.ts'
import { choosing, intakesOf, type RecordOf } from '../../line/record/writer.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { type HomeownersEvent, type HomeownersStatus, homeownersLifecycle } from '../application/lifecycle.ts'
import { saveFirstRows, saveRows } from './property-rows.ts'

const bookFacts = ({ applicant, homes }: Application): BookFacts => {
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

const record: RecordOf<HomeownersStatus, HomeownersEvent, Application> = {
  name: 'homeowners',
  lifecycle: homeownersLifecycle,
  start: 'needs_more_info',
  emptyApplication,
  emailOf: ({ applicant }) => applicant.email,
  bookOf: bookFacts,
  erasing: { event: 'lapse' },
  afterCreate: saveFirstRows,
  afterChange: saveRows,
}

export const homeownersIntakes = intakesOf(record)

export const { create: createHomeowners, move: moveHomeowners, note: noteOnHomeowners } = homeownersIntakes

export const chooseHomeownersLanguage = choosing({
  intakes: homeownersIntakes,
  languageOf: ({ applicant }) => applicant.preferred_language,
  speaking: ({ applicant, sources, ...rest }, preferred_language) => ({
    ...rest,
    applicant: { ...applicant, preferred_language },
    sources: { ...sources, preferred_language: 'person' as const },
  }),
})
