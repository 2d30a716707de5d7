import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { findLink, spendLink } from '../../../platform/signin/one-time-link.ts'
import { startSession } from '../operator-session.ts'
import { pagesBudget } from '../pages-budget.ts'
import { linkedUrl, type RequestsQuery } from '../requests/filters.ts'
import { emailForm, linkInstructions } from '../sign-in-page.ts'

const path = '/dashboard/enter/{token}'

const givenIn = ({ params }: DocumentRequest) =>
  ({ purpose: 'operator_dashboard', token: params.token ?? '' }) as const

const open = (request: DocumentRequest): Promise<Document> =>
  page({
    title: 'Open your dashboard',
    body: html`<div class="narrow">
<h1>Open your dashboard</h1>
<p class="lede">Track your customers’ requests, and ask homeowners for missing answers.</p>
<form method="post">
${tokenField(request)}
<p><button autofocus>Continue</button></p>
</form>
<p class="soft small">This link works once. You’ll stay signed in for 30 minutes, in this browser only.</p>
</div>`,
  })

const dead = (app: App, request: DocumentRequest): Promise<Document> =>
  page({
    title: 'This link doesn’t work',
    styles: ['dashboard.css'],
    status: 404,
    body: html`<div class="narrow">
<h1>This link doesn’t work</h1>
<p class="lede">A dashboard link works once, for 5 minutes. This one has expired, was already used, or is incomplete. Sign in with your email instead:</p>
${emailForm({ request })}
${linkInstructions(app)}
</div>`,
  })

/** A GET does not use up the link, because email scanners and previews send one too. */
const look: DocumentRow<App> = {
  path,
  page: true,
  contract: null,
  budget: pagesBudget,
  respond: async (app, request) =>
    (await findLink(app, givenIn(request))) ? open(request) : dead(app, request),
}

const enter: DocumentRow<App> = {
  method: 'POST',
  path,
  page: true,
  contract: null,
  budget: pagesBudget,
  respond: (app, request) =>
    transact(app, async inside => {
      const link = await spendLink(inside, givenIn(request))
      if (!link) return dead(app, request)
      const { credentialId, query } = link.data
      const cookie = await startSession(inside, request, { operatorUid: link.subject, credentialId })
      return redirect(linkedUrl(query as RequestsQuery), [cookie])
    }),
}

export const dashboardEnterPages = [look, enter]
