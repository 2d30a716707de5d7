import { intakesOf, type RecordOf } from '../../line/record/writer.ts'
import { type Application, emptyApplication } from '../application/application.ts'
import { bookFacts } from '../application/book-facts.ts'
import { type HomeownersEvent, type HomeownersStatus, homeownersLifecycle } from '../application/lifecycle.ts'
import { saveFirstRows, saveRows } from './property-rows.ts'

const record: RecordOf<HomeownersStatus, HomeownersEvent, Application> = {
  name: 'homeowners',
  prefix: 'hom',
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
