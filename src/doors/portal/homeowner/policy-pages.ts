import { html } from 'hono/html'
import { openCurrentDocument } from '../../../agency/policies/current-document.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  download,
} from '../../../platform/http/pages/document.ts'
import { language, speaking } from '../../../platform/language/language.ts'
import { titleToCorrect } from '../../../platform/pages/fields.ts'
import { tokenField } from '../../../platform/pages/form-token.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { HomeownerCaller } from '../../../products/homeowners/intake/caller.ts'
import type { PortalPolicy } from '../../../products/homeowners/portal/facts.ts'
import { lines } from '../../../products/lines.ts'
import { typedOrMeant } from '../form/change-parts.ts'
import { previewAgain, type ShownRequest, takePolicyRequest } from '../form/policy-request.ts'
import { policyRequestBody, requestTitle } from '../form/policy-request-form.ts'
import { portalPage } from '../frame/frame.ts'
import { pathWithNotice } from '../frame/notices.ts'
import { homeownerPage } from '../sign-in/signed-in-homeowner.ts'
import { say } from '../words/say.ts'
import { hasLetter, priorCarrierOf } from './policy-view.ts'
import { readOwnPolicy, readPortal } from './read-portal.ts'
import { firstName } from './render-step.ts'

export const binder = homeownerPage({
  path: '/portal/policy/{id}/binder.pdf',
  async respond(app, { uid }, { params: { id = '' } }) {
    const isId = /^\w{1,100}$/.test(id)
    const document = (isId && (await openCurrentDocument(app, { uid, document_id: id }))) || fail('not_found')
    const { media_type: type, content: body, filename } = document
    return download({ type, body, filename })
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

const BACK = '/portal/policy'
const REQUEST_PATH = '/portal/policy/{id}/request'

const showRequest = async (
  app: App,
  caller: HomeownerCaller,
  request: DocumentRequest,
  { errors = [], preview = null, status = 200 }: ShownRequest = {},
): Promise<Document> => {
  const policy = await readOwnPolicy(app, caller, request)
  const { view } = await readPortal(app, caller)
  const typed = typedOrMeant(request)
  return portalPage(app, request, {
    title: titleToCorrect(requestTitle({ preview, typed }), errors),
    person: { firstName: firstName(view), sandbox: view.sandbox },
    about: view,
    status,
    body: policyRequestBody({
      policy,
      line: 'homeowners',
      action: REQUEST_PATH.replace('{id}', policy.policy_id),
      back: BACK,
      token: tokenField(request),
      now: app.clock.now(),
      typed,
      errors,
      preview,
    }),
  })
}

const answerTo = async (
  app: App,
  caller: HomeownerCaller,
  { request, typed }: { request: DocumentRequest; typed: URLSearchParams },
): Promise<Document> => {
  const policy = await readOwnPolicy(app, caller, request)
  return takePolicyRequest(
    app,
    { policy, typed },
    {
      line: lines.homeowners,
      actor: caller.kind,
      filedPath: pathWithNotice(BACK, 'policy_request_sent'),
      show: showing => showRequest(app, caller, request, showing),
    },
  )
}

const requestForm = homeownerPage({
  path: REQUEST_PATH,
  async respond(app, caller, request) {
    if (request.query.kind === 'renewal')
      return answerTo(app, caller, { request, typed: new URLSearchParams({ kind: 'renewal' }) })
    const policy = await readOwnPolicy(app, caller, request)
    const preview = previewAgain(app, { policy, typed: request.form })
    return showRequest(app, caller, request, { preview })
  },
})

const requestSent = homeownerPage({
  method: 'POST',
  path: REQUEST_PATH,
  respond: (app, caller, request) => answerTo(app, caller, { request, typed: request.form }),
})

export const policyRequestPages: readonly DocumentRow<App>[] = [requestForm, { ...requestSent, emails: true }]
