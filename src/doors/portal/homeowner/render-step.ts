import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { type FieldError, titleToCorrect } from '../../../platform/pages/fields.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { firstNameOf } from '../../../platform/values/first-name.ts'
import type { PortalStep } from '../../../products/homeowners/application/statuses.ts'
import type { PortalView } from '../../../products/homeowners/portal/facts.ts'
import { carrierQuestionsView, errorsBeside } from '../frame/carrier-questions.ts'
import { portalPage } from '../frame/frame.ts'
import type { Screen } from '../frame/screen.ts'
import { say } from '../words/say.ts'
import { answersStep } from './answers-view.ts'
import { endedStep } from './ended-view.ts'
import { currentStep, milestonesView, pathOfStep, withdrawable } from './milestones.ts'
import { noOffersStep, offersStep } from './offers/offers-view.ts'
import { policyStep } from './policy-view.ts'
import { QUESTION_PATH } from './question-path.ts'
import type { Portal } from './read-portal.ts'
import { reviewStep } from './review-view.ts'
import { signStep } from './sign-view.ts'
import type { StepContext } from './step-context.ts'
import { bindingStep, waitingStep } from './waiting-view.ts'

export type StepVisit = Portal & { request: DocumentRequest }

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

const OPEN_PAGES: Readonly<Record<string, (context: StepContext) => Screen>> = {
  '/portal/quotes': offersStep,
  '/portal/review': reviewStep,
  '/portal/policy': policyStep,
}

export type RenderOptions = {
  here?: string
  status?: number
  notice?: string | null
  errors?: readonly FieldError[]
}

const screenOf = (step: PortalStep, here: string): ((context: StepContext) => Screen) =>
  here === pathOfStep(step) ? SCREENS[step] : (OPEN_PAGES[here] ?? SCREENS[step])

export const firstName = ({ full_name }: PortalView): string => firstNameOf(full_name)

const leave = (view: PortalView): Html => {
  const { application, authorization } = withdrawable(view)
  if (!application && !authorization) return html``
  const both = application && authorization
  const one = application ? say('Withdraw my application') : say('Withdraw my credit authorization')
  return html`<p class="leave"><a href="/portal/withdraw">${both ? say('Withdraw my application or my credit authorization') : one}</a></p>`
}

export const renderStep = (app: App, visit: StepVisit, showing: RenderOptions = {}): Promise<Document> => {
  const { view, application, consents, isOnPaper, request } = visit
  const step = currentStep(view)
  const { here = pathOfStep(step), status, notice = null, errors = [] } = showing
  const context: StepContext = {
    view,
    application,
    consents,
    isOnPaper,
    language: request.language,
    token: tokenField(request),
    typed: request.form,
    errors: errorsBeside(errors),
    notice,
    agency: app.config.agency,
  }
  const { title, body, live } = screenOf(step, here)(context)
  return portalPage(app, request, {
    title: titleToCorrect(title, errors),
    person: { firstName: firstName(view), sandbox: view.sandbox },
    about: view,
    ...(status !== undefined && { status }),
    ...(live && { live }),
    body: html`${milestonesView(here, step)}
${carrierQuestionsView({ ...context, errors, questions: view.carrierQuestions, action: QUESTION_PATH }, body)}
${body}
${leave(view)}`,
  })
}
