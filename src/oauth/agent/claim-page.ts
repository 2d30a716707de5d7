import { html } from 'hono/html'
import type { App } from '../../app.ts'
import type { Document, DocumentRequest, DocumentRow } from '../../http/pages/document.ts'
import { transact } from '../../http/transact.ts'
import { MINUTE } from '../../lib/clock.ts'
import { tokenField } from '../../pages/form-token.ts'
import { type Html, page } from '../../pages/frame.ts'
import { findLink, spendLink } from '../../signin/one-time-link.ts'
import { oauthCalls } from '../protocol/budgets.ts'
import { onlyScopes, SCOPES } from '../protocol/scopes.ts'
import { LIFETIMES, PATHS } from '../protocol/urls.ts'
import { noNav } from '../sign-in/login-page.ts'
import { findRegistration, type RegistrationRow } from '../tokens/registration-store.ts'
import { emailOf } from './claim.ts'
import { claimRegistration, denyRegistration } from './registration.ts'
import { isUserCode } from './user-code.ts'

const simple = (title: string, body: Html, status = 200): Promise<Document> =>
  page({ title, nav: noNav, status, body: html`<div class="narrow"><h1>${title}</h1>${body}</div>` })

const endedPage = () =>
  simple(
    'This request has ended',
    html`<p class="lede">It took too long, was decided already, or a newer mail has taken its place.</p>
<p>If you still want the agent to act for you, ask it to start again.</p>`,
    410,
  )

const guidePage = () =>
  simple(
    'An agent asks to act for you',
    html`<p class="lede">We mailed you a code and a link, to the address that the agent was given.</p>
<ol>
<li>Open the mail “An agent asks to act for you at Bindery”.</li>
<li>Give the agent the six digits. Or open the link, and type there what the agent shows you, like <code>WDJB-MJHT</code>.</li>
</ol>
<p>The request ends after ${LIFETIMES.claim / MINUTE} minutes. If you did not start an agent, do nothing: without you nothing happens.</p>`,
  )

type Shown = { app: App; row: RegistrationRow; request: DocumentRequest; problem?: string }

const decisionPage = ({ app, row, request, problem }: Shown): Promise<Document> =>
  simple(
    'An agent asks to act for you',
    html`<p class="lede">It wants to use Bindery in the name of <strong>${emailOf(app, row)}</strong>. Agree only if you started it yourself.</p>
<h2>It would be able to</h2>
<ul>
${onlyScopes(row.scopes).map(scope => html`<li>${SCOPES[scope]} <span class="soft small">(${scope})</span></li>`)}
</ul>
<form method="post" action="${PATHS.claimPage}/${request.params.token}" class="card bound" novalidate>
${tokenField(request)}
<div class="field">
<label for="user_code">The code that your agent shows</label>
<p class="hint small" id="hint">Eight letters, like WDJB-MJHT. It tells us that you see the same agent as we do.</p>
${problem ? html`<p class="error-text" id="problem" role="alert">${problem}</p>` : ''}
<input id="user_code" name="user_code" class="short" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" aria-describedby="hint${problem ? ' problem' : ''}"${problem ? html` aria-invalid="true"` : ''}>
</div>
<div class="row">
<button name="answer" value="allow">Allow</button>
<button name="answer" value="deny" class="secondary">Do not allow</button>
</div>
</form>`,
    problem ? 400 : 200,
  )

/** Null: the link is spent or old, or a later mail has taken its place. */
const waiting = async (app: App, token: string): Promise<RegistrationRow | null> => {
  const link = await findLink(app, { purpose: 'agent_claim', token })
  if (!link) return null
  const { attempt } = link.data as { attempt: number }
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
      ? simple(
          'The agent was let in',
          html`<p class="lede">It goes on by itself. You can close this page.</p>`,
        )
      : simple(
          'The agent was not let in',
          html`<p class="lede">Nothing was granted. You can close this page.</p>`,
        )
  })

/** Looking spends nothing: mail scanners open links too. */
const claimPage: DocumentRow<App> = {
  path: `${PATHS.claimPage}/{token}`,
  page: true,
  contract: null,
  budget: oauthCalls,
  async respond(app, request) {
    const row = await waiting(app, request.params.token ?? '')
    return row ? decisionPage({ app, row, request }) : endedPage()
  },
}

const claimForm: DocumentRow<App> = {
  ...claimPage,
  method: 'POST',
  async respond(app, request) {
    const token = request.params.token ?? ''
    const row = await waiting(app, token)
    if (!row) return endedPage()
    const agreed = request.form.get('answer') === 'allow'
    return agreed && !isUserCode(app, row, request.form.get('user_code') ?? '')
      ? decisionPage({ app, row, request, problem: 'This is not what the agent shows. Check each letter.' })
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
