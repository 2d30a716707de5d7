import { html } from 'hono/html'
import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import { areLimitsStated } from '../../../agency/policies/life/limits.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { Failure } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { type FieldError, titleToCorrect } from '../../../platform/pages/fields.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { firstNameOf } from '../../../platform/values/first-name.ts'
import { renewedNow } from '../../../products/line/aftersale/shown-life.ts'
import { paidRowsNow } from '../../../products/line/aftersale/terms-now.ts'
import { consentsOf } from '../../../products/line/record/consent.ts'
import type { Application } from '../../../products/umbrella/application/application.ts'
import { umbrellaFieldNames, umbrellaFields } from '../../../products/umbrella/application/fields.ts'
import { milestonesFor, statedFor } from '../../../products/umbrella/application/milestones.ts'
import { umbrellaLimitLabels, underlyingIn } from '../../../products/umbrella/buying/coverage-rows.ts'
import {
  type BuyerCaller,
  readIntake,
  type UmbrellaIntakeRecord,
} from '../../../products/umbrella/intake/intake.ts'
import { readOldReviewLink, readReviewLink } from '../../../products/umbrella/intake/review-token.ts'
import { isConsentRefused, sessionView } from '../../../products/umbrella/operator/session-view.ts'
import { answerCarrier, carrierQuestionsFor } from '../../../products/umbrella/portal/buyers-answers.ts'
import { purchaseFor } from '../../../products/umbrella/portal/buyers-purchase.ts'
import { reviewFor } from '../../../products/umbrella/portal/buyers-review.ts'
import { signingFor } from '../../../products/umbrella/portal/buyers-signature.ts'
import { questionErrors } from '../form/question-errors.ts'
import { labelOf } from '../form/question-field.ts'
import { carrierQuestionsView, errorsBeside, readCarrierAnswer } from '../frame/carrier-questions.ts'
import { portalPage } from '../frame/frame.ts'
import { goTo, isProgressPoll, isProgressUnchanged, nothingNew } from '../frame/live-progress.ts'
import { milestoneList } from '../frame/milestones.ts'
import { ANSWERED, ON_PAPER, REQUEST_SENT } from '../frame/notices.ts'
import { queryText } from '../frame/query-text.ts'
import { buyerDoorPages, forProvenBuyer } from '../sign-in/buyer-door.ts'
import { type BuyerDoor, pathIn, umbrellaProduct } from '../sign-in/buyer-door-view.ts'
import { say, sayKnown } from '../words/say.ts'
import { bindQuestions } from './consent-view.ts'
import { infoQuestions } from './documents-view.ts'
import { answerLines, withRows } from './household-questions.ts'
import type { ReviewContext } from './review-context.ts'
import { screenFor } from './review-steps.ts'
import { reviewQuestions } from './review-view.ts'

export const policyParts = async (
  app: App,
  uid: string,
): Promise<Pick<ReviewContext, 'paid' | 'isLimitOld' | 'underlying'>> => {
  const [policy] = await policiesOf(app, uid)
  if (!policy) return { paid: [], isLimitOld: false, underlying: null }
  const renewal = renewedNow(policy, app.clock.now())
  return {
    paid: await paidRowsNow(app, policy),
    isLimitOld: renewal !== null && !areLimitsStated(policy, renewal, umbrellaLimitLabels),
    underlying: underlyingIn(policy),
  }
}

export const door: BuyerDoor = {
  path: '/umbrella/review/{token}',
  uidOf: readReviewLink,
  oldUidOf: readOldReviewLink,
}

const CHANGED =
  'Your application has changed since you opened this page. Your agent may have changed it, or you may have in another window. We didn’t save your changes. Please read the current version below.'
const TAKEN =
  'This email address is already used for another umbrella purchase, so we didn’t save it. Ask your agent about it.'
const INSURED =
  'There’s already an umbrella purchase for this address, so you haven’t bought anything. Ask your agent about it.'

type Showing = {
  status?: number
  notice?: string | null
  errors?: readonly FieldError[]
  typed?: URLSearchParams
}
export type ReviewVisit = { intake: UmbrellaIntakeRecord; request: DocumentRequest }

export const contextOf = async (
  app: App,
  { intake, request }: ReviewVisit,
  showing: Showing,
): Promise<ReviewContext> => {
  const { notice = null, errors = [], typed = request.form } = showing
  return {
    view: await reviewFor(app, intake, request.language),
    session: await sessionView(app, intake),
    signing: await signingFor(app, intake, request.language),
    purchase: await purchaseFor(app, intake),
    ...(await policyParts(app, intake.uid)),
    consents: await consentsOf(app, intake.uid),
    isOnPaper: (await findDeliveryWithdrawal(app.db, intake.uid)) !== null,
    carrierQuestions: await carrierQuestionsFor(app, intake),
    language: request.language,
    path: pathIn(door, request),
    token: tokenField(request),
    typed,
    errors,
    notice,
  }
}

const milestonesView = ({ view, purchase, consents }: ReviewContext): Html | '' => {
  const milestones = milestonesFor(view.status, { ...purchase, stated: statedFor(consents) })
  if (!milestones) return ''
  const shown = milestones.names.map(name => ({ name: sayKnown(name) }))
  return milestoneList(shown, milestones.current)
}

