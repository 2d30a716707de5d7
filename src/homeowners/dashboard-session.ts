import Type, { type Static } from 'typebox'
import { operation } from '../app.ts'
import type { OperatorCaller } from '../key/guard.ts'
import { issueLink } from '../signin/one-time-link.ts'
import { HomeownersDashboardQuery, readPage } from './dashboard-query.ts'

export const HomeownersDashboardSessionResponse = Type.Object(
  {
    dashboard_url: Type.String({ format: 'uri', description: 'Open it in a browser. It works once.' }),
    expires_at: Type.String({ format: 'date-time', description: 'When the URL stops working.' }),
  },
  { $id: 'HomeownersDashboardSessionResponse', additionalProperties: false },
)

export const dashboardSession = operation({
  id: 'homeownersDashboardSession',
  summary: 'Make a short-lived sign-in URL for the operator dashboard.',
  description:
    'The URL is good for 5 minutes and works once. The parameters of the dashboard, in the query string, choose what it shows first. There is no body. Give the URL to your own staff only, never to a customer.',
  input: HomeownersDashboardQuery,
  inputIn: 'query',
  output: HomeownersDashboardSessionResponse,
  async run(app, caller: OperatorCaller, query): Promise<Static<typeof HomeownersDashboardSessionResponse>> {
    readPage(app, caller, query)
    const { token, expiresAt } = await issueLink(app, {
      purpose: 'operator_dashboard',
      subject: caller.operatorUid,
      data: query,
    })
    return {
      dashboard_url: `${app.config.publicUrl}/dashboard/enter/${token}`,
      expires_at: expiresAt.toISOString(),
    }
  },
})
