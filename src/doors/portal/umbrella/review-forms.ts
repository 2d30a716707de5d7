import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { onWebsite, withdrawDelivery } from '../../../products/line/record/delivery.ts'
import { umbrellaBook } from '../../../products/umbrella/buying/book.ts'
import { type BuyerCaller, lockBuyersIntake } from '../../../products/umbrella/intake/intake.ts'
import {
  confirmReview,
  correctionProblems,
  correctReview,
} from '../../../products/umbrella/portal/buyers-review.ts'
import { agreeElectronically } from '../../../products/umbrella/portal/buyers-signature.ts'
import { agreedVersion, isAgreed, notElectronic } from '../form/agreement.ts'
import { firstOfEach, questionErrors } from '../form/question-errors.ts'
import { householdCorrections } from './household-questions.ts'
import type { ReviewContext } from './review-context.ts'
import { allQuestions, formRow } from './review-page.ts'
import { reviewQuestions } from './review-view.ts'

const tokenIn = ({ typed }: ReviewContext): string => typed.get('review_token') ?? ''

const refuseOlder = (context: ReviewContext): void => {
  // A form for an older version would undo later changes.
  if (tokenIn(context) !== context.view.review_token) fail('stale_token')
}

const saveTyped = async (
  app: App,
  caller: BuyerCaller,
  context: ReviewContext,
): Promise<{ changed: string[] } | { errors: FieldError[] }> => {
  refuseOlder(context)
  const questions = reviewQuestions(context)
  const { intake, changed, errors } = householdCorrections(context.typed, questions, context.view.household)
  const wrong = questionErrors(allQuestions(context), correctionProblems(app, context.view.household, intake))
  if (errors.length + wrong.length > 0) return { errors: firstOfEach([...errors, ...wrong]) }
  if (changed.length > 0) await correctReview(app, caller, { review_token: tokenIn(context), intake })
  return { changed }
}

const correct = formRow('correct', async (app, caller, context) => {
  const saved = await saveTyped(app, caller, context)
  return 'errors' in saved ? saved : { next: `${context.path}?saved=${saved.changed.join(',')}` }
})

const confirm = formRow('confirm', async (app, caller, context) => {
  if (context.view.step === 'confirm') {
    const saved = await saveTyped(app, caller, context)
    if ('errors' in saved) return saved
    if (saved.changed.length > 0)
      return { next: `${context.path}?saved=${saved.changed.join(',')}&check=again` }
  }
  await confirmReview(app, caller, { review_token: tokenIn(context) })
  return { next: context.path }
})

const paper = formRow('paper', async (app, caller, { path }) => {
  const { uid, application } = await lockBuyersIntake(app, caller)
  const { mail } = umbrellaBook.person(application)
  await withdrawDelivery(app, uid, {
    ...onWebsite(app, application.household.state),
    by: 'buyer',
    mail,
  })
  return { next: `${path}?note=on_paper` }
})

const electronic = formRow('electronic', async (app, caller, { typed, path }) => {
  if (!isAgreed(typed, 'electronic_records')) return { errors: [notElectronic()] }
  await agreeElectronically(app, caller, agreedVersion(typed, 'electronic_records'))
  return { next: `${path}?note=agreed` }
})

export const umbrellaReviewForms: readonly DocumentRow<App>[] = [correct, confirm, paper, electronic]
