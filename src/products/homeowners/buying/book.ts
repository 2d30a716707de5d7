import type { Person } from '../../line/book.ts'
import type { Badge } from '../../line/record/status-book.ts'
import type { Application } from '../application/application.ts'
import { homeStatus } from '../application/statuses.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { correct, correctable } from './correct.ts'
import { allowPurchase } from './held-purchase.ts'
import { tellBoundAgain } from './notify.ts'
import { placeOf, saidIn } from './review.ts'

const person = ({ applicant, homes }: Application): Person => {
  const place = placeOf(homes[0] ?? {}) || null
  return {
    name: applicant.full_name ?? null,
    email: applicant.email ?? null,
    phone: applicant.phone_number ?? null,
    place,
    mail: applicant.mailing_address ?? place,
  }
}

const badge = ({ status }: Pick<HomeownersIntakeRecord, 'status' | 'erasedAt'>): Badge =>
  homeStatus(status).badge

export const homeownersBook = {
  person,
  badge,
  answers: saidIn,
  correctable,
  correct,
  allowPurchase,
  tellBoundAgain,
}
