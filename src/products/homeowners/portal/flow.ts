import { html } from 'hono/html'
import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { language } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { pathWithNotice, portalFlow } from '../../line/portal/flow.ts'
import { queryText } from '../../line/portal/frame.ts'
import { markOf } from '../../line/portal/live-progress.ts'
import { questionErrors } from '../../line/portal/question-errors.ts'
import type { Screen } from '../../line/portal/screen.ts'
import { consentsOf } from '../../line/record/consent.ts'
import { type Milestone, milestoneOf, milestones, type PortalStep } from '../application/statuses.ts'
import { homeownersBook } from '../buying/book.ts'
import {
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
  readOwnIntake,
} from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import { answersForm, answersStep } from './answers-step.ts'
import { correctableQuestions } from './given-answers.ts'
import { lenderForm } from './lender-step.ts'
import { chooseForms, noOffersStep, offersStep } from './offers-step.ts'
import { paymentForm } from './payment-step.ts'
import { policyStep } from './policy-view.ts'
import { reviewForms, reviewStep } from './review-step.ts'
import { say, sayKnown } from './say.ts'
import { asHomeowner } from './sign-in.ts'
import { signForm, signStep } from './sign-step.ts'
import { isForOtherHomes, type Portal, type StepContext, withoutHomes } from './step-context.ts'
import { type PortalView, portalView } from './view.ts'
import { bindingStep, endedStep, waitingStep } from './waiting-view.ts'

const SCREENS: Readonly<Record<PortalStep, (context: StepContext) => Screen>> = {
  answers: answersStep,
  waiting: waitingStep,
  offers: offersStep,
  no_offers: noOffersStep,
  review: reviewStep,
  sign: signStep,
  binding: bindingStep,
  bound: policyStep,
  withdrawn: endedStep,
  expired: endedStep,
}

const PATHS: Readonly<Record<Milestone, string>> = {
  Answers: '/portal/answers',
  Quotes: '/portal/quotes',
  Review: '/portal/review',
  Sign: '/portal/sign',
  Policy: '/portal/policy',
}

/** Pages that stay open beside the one of the step. */
const BESIDE: Readonly<Partial<Record<PortalStep, readonly Milestone[]>>> = {
  offers: ['Review'],
  no_offers: ['Review'],
  review: ['Quotes'],
  sign: ['Quotes', 'Review'],
}

const BESIDE_SCREENS: Readonly<Record<string, (context: StepContext) => Screen>> = {
  [PATHS.Quotes]: offersStep,
  [PATHS.Review]: reviewStep,
  [PATHS.Policy]: policyStep,
}

/** Expired offers lead back to the offers page from every later step. */
const stepOf = ({ step, offersExpired }: Pick<PortalView, 'step' | 'offersExpired'>): PortalStep =>
  offersExpired && (step === 'review' || step === 'sign') ? 'offers' : step

const pathOfStep = (step: PortalStep): string => {
  const milestone = milestoneOf(step)
  return milestone === null ? '/portal/ended' : PATHS[milestone]
}

const isOpen = (view: PortalView, path: string): boolean => {
  const step = stepOf(view)
  if (path === PATHS.Policy && view.homes.some(({ policy }) => policy !== null)) return true
  return pathOfStep(step) === path || (BESIDE[step] ?? []).some(milestone => PATHS[milestone] === path)
}

const shownAt = ({ view, here, nextPath }: StepContext): string =>
  here !== undefined && isOpen(view, here) ? here : nextPath

const isOver = (step: PortalStep): boolean =>
  step === 'binding' || step === 'bound' || milestoneOf(step) === null

/** By its own text, the authorization cannot be withdrawn once a policy is bound. */
export const withdrawable = ({ step, creditAuthorization }: PortalView) => ({
  application: !isOver(step),
  authorization: creditAuthorization.given && !isOver(step),
})

const leave = (view: PortalView): Html => {
  const { application, authorization } = withdrawable(view)
  if (!application && !authorization) return html``
  const both = application && authorization
  const one = application ? say('Withdraw my application') : say('Withdraw my credit authorization')
  return html`<p class="leave"><a href="/portal/withdraw">${both ? say('Withdraw my application or my credit authorization') : one}</a></p>`
}

const FIRST = {
  answers: 'We need a few answers first.',
  offers: 'Choose a quote first.',
  review: 'Check the estimated answers first.',
  sign: 'The only step left is to sign.',
} as const

const isFirst = (step: PortalStep): step is keyof typeof FIRST => Object.hasOwn(FIRST, step)

const toAuthorize = () =>
  say('We saved your corrections. They change what you authorized, so we need your authorization again.')

