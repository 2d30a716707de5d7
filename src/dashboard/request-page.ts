import { html } from 'hono/html'
import type { App } from '../app.ts'
import { Failure } from '../errors.ts'
import type { HomeownersDashboardRow } from '../homeowners/dashboard/row.ts'
import { statusHistory } from '../homeowners/dashboard/status-history.ts'
import { dashboard } from '../homeowners/dashboard.ts'
import { fixIssuesEmail, recentFixIssuesEmail } from '../homeowners/fix-issues-email.ts'
import { type Document, type DocumentRequest, redirect } from '../http/pages/document.ts'
import { perform } from '../http/perform.ts'
import { readFilters } from './filters.ts'
import { live, liveControls, operatorPage } from './frame.ts'
import { homeownerView } from './homeowner-view.ts'
import { homesView } from './homes-view.ts'
import { statusBadge } from './labels.ts'
import { forOperator } from './operator-row.ts'
import type { SignedInOperator } from './operator-session.ts'
import { locationLabel, requestUrl } from './requests-table.ts'
import { timelineView } from './timeline-view.ts'

const path = '/dashboard/requests/{uid}'
const MOST_HOMES = 100

const uidIn = ({ params: { uid = '' } }: DocumentRequest): string | null =>
  readFilters({ uid }).query?.uid ?? null

const homesOf = async (
  app: App,
  { caller }: SignedInOperator,
  uid: string,
): Promise<HomeownersDashboardRow[]> => {
  const { properties } = await perform(app, dashboard, { caller, input: { uid, limit: MOST_HOMES } })
  return properties.toSorted((a, b) => a.home_index - b.home_index)
}

const titleOf = ([first, ...others]: readonly HomeownersDashboardRow[]): string => {
  const place = first ? locationLabel(first.location) : ''
  return others.length > 0 ? `${place} and ${others.length} more` : place
}

const notThere = (request: DocumentRequest, signedIn: SignedInOperator): Promise<Document> =>
  operatorPage(request, signedIn, {
    title: 'Request not found',
    at: '/dashboard',
    status: 404,
    body: html`<div class="narrow">
<h1>Request not found</h1>
<p class="lede">You have no request with this ID. Check it for typos.</p>
<p><a class="button" href="/dashboard">All requests</a></p>
</div>`,
  })

type Shown = { app: App; request: DocumentRequest; signedIn: SignedInOperator; refusal?: Failure }

const show = async ({ app, request, signedIn, refusal }: Shown): Promise<Document> => {
  const uid = uidIn(request)
  const homes = uid === null ? [] : await homesOf(app, signedIn, uid)
  const [home] = homes
  if (!home) return notThere(request, signedIn)
  const { request_uid, status, status_summary } = home
  const mailed = await recentFixIssuesEmail(app, request_uid)
  const steps = await statusHistory(app, signedIn.caller, request_uid)
  const url = requestUrl(request_uid)
  const view = html`<p class="row">${statusBadge(status)} <span>${status_summary}</span></p>
<div class="request">
${homeownerView({ home, mailed, refusal, request })}
${homesView(homes)}
${timelineView(steps)}
</div>`
  return operatorPage(request, signedIn, {
    title: titleOf(homes),
    at: '/dashboard',
    status: refusal?.status ?? 200,
    body: html`<p class="small"><a href="/dashboard">All requests</a></p>
<div class="row apart">
<h1>${titleOf(homes)}</h1>
${refusal ? '' : liveControls(url)}
</div>
${refusal ? view : live(url, view)}`,
  })
}

export const requestPage = forOperator({
  path,
  respond: (app, request, signedIn) => show({ app, request, signedIn }),
})

export const sendFixIssuesEmail = forOperator({
  method: 'POST',
  path,
  async respond(app, request, signedIn) {
    const uid = uidIn(request)
    if (uid === null) return notThere(request, signedIn)
    try {
      await perform(app, fixIssuesEmail, { caller: signedIn.caller, input: { uid } })
    } catch (error) {
      if (error instanceof Failure && error.status < 500)
        return show({ app, request, signedIn, refusal: error })
      throw error
    }
    return redirect(`${requestUrl(uid)}#homeowner`)
  },
})
