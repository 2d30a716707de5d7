import { redirect } from '../../../platform/http/pages/document.ts'
import { perform } from '../../../platform/http/perform.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import { homeownersQuotes } from '../../../products/homeowners/quotes.ts'
import { forOperator } from '../operator-row.ts'
import type { LinePages } from '../request/request-view.ts'
import { requestUrl } from '../requests/filters.ts'
import { SANDBOX_QUOTE } from '../requests/sandbox-form.ts'
import { homeRequest } from './home-request.ts'
import { operatorLenderLinkPages } from './lender-links.ts'
import { sendHomeownerEmail } from './resend.ts'
import { statusActivity } from './status-cards.ts'

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

export const homeownersPages: LinePages = {
  view: homeRequest,
  activity: statusActivity,
  email: sendHomeownerEmail,
  pages: [sandboxQuote, ...operatorLenderLinkPages],
}
