import { html } from 'hono/html'
import type { App } from '../../app.ts'
import type { PortalStep, PortalView } from '../../homeowners/portal/facts.ts'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import type { FieldError } from '../../pages/fields.ts'
import { tokenField } from '../../pages/form-token.ts'
import type { Html } from '../../pages/frame.ts'
import { portalPage } from '../frame/frame.ts'
import type { Step } from '../frame/step.ts'
import { answersStep } from './answers-view.ts'
import { endedStep } from './ended-view.ts'
import { noOffersStep, offersStep } from './offers-view.ts'
import { pathView, placeOf, stepOf, withdrawable } from './path.ts'
import { policyStep } from './policy-view.ts'
import type { Portal } from './read-portal.ts'
import { reviewStep } from './review-view.ts'
import type { Sheet } from './sheet.ts'
import { signStep } from './sign-view.ts'
import { bindingStep, waitingStep } from './waiting-view.ts'

/** The page of a step, for whoever is signed in. */
export type Visit = Portal & { request: DocumentRequest }

const AT_HAND: Readonly<Record<PortalStep, (sheet: Sheet) => Step>> = {
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

/** A page that is open although the application is further, or not there yet. */
const OPEN_TOO: Readonly<Record<string, (sheet: Sheet) => Step>> = {
  '/portal/quotes': offersStep,
  '/portal/review': reviewStep,
}

export type Showing = {
  /** The step at hand, unless another page that is open was asked for. */
  here?: string
  status?: number
  notice?: string | null
  errors?: readonly FieldError[]
}

const drawn = (step: PortalStep, here: string): ((sheet: Sheet) => Step) =>
  here === placeOf(step) ? AT_HAND[step] : (OPEN_TOO[here] ?? AT_HAND[step])

export const firstName = ({ full_name }: PortalView): string => full_name?.split(' ')[0] ?? ''

const leave = (view: PortalView): Html => {
  const { application, authorization } = withdrawable(view)
  const what = [...(application ? ['application'] : []), ...(authorization ? ['credit authorization'] : [])]
  return what.length === 0
    ? html``
    : html`<p class="leave"><a href="/portal/withdraw">Withdraw my ${what.join(' or my ')}</a></p>`
}

export const show = (app: App, visit: Visit, showing: Showing = {}): Promise<Document> => {
  const { view, application, request } = visit
  const step = stepOf(view)
  const { here = placeOf(step), status, notice = null, errors = [] } = showing
  const sheet: Sheet = {
    view,
    application,
    token: tokenField(request),
    typed: request.form,
    errors,
    notice,
    agency: app.config.agency,
  }
  const { title, body, live } = drawn(step, here)(sheet)
  return portalPage(app, request, {
    title,
    person: { firstName: firstName(view), sandbox: view.sandbox },
    ...(status !== undefined && { status }),
    ...(live && { live }),
    body: html`${pathView(here, step)}
${body}
${leave(view)}`,
  })
}
