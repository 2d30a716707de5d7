import { html } from 'hono/html'
import { fail } from '../../errors.ts'
import type { PortalPolicy } from '../../homeowners/portal/facts.ts'
import { language, speaking } from '../../language/language.ts'
import { dayWords } from '../../line/fields/calendar.ts'
import type { Html } from '../../pages/frame.ts'
import { openCurrentDocument } from '../../policies/current-document.ts'
import { portalPage } from '../frame/frame.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'
import { say } from '../words/say.ts'
import { hasLetter, priorCarrierOf } from './policy-view.ts'
import { readPortal } from './read-portal.ts'
import { firstName } from './render-step.ts'

/** Only from the signed-in person's own application. */
export const binder = homeownerPage({
  path: '/portal/policy/{id}/binder.pdf',
  async respond(app, { uid }, { params: { id = '' } }) {
    const isId = /^\w{1,100}$/.test(id)
    const document = (isId && (await openCurrentDocument(app, { uid, document_id: id }))) || fail('not_found')
    return {
      type: document.media_type,
      body: document.content,
      headers: { 'content-disposition': `attachment; filename="${document.filename}"` },
    }
  },
})

const letter = (
  policy: PortalPolicy,
  { carrier, name, sandbox }: { carrier: string | null; name: string; sandbox: boolean },
): Html =>
  html`<article class="card sheet" lang="en">
${sandbox ? html`<p><strong>Sandbox: this is a test. Don’t send this letter.</strong></p>` : ''}
<p>Date: ____________________</p>
<p>To: ${carrier ?? '______________________________'}</p>
<p>Policy number: ______________________________</p>
<p>Please cancel my home insurance policy for ${policy.address}, effective ${dayWords(policy.effective_date)} at 12:01 a.m. From then on, the home is insured by ${policy.carrier}, policy number ${policy.policy_number}.</p>
<p>Please stop automatic payments, refund the unused premium to me, and confirm the cancellation in writing.</p>
<p>Signature: ______________________________</p>
<p>${name}</p>
</article>`

export const cancelLetter = homeownerPage({
  path: '/portal/policy/{id}/cancel-letter',
  async respond(app, caller, request) {
    const { view, application } = await readPortal(app, caller)
    const policy = view.homes
      .flatMap(home => home.policy ?? [])
      .find(({ policy_id }) => policy_id === request.params.id)
    if (!policy || !hasLetter(policy, view.sandbox)) return fail('not_found')
    const carrier = priorCarrierOf(application, policy)
    return portalPage(app, request, {
      title: say('Letter to cancel your old policy'),
      person: { firstName: firstName(view), sandbox: view.sandbox },
      about: view,
      body: html`<div class="leaf">
<div class="on-screen">
<p><a href="/portal/policy">${say('Back to your policy')}</a></p>
<h1>${say('Letter to cancel your old policy')}</h1>
<p class="lede">${say('Print it, fill in the blanks, sign it, and send it to your old insurance company. We don’t send it for you.')}</p>
<p class="callout warning">${say('Don’t cancel before your new policy starts. If your lender pays from escrow, tell them first.')}</p>
</div>
${language() === 'es' ? html`<p class="soft small on-screen">La carta está en inglés para que la lea su compañía de seguros.</p>` : ''}
${speaking('en', () => letter(policy, { carrier, name: view.full_name ?? '', sandbox: view.sandbox }))}
</div>`,
    })
  },
})
