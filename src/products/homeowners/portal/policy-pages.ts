import { html } from 'hono/html'
import { openCurrentDocument, type Policy, policyOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { type DocumentRequest, download } from '../../../platform/http/pages/document.ts'
import { language, speaking } from '../../../platform/language/language.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { Line } from '../../line/line.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { policyRequestPages } from '../../line/portal/policy-request-pages.ts'
import { noteDeclarationsOpened } from '../../line/record/intakes.ts'
import type { HomeownerCaller } from '../intake/intake.ts'
import { homeownerFlow } from './flow.ts'
import type { PortalPolicy } from './homes.ts'
import { hasLetter, priorCarrierOf } from './policy-view.ts'
import { say } from './say.ts'
import type { Portal } from './step-context.ts'

export const ownPolicy = async (
  app: App,
  { uid }: HomeownerCaller,
  { params }: Pick<DocumentRequest, 'params'>,
): Promise<Policy> => (await policyOf(app, { uid, policy_id: params.id ?? '' })) ?? fail('not_found')

export const binder = homeownerFlow.door(
  { path: '/policy/{id}/binder.pdf' },
  async (app, { uid }, { params: { id = '' } }) => {
    const isId = /^\w{1,100}$/.test(id)
    const document = (isId && (await openCurrentDocument(app, { uid, document_id: id }))) || fail('not_found')
    await noteDeclarationsOpened(app, { uid, document_id: id, kind: document.kind, actor: 'homeowner' })
    const { media_type: type, content: body, filename } = document
    return download({ type, body, filename })
  },
)

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

export const cancelLetter = homeownerFlow.page({ path: '/policy/{id}/cancel-letter' }, (app, _, context) => {
  const { view, application, request } = context
  const policy = view.homes
    .flatMap(home => home.policy ?? [])
    .find(({ policy_id }) => policy_id === request.params.id)
  if (!policy || !hasLetter(policy, view.sandbox)) return fail('not_found')
  const carrier = priorCarrierOf(application, policy)
  return homeownerFlow.frame(app, context, {
    title: say('Letter to cancel your old policy'),
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
})

export const policyRequests = (line: Line) =>
  policyRequestPages<HomeownerCaller, Portal>(homeownerFlow, {
    line,
    path: '/policy/{id}/request',
    policyOf: ownPolicy,
    pathsOf: ({ policy_id }) => ({
      action: `/portal/policy/${policy_id}/request`,
      back: '/portal/policy',
      filed: pathWithNotice('/portal/policy', 'policy_request_sent'),
    }),
  })
