import Type, { type Static } from 'typebox'
import { operation } from '../../platform/app.ts'
import { fail } from '../../platform/errors.ts'
import type { OperatorCaller } from '../../platform/key/guard.ts'
import { issueLink } from '../../platform/signin/one-time-link.ts'
import { refuseLive } from '../line/wire/sandbox-flag.ts'
import { HomeownersDashboardQuery, readDashboardPage } from './dashboard/query.ts'

export const HomeownersDashboardSessionResponse = Type.Object(
  {
    dashboard_url: Type.String({ format: 'uri', description: 'Open this URL in a browser. It works once.' }),
    expires_at: Type.String({ format: 'date-time', description: 'When the URL stops working.' }),
  },
  { $id: 'HomeownersDashboardSessionResponse', additionalProperties: false },
)

export const dashboardSession = operation({
  id: 'homeownersDashboardSession',
  summary: 'Create a short-lived sign-in URL for the operator dashboard.',
  description:
    'Use it when a staff member wants to see the requests in a browser. The URL works once, within 5 minutes. The filters choose the first view. Over HTTP, send them in the query string without a body.',
  guidance: {
    before: 'have a staff member ready to open the URL. Never give it to a customer.',
    onFailure: '400 names the invalid filter. If the URL expired, call again.',
  },
  input: HomeownersDashboardQuery,
  inputIn: 'query',
  output: HomeownersDashboardSessionResponse,
  handsOutCredential: true,
  async run(app, caller: OperatorCaller, query): Promise<Static<typeof HomeownersDashboardSessionResponse>> {
    if (caller.sandboxOnly)
      fail('live_key_required', {
        message: 'A test key opens no dashboard, because the pages show live requests. Use your live key.',
      })
    refuseLive(caller, { sandbox: false })
    readDashboardPage(app, caller, query)
    const { token, expiresAt } = await issueLink(app, {
      purpose: 'operator_dashboard',
      subject: caller.operatorUid,
      data: { credentialId: caller.credentialId, query },
    })
    return {
      dashboard_url: `${app.config.publicUrl}/dashboard/enter/${token}`,
      expires_at: expiresAt.toISOString(),
    }
  },
})
