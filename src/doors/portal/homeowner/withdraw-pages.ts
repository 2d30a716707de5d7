import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { advance } from '../../../products/homeowners/answering/advance.ts'
import { withdraw } from '../../../products/homeowners/answering/withdraw.ts'
import { homeownersBook } from '../../../products/homeowners/buying/book.ts'
import { actorOf, type HomeownerCaller } from '../../../products/homeowners/intake/caller.ts'
import { type HomeownersIntakeRecord, lockOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import { onWebsite, withdrawDelivery } from '../../../products/line/record/delivery.ts'
import { portalPage } from '../frame/frame.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'
import { say } from '../words/say.ts'
import { currentStep, pathOfStep, withdrawable } from './milestones.ts'
import { PAPER_PATH } from './policy-view.ts'
import { readPortal } from './read-portal.ts'
import { firstName } from './render-step.ts'
import { stepForm } from './step-form.ts'

export const withdrawCreditConsent = async (
  app: App,
  caller: HomeownerCaller,
): Promise<HomeownersIntakeRecord> => {
  const intake = await lockOwnIntake(app, caller, caller.uid)
  return (await advance(app, caller, { intake, changed: [], authorized: false })).intake
}

const authorizationForm = (
  token: Html,
): Html => html`<form method="post" action="/portal/withdraw/authorization" class="card bound sheet">${token}
<h2>${say('Withdraw my credit authorization')}</h2>
<p>${say('We’ll stop using your credit information for this application.')} ${say('Your current quotes become void. You can authorize it again later and get new quotes.')}</p>
<p><button class="secondary">${say('Withdraw the authorization')}</button></p>
</form>`

const applicationForm = (
  token: Html,
): Html => html`<form method="post" action="/portal/withdraw" class="card bound sheet">${token}
<h2>${say('Withdraw my application')}</h2>
<p>${say('We’ll stop contacting insurance companies, and your quotes become void. You can’t undo this. To insure this home later, you’ll need a new application.')}</p>
<p><button class="secondary">${say('Withdraw the application')}</button></p>
</form>`

const withdrawPage = homeownerPage({
  path: '/portal/withdraw',
  async respond(app, caller, request) {
    const { view } = await readPortal(app, caller)
    const { application, authorization } = withdrawable(view)
    if (!application && !authorization)
      return redirect(pathWithNotice(pathOfStep(currentStep(view)), 'elsewhere'))
    const token = tokenField(request)
    return portalPage(app, request, {
      title: say('Withdraw'),
      person: { firstName: firstName(view), sandbox: view.sandbox },
      about: view,
      body: html`<div class="leaf">
<h1>${say('Withdraw your application or authorization')}</h1>
<p class="lede">${view.homes.every(({ policy }) => policy === null) ? `${say('You’ve bought nothing and owe nothing.')} ` : ''}${say('Nothing changes until you press a button below.')}</p>
${authorization ? authorizationForm(token) : ''}
${application ? applicationForm(token) : ''}
<p><a href="/portal">${say('Go back without changes')}</a></p>
</div>`,
    })
  },
})

const withdrawForm = stepForm({
  path: '/portal/withdraw',
  here: '/portal/withdraw',
  async send(app, { caller }) {
    await withdraw(app, caller)
    return { next: '/portal' }
  },
})

const withdrawAuthorizationForm = stepForm({
  path: '/portal/withdraw/authorization',
  here: '/portal/withdraw',
  async send(app, { caller }) {
    await withdrawCreditConsent(app, caller)
    return { next: pathWithNotice('/portal', 'authorization_withdrawn') }
  },
})

const withdrawDeliveryForm = stepForm({
  path: PAPER_PATH,
  here: '/portal/policy',
  async send(app, { caller, application }) {
    const { mail } = homeownersBook.person(application)
    await withdrawDelivery(app, caller.uid, {
      ...onWebsite(app, application.homes[0]?.state),
      by: actorOf(caller).name,
      mail,
    })
    return { next: pathWithNotice('/portal/policy', 'on_paper') }
  },
})

export const withdrawPages: readonly DocumentRow<App>[] = [
  withdrawPage,
  withdrawForm,
  withdrawAuthorizationForm,
  withdrawDeliveryForm,
]
