import Type, { type Static } from 'typebox'
import { operation } from '../app.ts'
import type { OperatorCaller } from '../key/guard.ts'
import { issueLink } from '../signin/one-time-link.ts'
import { type DashboardQuery, HomeownersDashboardQuery, readPage } from './dashboard/query.ts'

export const HomeownersDashboardSessionResponse = Type.Object(
  {
    dashboard_url: Type.String({ format: 'uri', description: 'Open it in a browser. It works once.' }),
    expires_at: Type.String({ format: 'date-time', description: 'When the URL stops working.' }),
  },
  { $id: 'HomeownersDashboardSessionResponse', additionalProperties: false },
)

/** What the link remembers: the credential it was asked for with, and what to show first. */
export type DashboardLink = { credentialId: string; query: DashboardQuery }

export const dashboardSession = operation({
  id: 'homeownersDashboardSession',
  summary: 'Make a short-lived sign-in URL for the operator dashboard.',
  description:
    'The URL is good for 5 minutes and works once. The parameters of the dashboard choose what it shows first; over HTTP they stand in the query string, and there is no body. Give the URL to your own staff only, never to a customer.',
  guidance: {
    before: 'a person of the operator who wants to look. Give the URL to nobody else.',
    onFailure: '400 names the filter. Call again for another URL: each works once, within 5 minutes.',
  },
  input: HomeownersDashboardQuery,
  inputIn: 'query',
  output: HomeownersDashboardSessionResponse,
  async run(app, caller: OperatorCaller, query): Promise<Static<typeof HomeownersDashboardSessionResponse>> {
    readPage(app, caller, query)
    const data: DashboardLink = { credentialId: caller.credentialId, query }
    const { token, expiresAt } = await issueLink(app, {
      purpose: 'operator_dashboard',
      subject: caller.operatorUid,
      data,
    })
    return {
      dashboard_url: `${app.config.publicUrl}/dashboard/enter/${token}`,
      expires_at: expiresAt.toISOString(),
    }
  },
})
