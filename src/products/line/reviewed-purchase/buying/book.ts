import type { AnswerGroup, Person } from '../../book.ts'
import type { Badge } from '../../record/status-book.ts'
import type { Application } from '../application/application.ts'
import { shownBadge, shownStatus } from '../application/statuses.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { correct, correctable } from './correct.ts'
import { answersOf } from './desk.ts'
import { allowPurchase, isPurchaseHeld } from './held-purchase.ts'
import { tellBoundAgain } from './notify.ts'

const person = ({ household }: Application): Person => {
  const { full_name, email, phone_number, street, city, state, zip } = household
  const place = [street, city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return {
    name: full_name ?? null,
    email: email ?? null,
    phone: phone_number ?? null,
    place: place || null,
    mail: place || null,
  }
}

const answers = (intake: ReviewedIntake): AnswerGroup[] => [
  { title: 'Household', answers: answersOf(intake) },
]

const badge = ({ status, erasedAt }: Pick<ReviewedIntake, 'status' | 'erasedAt'>): Badge =>
  shownBadge(shownStatus(status, { isErased: erasedAt !== null, isCanceled: false }).detail_status)

export const bookHandlers = {
  person,
  badge,
  answers,
  correctable,
  correct,
  allowPurchase,
  isPurchaseHeld,
  tellBoundAgain,
}
