import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { listSteps } from '../../../platform/audit/store.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { consentsOf } from '../../../products/line/record/consent.ts'
import { milestonesFor, statedFor } from '../../../products/line/reviewed-purchase/application/milestones.ts'
import { openForReview, openToBind } from '../../../products/line/reviewed-purchase/application/missing.ts'
import { statuses } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import { type ReviewedIntake, readOwnIntake } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { reviewUrl } from '../../../products/line/reviewed-purchase/intake/review-token.ts'
import { sessionView } from '../../../products/line/reviewed-purchase/operator/session-view.ts'
import { purchaseFor } from '../../../products/line/reviewed-purchase/portal/buyers-purchase.ts'
import { umbrellaLine } from '../../../products/umbrella/line.ts'
import { timeOf } from '../labels.ts'
import { findRequests } from '../requests/find-requests.ts'
import type { ListedRequest } from '../requests/listed-request.ts'
import { umbrellaCategories } from './missing-categories.ts'
import { missingView, progressView } from './progress-view.ts'
import type { RequestView, Showing } from './request-view.ts'
import { timelineView } from './timeline-view.ts'
import { umbrellaHistory } from './umbrella-history.ts'

const missingIn = (
  { status, application: { household } }: ReviewedIntake,
  { waitingOn }: ListedRequest,
  now: Date,
): string[] => {
  if (waitingOn !== 'operator') return []
  switch (statuses.row(status).asks) {
    case 'to_review':
      return umbrellaCategories(openForReview(umbrellaLine, household, dayIn(household.state ?? '', now)))
    case 'to_bind':
      return umbrellaCategories(openToBind(umbrellaLine, household))
    default:
      return ['Documents or information that the carrier or the agency requested']
  }
}

const missingPart = ({ clock }: App, intake: ReviewedIntake, row: ListedRequest): Html | string => {
  const categories = missingIn(intake, row, clock.now())
  return categories.length === 0
    ? ''
    : missingView(categories, html`Your agent gets the exact questions from <code>umbrella/status</code>.`)
}

const buyerPart = (app: App, { uid }: ReviewedIntake, { waitingOn }: ListedRequest): Html | string => {
  if (waitingOn !== 'buyer') return ''
  const url = reviewUrl(app, uid)
  return html`<section class="card bound" aria-labelledby="buyer">
<h2 id="buyer">The buyer</h2>
<p>Where the buyer reviews the application and sees the next step:</p>
<p class="copied"><a href="${url}">${url}</a></p>
<p class="soft small">Safe to share: it shows a masked summary until the buyer confirms their email address. The link works for 7 days.</p>
</section>`
}

const facts = ({ uid, createdAt, submittedAt }: ReviewedIntake) => html`<section aria-labelledby="facts">
<h2 id="facts">The request</h2>
<dl class="facts card">
<dt>Line</dt><dd>Umbrella</dd>
<dt>Request</dt><dd><code>${uid}</code></dd>
<dt>Created</dt><dd>${timeOf(createdAt)}</dd>
<dt>Quotes requested</dt><dd>${submittedAt ? timeOf(submittedAt) : 'Not yet'}</dd>
</dl>
</section>`

const progressOf = async (app: App, intake: ReviewedIntake) =>
  intake.erasedAt !== null && intake.status !== 'bound'
    ? null
    : milestonesFor(intake.status, {
        ...(await purchaseFor(app, intake)),
        stated: statedFor(await consentsOf(app, intake.uid)),
      })

export const umbrellaRequest = async ({ app, signedIn, uid }: Showing): Promise<RequestView | null> => {
  const { caller } = signedIn
  const { rows } = await findRequests(app, caller, { uid }, 1)
  const [row] = rows
  if (!row) return null
  const intake = await readOwnIntake(app, caller, { uid, line: umbrellaLine.name })
  const { outcome, waitingOn, premium } = row
  return {
    title: 'Umbrella policy',
    sandbox: intake.sandbox,
    body: html`${progressView({
      progress: await progressOf(app, intake),
      outcome,
      waitingOn,
      premium,
      summary: (await sessionView(app, intake)).response_summary,
    })}
<div class="request">
<div>
${buyerPart(app, intake, row)}
${intake.erasedAt === null ? missingPart(app, intake, row) : ''}
</div>
${facts(intake)}
${timelineView(umbrellaHistory(await listSteps(app.db, uid), caller.operatorUid))}
</div>`,
  }
}
