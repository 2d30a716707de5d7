import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import type { DocumentRow } from '../../../platform/http/pages/document.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { advance } from '../answering/advance.ts'
import { withdraw } from '../answering/withdraw.ts'
import { type HomeownerCaller, type HomeownersIntakeRecord, lockOwnIntake } from '../intake/intake.ts'
import { elsewhere, homeownerFlow, withdrawable } from './flow.ts'
import { say } from './say.ts'

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

const withdrawPage = homeownerFlow.page({ path: '/withdraw' }, (app, _, context) => {
  const { view, token, nextPath } = context
  const { application, authorization } = withdrawable(view)
  if (!application && !authorization) return elsewhere(nextPath)
  return homeownerFlow.frame(app, context, {
    title: say('Withdraw'),
    body: html`<div class="leaf">
<h1>${say('Withdraw your application or authorization')}</h1>
<p class="lede">${view.homes.every(({ policy }) => policy === null) ? `${say('You bought nothing and owe nothing.')} ` : ''}${say('Nothing changes until you press a button below.')}</p>
${authorization ? authorizationForm(token) : ''}
${application ? applicationForm(token) : ''}
<p><a href="/portal">${say('Go back without changes')}</a></p>
</div>`,
  })
})

const withdrawForm = homeownerFlow.form({
  path: '/withdraw',
  async send(app, caller) {
    await withdraw(app, caller)
    return { next: '/portal' }
  },
})

const withdrawAuthorizationForm = homeownerFlow.form({
  path: '/withdraw/authorization',
  async send(app, caller) {
    await withdrawCreditConsent(app, caller)
    return { next: pathWithNotice('/portal', 'authorization_withdrawn') }
  },
})

export const withdrawPages: readonly DocumentRow<App>[] = [
  withdrawPage,
  withdrawForm,
  withdrawAuthorizationForm,
]
