import type { App } from '../../platform/app.ts'
import { type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { perform } from '../../platform/http/perform.ts'
import { exampleIntake } from '../../products/homeowners/application/examples.ts'
import { homeownersQuotes } from '../../products/homeowners/quotes.ts'
import { endAccess, keyPage } from './keys/key-page.ts'
import { rotateNow, rotatePage } from './keys/rotate-page.ts'
import { forOperator } from './operator-row.ts'
import { endSession } from './operator-session.ts'
import { operatorLenderLinkPages } from './request/lender-links.ts'
import { requestPage, sendHomeownerEmail } from './request/request-page.ts'
import { exportRequests } from './requests/export.ts'
import { requestUrl } from './requests/filters.ts'
import { requestsPage } from './requests/requests-page.ts'
import { SANDBOX_QUOTE } from './requests/sandbox-form.ts'
import { searchPage } from './requests/search-page.ts'
import { dashboardEnterPages } from './sign-in/enter-page.ts'
import { signInPages } from './sign-in/sign-in.ts'

const dashboardSignOut: DocumentRow<App> = {
  method: 'POST',
  path: '/dashboard/sign-out',
  page: true,
  contract: null,
  respond: async (app, request) => redirect('/dashboard', [await endSession(app, request)]),
}

const firstQuote = { sandbox: true, credit_check_authorized: true, intake: exampleIntake }

const sandboxQuote = forOperator({
  method: 'POST',
  path: SANDBOX_QUOTE,
  budget: { name: 'dashboard_sandbox', points: 60, seconds: 3600, by: 'address' },
  async respond(app, _request, { caller }) {
    const { uid } = await perform(app, homeownersQuotes, { caller, input: firstQuote })
    return redirect(requestUrl(uid))
  },
})

export const dashboardPages = [
  ...dashboardEnterPages,
  ...signInPages,
  requestsPage,
  exportRequests,
  searchPage,
  sandboxQuote,
  requestPage,
  sendHomeownerEmail,
  ...operatorLenderLinkPages,
  keyPage,
  endAccess,
  rotatePage,
  rotateNow,
  dashboardSignOut,
]