export const show = async (app: App, visit: ReviewVisit, showing: Showing = {}): Promise<Document> => {
  const { intake, request } = visit
  const context = await contextOf(app, visit, showing)
  const { title, body, live } = screenFor({ ...context, errors: errorsBeside(context.errors) })
  return portalPage(app, request, {
    title: titleToCorrect(title, context.errors),
    body: html`${milestonesView(context)}
${carrierQuestionsView({ ...context, questions: context.carrierQuestions, action: `${context.path}/question` }, body)}
${body}`,
    person: {
      firstName: firstNameOf(intake.application.household.full_name),
      sandbox: intake.sandbox,
      signOutPath: `${pathIn(door, request)}/sign-out`,
    },
    about: context.view,
    product: umbrellaProduct,
    status: showing.status ?? 200,
    ...(live && { live }),
  })
}

/** The URL only names the fields. Labels and values come from the application. */
const savedNotice = ({ household }: Application, { query }: DocumentRequest): string | null => {
  const names = [query.saved ?? []].flat().join(',').split(',')
  const said = umbrellaFieldNames
    .filter(name => names.includes(name))
    .map(name => {
      const label = labelOf({ name, label: umbrellaFields[name].label })
      const value = household[name]
      const words =
        value === undefined ? say('No answer') : answerLines(name, umbrellaFields[name], value).join('; ')
      return `${label}${label.endsWith('?') ? '' : ':'} ${words}.`
    })
  const again = query.check === 'again' ? [say('Check once more, then confirm.')] : []
  if (said.length > 0) return say('Saved. {answers}', { answers: [...said, ...again].join(' ') })
  return query.saved === undefined ? null : say('You didn’t change anything.')
}

const refusedNotice = (intake: UmbrellaIntakeRecord): string | null =>
  isConsentRefused(intake)
    ? say(
        'You said no to the credit check. Nothing was bought, and no credit check was made. To continue after all, choose a quote again.',
      )
    : null

const SENT = {
  request: REQUEST_SENT,
  answered: ANSWERED,
  on_paper: ON_PAPER,
  agreed: 'Thank you. We’ve recorded that you agree.',
  files: 'Thank you. We have your files.',
} as const

const isSent = (note: string): note is keyof typeof SENT => Object.hasOwn(SENT, note)

const sentNotice = (request: DocumentRequest): string | null => {
  const note = queryText(request, 'note')
  return isSent(note) ? say(SENT[note]) : null
}

const reviewPage: DocumentRow<App> = {
  path: door.path,
  page: true,
  translated: true,
  contract: null,
  respond: forProvenBuyer(door, async (app, _caller, visit) => {
    const { intake, request } = visit
    if (isProgressPoll(request) && intake.status !== 'pending_quotes')
      return isProgressUnchanged(request, { stage: intake.status }) ? nothingNew : goTo(pathIn(door, request))
    return show(app, visit, {
      notice: savedNotice(intake.application, request) ?? sentNotice(request) ?? refusedNotice(intake),
    })
  }),
}

type Outcome = { next: string } | { errors: FieldError[]; again?: string }
type Send = (app: App, caller: BuyerCaller, context: ReviewContext) => Promise<Outcome>

const conflictWords = ({ details: { fields = [] } }: Failure): string => {
  if (fields.some(({ path }) => path === 'intake.email')) return say(TAKEN)
  return fields.some(({ path }) => path === 'intake.address') ? say(INSURED) : say(CHANGED)
}

const isAboutToken = ({ details: { fields = [] } }: Failure): boolean =>
  fields.some(({ path }) => path === 'review_token' || path === 'selection_token')

export const allQuestions = (context: ReviewContext) =>
  withRows([...reviewQuestions(context), ...bindQuestions(context), ...infoQuestions(context)])

export const refusedForm = async (
  app: App,
  visit: ReviewVisit,
  context: ReviewContext,
  error: unknown,
): Promise<Document> => {
  if (!(error instanceof Failure) || (error.status !== 400 && error.status !== 409)) throw error
  if (error.status === 400 && !isAboutToken(error)) {
    const errors = questionErrors(allQuestions(context), error.details.fields ?? [])
    return show(app, visit, { status: 400, errors })
  }
  const intake = (await readIntake(app, visit.intake.uid)) ?? visit.intake
  return show(
    app,
    { ...visit, intake },
    { status: 409, notice: conflictWords(error), typed: new URLSearchParams() },
  )
}

export const formRow = (action: string, send: Send): DocumentRow<App> => ({
  method: 'POST',
  path: `${door.path}/${action}`,
  page: true,
  translated: true,
  contract: null,
  // A response can reveal that an email address is in use, so this limits how many someone can try.
  budget: { name: 'umbrella_review', points: 60, seconds: 900, by: 'address' },
  respond: forProvenBuyer(door, async (app, caller, visit) => {
    const context = await contextOf(app, visit, {})
    try {
      const outcome = await transact(app, inside => send(inside, caller, context))
      if ('next' in outcome) return redirect(outcome.next)
      const { errors, again } = outcome
      if (again === undefined) return await show(app, visit, { status: 400, errors })
      const intake = (await readIntake(app, visit.intake.uid)) ?? visit.intake
      return await show(app, { ...visit, intake }, { notice: again, errors })
    } catch (error) {
      return refusedForm(app, visit, context, error)
    }
  }),
})

const answerQuestion = formRow('question', async (app, caller, { typed, path }) => {
  const read = readCarrierAnswer(typed)
  if ('errors' in read) return read
  await answerCarrier(app, caller, read)
  return { next: `${path}?note=answered` }
})

export const umbrellaReviewPages: readonly DocumentRow<App>[] = [
  reviewPage,
  answerQuestion,
  ...buyerDoorPages(door),
]
