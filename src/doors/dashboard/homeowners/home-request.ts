import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { perform } from '../../../platform/http/perform.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { type MissingField, missingFields } from '../../../products/homeowners/application/missing.ts'
import { homeStatus, milestoneOf, milestones } from '../../../products/homeowners/application/statuses.ts'
import { enumLabel, locationLabel } from '../../../products/homeowners/dashboard/requests.ts'
import type { HomeownersDashboardRow } from '../../../products/homeowners/dashboard/row.ts'
import {
  type HistoryStep,
  statusHistory,
  type Who,
} from '../../../products/homeowners/dashboard/status-history.ts'
import { homeownersDashboard } from '../../../products/homeowners/dashboard.ts'
import { type HomeIntake, readOwnIntake } from '../../../products/homeowners/intake/intake.ts'
import { portalView } from '../../../products/homeowners/portal/view.ts'
import { badge, premiumText, timeOf } from '../labels.ts'
import { missingView, progressView } from '../request/progress-view.ts'
import type { RequestView, Showing } from '../request/request-view.ts'
import { type TimelineStep, timelineView } from '../request/timeline-view.ts'
import { dashboardUrl, requestUrl } from '../requests/filters.ts'
import { findRequests, type RequestRow } from '../requests/find-requests.ts'
import { homeownerView } from './homeowner-view.ts'
import { recentEmail } from './resend.ts'

const unknown = html`<span class="soft">Unknown</span>`

const yesNo = (value: boolean | null) => {
  if (value === null) return unknown
  return value ? 'Yes' : 'No'
}

const standing = (listed: RequestRow | undefined) =>
  listed &&
  html`<dt>Status</dt><dd>${badge(listed.outcome)}</dd>
${listed.premium ? html`<dt>Premium a year</dt><dd>${premiumText(listed.premium)}</dd>` : ''}`

const homeCard = (home: HomeownersDashboardRow, listed: RequestRow | undefined, isOnly: boolean) => {
  const { property_id, property_type, home_ownership, new_purchase } = home
  return html`<li class="card">
${isOnly ? '' : html`<h3>${locationLabel(home.location)}</h3>`}
<dl class="facts">
${isOnly ? '' : standing(listed)}
<dt>Home type</dt><dd>${property_type ? enumLabel(property_type) : unknown}</dd>
<dt>Use</dt><dd>${home_ownership ? enumLabel(home_ownership) : unknown}</dd>
<dt>New purchase</dt><dd>${yesNo(new_purchase)}</dd>
<dt>Property ID</dt><dd>${property_id ? html`<a href="${dashboardUrl({ property_id })}"><code>${property_id}</code></a>` : unknown}</dd>
</dl>
</li>
`
}

type Homes = { homes: readonly HomeownersDashboardRow[]; rows: readonly RequestRow[] }

const homesView = ({ homes, rows }: Homes): Html => {
  const [first] = homes
  const listedAs = ({ request_uid, home_index }: HomeownersDashboardRow) =>
    rows.find(({ id }) => id === `${request_uid}-${home_index}`)
  return html`<section aria-labelledby="homes">
<h2 id="homes">${homes.length === 1 ? 'The home' : `${homes.length} homes`}</h2>
<ul class="plain-list">
${homes.map(home => homeCard(home, listedAs(home), homes.length === 1))}</ul>
<dl class="facts small">
<dt>Request</dt><dd><code>${first?.request_uid}</code></dd>
<dt>Created</dt><dd>${first ? timeOf(first.inserted_at) : ''}</dd>
<dt>Submitted</dt><dd>${first?.submitted_at ? timeOf(first.submitted_at) : 'Not yet'}</dd>
</dl>
</section>`
}

const MOST_HOMES = 100

const titleOf = ([first, ...others]: readonly HomeownersDashboardRow[]): string => {
  const place = first ? locationLabel(first.location) : ''
  return others.length > 0 ? `${place} and ${others.length} more` : place
}

const NAMES: Record<Who, string> = { operator: 'You', homeowner: 'Homeowner', service: 'Bindery' }

const stepOf = ({ who, status, ...step }: HistoryStep): TimelineStep => ({
  ...step,
  who: NAMES[who],
  outcome: status && homeStatus(status).badge,
})

const ADDRESS = ['street', 'city', 'state', 'zip']

const categoryOf = ({ path }: Pick<MissingField, 'path'>): string => {
  const [first, , name = ''] = path
  if (first === 'credit_check_authorized') return 'Credit check authorization'
  if (first !== 'home') return 'About the homeowner'
  return ADDRESS.includes(String(name)) ? 'Address of the home' : 'About the home'
}

/** Coarse on purpose: the dashboard never says which answers of a person are missing (specification, 2.2). */
export const homeCategories = (missing: readonly Pick<MissingField, 'path'>[]): string[] => [
  ...new Set(missing.map(categoryOf)),
]

const missingPart = ({ status, application, consentId }: HomeIntake) => {
  if (status !== 'needs_more_info') return ''
  const missing = missingFields(application, { creditAuthorized: consentId !== null })
  return missingView(
    homeCategories(missing),
    html`Your agent gets the exact list as <code>missing_field_details</code> and can send the answers with <code>quotes</code>. The homeowner can also add them.`,
  )
}

const progressOf = async (app: App, intake: HomeIntake) => {
  const milestone = milestoneOf((await portalView(app, intake, 'en')).step)
  return milestone && { names: milestones, current: milestones.indexOf(milestone) }
}

/** Homes are bought one by one, so the first open home decides the status of the request. */
const foremost = (rows: readonly RequestRow[]): RequestRow | undefined =>
  rows.find(({ waitingOn }) => waitingOn !== 'nobody') ?? rows[0]

export const homeRequest = async ({
  app,
  request,
  signedIn,
  uid,
  refusal,
}: Showing): Promise<RequestView | null> => {
  const { caller } = signedIn
  const { properties } = await perform(app, homeownersDashboard, {
    caller,
    input: { uid, limit: MOST_HOMES },
  })
  const homes = properties.toSorted((a, b) => a.home_index - b.home_index)
  const { rows } = await findRequests(app, caller, { uid }, MOST_HOMES)
  const [home, first] = [homes[0], foremost(rows)]
  if (!home || !first) return null
  const intake = await readOwnIntake(app, caller, uid)
  const recent = await recentEmail(
    app,
    uid,
    home.status === 'needs_more_info' ? 'fix_issues' : 'offers_ready',
  )
  const steps = await statusHistory(app, caller, uid)
  const { outcome, waitingOn, premium } = first
  return {
    title: titleOf(homes),
    sandbox: intake.sandbox,
    body: html`${progressView({
      progress: await progressOf(app, intake),
      outcome,
      waitingOn,
      premium: homes.length === 1 ? premium : null,
      summary: home.status_summary,
    })}
<div class="request">
<div>
${homeownerView({ home, intake, recent, refusal, request })}
${missingPart(intake)}
${intake.status === 'bound' ? html`<p><a href="${requestUrl(uid)}/lender-links">Evidence of insurance: links for lenders</a></p>` : ''}
</div>
${homesView({ homes, rows })}
${timelineView(steps.map(stepOf))}
</div>`,
  }
}
