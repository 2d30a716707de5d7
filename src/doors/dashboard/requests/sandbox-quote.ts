import { redirect } from '../../../platform/http/pages/document.ts'
import { perform } from '../../../platform/http/perform.ts'
import { exampleIntake } from '../../../products/homeowners/application/examples.ts'
import { homeownersQuotes } from '../../../products/homeowners/quotes.ts'
import { forOperator } from '../operator-row.ts'
import { requestUrl } from './filters.ts'
import { SANDBOX_QUOTE } from './sandbox-form.ts'

const firstQuote = { sandbox: true, credit_check_authorized: true, intake: exampleIntake }

export const sandboxQuote = forOperator({
  method: 'POST',
  path: SANDBOX_QUOTE,
  budget: { name: 'dashboard_sandbox', points: 60, seconds: 3600, by: 'address' },
  async respond(app, _request, { caller }) {
    const { uid } = await perform(app, homeownersQuotes, { caller, input: firstQuote })
    return redirect(requestUrl(uid))
  },
})