/** By the step that is next. */
const NOTICES = {
  elsewhere: step =>
    [say('That page isn’t available right now.'), isFirst(step) ? say(FIRST[step]) : []].flat().join(' '),
  saved: () => say('Your answers are saved. To finish later, sign in again from the same email.'),
  confirmed: () => say('Thank you. Your answers are confirmed.'),
  corrected: step => (step === 'answers' ? toAuthorize() : say('Thank you. Your correction is saved.')),
  check_again(step) {
    if (step === 'answers') return toAuthorize()
    return step === 'review'
      ? say('We saved your corrections. Check once more, then confirm.')
      : say('We saved your corrections.')
  },
  sharing_stopped: () => say('You’ve stopped sharing. The link no longer works.'),
  lender_link_off: () => say('The link for your lender no longer works.'),
  evidence_sent: () => say('We’ve emailed proof of insurance to your lender.'),
  evidence_rehearsed: () => say('With a real policy, we’d have emailed proof of insurance to your lender.'),
  authorization_withdrawn: step =>
    step === 'bound'
      ? say('You withdrew your authorization. Your policy doesn’t change.')
      : say(
          'You withdrew your authorization. We won’t contact insurance companies unless you give it again.',
        ),
} as const satisfies Record<string, (step: PortalStep) => string>

const readPortal = async (app: App, caller: HomeownerCaller): Promise<Portal> => {
  const intake = await readOwnIntake(app, caller, caller.uid)
  return {
    view: await portalView(app, intake, caller.language),
    application: intake.application,
    consents: await consentsOf(app, intake.uid),
    isOnPaper: (await findDeliveryWithdrawal(app.db, intake.uid)) !== null,
  }
}

const markIn = ({ view: { step, quoting } }: Portal): string | null => {
  if (step === 'waiting') return markOf(step, quoting?.answered)
  return step === 'binding' ? markOf(step) : null
}

export const homeownerFlow = portalFlow<HomeownerCaller, Portal, HomeownersIntakeRecord>({
  path: '/portal',
  policyPath: '/policy',
  enter: asHomeowner,
  read: readPortal,
  lock: (app, caller) => lockOwnIntake(app, caller, caller.uid),
  note: noteOnHomeowners,
  mail: ({ application }) => homeownersBook.person(application).mail,
  nextPath: ({ view }) => pathOfStep(stepOf(view)),
  mark: markIn,
  screen(context) {
    const { view, nextPath } = context
    const at = shownAt(context)
    const own = SCREENS[stepOf(view)]
    const screen = (at === nextPath ? own : (BESIDE_SCREENS[at] ?? own))(context)
    return { ...screen, body: html`${screen.body}${leave(view)}` }
  },
  milestones(context) {
    const { view } = context
    const at = shownAt(context)
    const current = milestones.findIndex(name => PATHS[name] === at)
    const shown = milestones.map(name => ({
      name: sayKnown(name),
      path: isOpen(view, PATHS[name]) ? PATHS[name] : null,
    }))
    return current < 0 ? null : { shown, current }
  },
  notices: Object.fromEntries(
    Object.entries(NOTICES).map(([name, words]) => [name, ({ view }: Portal) => words(stepOf(view))]),
  ),
  check({ application, typed }) {
    if (isForOtherHomes(typed, application)) fail('conflict')
  },
  kept: (typed, { application }) => (isForOtherHomes(typed, application) ? withoutHomes(typed) : typed),
  /** Messages are also written for the API. One without Spanish is replaced by a sentence that fits every conflict. */
  refusal({ details: { message = '' } }) {
    const words = sayKnown(message)
    return message === '' || (language() === 'es' && words === message) ? null : words
  },
  errorsOf: (problems, { view, application }) =>
    questionErrors([...view.questions, ...correctableQuestions(view, application)], problems),
  forms: [answersForm, ...chooseForms, ...reviewForms, signForm, paymentForm, lenderForm],
})

const { draw, noticeIn, page, progress } = homeownerFlow

export const elsewhere = (nextPath: string) => redirect(pathWithNotice(nextPath, 'elsewhere'))

const isAfterSigning = ({ step, refusals }: PortalView, path: string): boolean =>
  path === pathOfStep('binding') && (step === 'bound' || refusals.length > 0)

const stepPage = (name: string): DocumentRow<App> =>
  page({ path: `/${name}` }, (app, _, context) => {
    const { view, nextPath } = context
    const here = `/portal/${name}`
    const polled = progress(context)
    if (polled) return polled
    if (isOpen(view, here)) return draw(app, context, { here, notice: noticeIn(context) })
    return isAfterSigning(view, here) ? redirect(nextPath) : elsewhere(nextPath)
  })

const start = page({ path: '' }, (app, _, context) => {
  const { typed, nextPath, request } = context
  // An answer typed for a carrier's question is kept when the page is drawn in another language.
  if (typed.size > 0) return draw(app, context)
  return redirect(
    noticeIn(context) === null ? nextPath : pathWithNotice(nextPath, queryText(request, 'note')),
  )
})

export const stepPages: readonly DocumentRow<App>[] = [
  start,
  ...['answers', 'quotes', 'review', 'sign', 'policy', 'ended'].map(stepPage),
  ...homeownerFlow.forms,
]
