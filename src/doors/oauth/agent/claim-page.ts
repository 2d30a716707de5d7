import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import type { Document, DocumentRequest, DocumentRow } from '../../../platform/http/pages/document.ts'
import { MINUTE } from '../../../platform/lib/clock.ts'
import { page } from '../../../platform/pages/frame.ts'
import { type Html, tokenField } from '../../../platform/pages/html.ts'
import { agencyNameSlot } from '../../../platform/pages/service-marks.ts'
import { findLink, spendLink } from '../../../platform/signin/one-time-link.ts'
import { oauthCalls } from '../protocol/budgets.ts'
import { onlyScopes, SCOPES } from '../protocol/scopes.ts'
import { LIFETIMES, PATHS } from '../protocol/urls.ts'
import { noNav } from '../sign-in/login-page.ts'
import { findRegistration, type RegistrationRow } from '../tokens/registration-store.ts'
import { emailOf, isUserCode } from './claim.ts'
import { claimRegistration, denyRegistration } from './registration.ts'

const titledPage = (title: string, body: Html, status = 200): Promise<Document> =>
  page({ title, nav: noNav, status, body: html`<div class="narrow"><h1>${title}</h1>${body}</div>` })

const endedPage = () =>
  titledPage(
    'This request has expired',
    html`<p class="lede">It expired, you already answered it, or a newer email replaced it.</p>
<p>If you still want to give the agent access, ask it to start again.</p>`,
    410,
  )

const guidePage = () =>
  titledPage(
    'An AI agent asks to use your account',
    html`<p class="lede">We sent a code and a link to the email you gave the agent.</p>
<ol>
<li>Open the email “An AI agent asks to use your account”.</li>
<li>Give the agent the six-digit code. Or open the link and enter the code the agent shows you, like <code>WDJB-MJHT</code>.</li>
</ol>
<p>The request expires after ${LIFETIMES.claim / MINUTE} minutes. If you didn’t start an agent, ignore it. The agent gets no access without you.</p>`,
  )

type Shown = { app: App; row: RegistrationRow; request: DocumentRequest; problem?: string }

const decisionPage = ({ app, row, request, problem }: Shown): Promise<Document> =>
  titledPage(
    'An AI agent asks to use your account',
    html`<p class="lede">It wants to act for <strong>${emailOf(app, row)}</strong> with ${agencyNameSlot}. Allow this only if you started the agent yourself.</p>
<h2>What it will be able to do</h2>
<ul>
${onlyScopes(row.scopes).map(scope => html`<li>${SCOPES[scope]} <span class="soft small">(${scope})</span></li>`)}
</ul>
<form method="post" action="${PATHS.claimPage}/${request.params.token}" class="card bound" novalidate>
${tokenField(request)}
<div class="field">
<label for="user_code">Code from your agent</label>
<p class="hint small" id="hint">Eight letters, like WDJB-MJHT. It confirms that this request is from your agent.</p>
${problem ? html`<p class="error-text" id="problem" role="alert">${problem}</p>` : ''}
<input id="user_code" name="user_code" class="short" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="hint${problem ? ' problem' : ''}"${problem ? html` aria-invalid="true" autofocus` : ''}>
</div>
<div class="row">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="secondary">Don’t allow</button>
</div>
</form>`,
    problem ? 400 : 200,
  )

const pendingRegistration = async (app: App, token: string): Promise<RegistrationRow | null> => {
  const link = await findLink(app, { purpose: 'agent_claim', token })
  if (!link) return null
  const { attempt } = link.data
  const row = await findRegistration(app.db, link.subject)
  const current = row?.status === 'pending' && row.attempt === attempt && row.expires_at > app.clock.now()
  return current ? row : null
}

const decide = (app: App, token: string, row: RegistrationRow, agreed: boolean): Promise<Document> =>
  transact(app, async inside => {
    if (!(await spendLink(inside, { purpose: 'agent_claim', token }))) return endedPage()
    if (agreed) await claimRegistration(inside, row)
    else await denyRegistration(inside, row)
    return agreed
      ? titledPage(
          'The agent has access',
          html`<p class="lede">It will continue on its own. You can close this page.</p>`,
        )
      : titledPage(
          'The agent has no access',
          html`<p class="lede">You denied the request. You can close this page.</p>`,
        )
  })

const claimPage: DocumentRow<App> = {
  path: `${PATHS.claimPage}/{token}`,
  page: true,
  contract: null,
  budget: oauthCalls,
  async respond(app, request) {
    const row = await pendingRegistration(app, request.params.token ?? '')
    return row ? decisionPage({ app, row, request }) : endedPage()
  },
}

const claimForm: DocumentRow<App> = {
  ...claimPage,
  method: 'POST',
  async respond(app, request) {
    const token = request.params.token ?? ''
    const row = await pendingRegistration(app, token)
    if (!row) return endedPage()
    const agreed = request.form.get('decision') === 'allow'
    return agreed && !isUserCode(app, row, request.form.get('user_code') ?? '')
      ? decisionPage({
          app,
          row,
          request,
          problem: 'That code doesn’t match. Check each letter of the code your agent shows.',
        })
      : decide(app, token, row, agreed)
  },
}

const guide: DocumentRow<App> = {
  path: PATHS.claimPage,
  page: true,
  contract: null,
  budget: oauthCalls,
  respond: guidePage,
}

export const claimPages: DocumentRow<App>[] = [guide, claimPage, claimForm]
