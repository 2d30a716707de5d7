import { html } from 'hono/html'
import { listEndings } from '../../../agency/policies/life/end-store.ts'
import type { App } from '../../../platform/app.ts'
import { listSteps } from '../../../platform/audit/store.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { Html } from '../../../platform/pages/frame.ts'
import { canceledWords } from '../../../products/line/wire/ended-on.ts'
import type { UmbrellaStatus } from '../../../products/umbrella/application/lifecycle.ts'
import { openForReview, openToBind } from '../../../products/umbrella/application/missing.ts'
import { readOwnIntake, type UmbrellaIntakeRecord } from '../../../products/umbrella/intake/intake.ts'
import { reviewUrl } from '../../../products/umbrella/intake/review-token.ts'
import { timeOf } from '../labels.ts'
import { findRequests } from '../requests/find-requests.ts'
import type { ListedRequest } from '../requests/listed-request.ts'
import { umbrellaCategories } from './missing-categories.ts'
import { umbrellaProgress } from './progress.ts'
import { missingView, progressView } from './progress-view.ts'
import type { RequestView, Showing } from './request-view.ts'
import { timelineView } from './timeline-view.ts'
import { umbrellaHistory } from './umbrella-history.ts'

const SUMMARIES: Record<UmbrellaStatus, string> = {
  needs_more_info: 'Answers are missing.',
  ready_for_review: 'The application is complete. The buyer must review it.',
  ineligible: 'None of our carriers can insure this household.',
  pending_quotes: 'Submitted. Waiting for quotes from carriers.',
  quoted: 'Carriers answered. The buyer must choose an offer.',
  no_quotes: 'No carrier made an offer.',
  credit_consent_required: 'An offer is selected. The buyer must answer the credit consent question.',
  needs_more_info_to_bind: 'An offer is selected. Answers are missing to buy it.',
  ready_to_finalize: 'The selected offer is ready to buy.',
  signature_needed: 'The carrier requires the buyer’s signature.',
  chosen: 'The purchase is in progress.',
  documents_needed: 'Documents of the underlying policies are required.',
  documents_pending_review: 'The documents are under review.',
  payment_needed: 'The buyer must pay. The policy is ordered then.',
  waiting_on_carrier: 'The carrier is issuing the policy.',
  info_requested: 'More information is required to issue the policy.',
  blocked: 'The carrier will not issue this policy.',
  bound: 'The policy is bound.',
}

const missingIn = ({ status, application: { household } }: UmbrellaIntakeRecord, now: Date): string[] => {
  switch (status) {
    case 'needs_more_info':
      return umbrellaCategories(openForReview(household, dayIn(household.state ?? '', now)))
    case 'needs_more_info_to_bind':
      return umbrellaCategories(openToBind(household))
    case 'documents_needed':
      return ['Documents of the underlying policies']
    case 'info_requested':
      return ['Information that the carrier or the agency requested']
    default:
      return []
  }
}

const missingPart = ({ clock }: App, intake: UmbrellaIntakeRecord): Html | string => {
  const categories = missingIn(intake, clock.now())
  return categories.length === 0
    ? ''
    : missingView(categories, html`Your agent gets the exact questions from <code>umbrella/status</code>.`)
}

const buyerPart = (app: App, { uid }: UmbrellaIntakeRecord, { waitingOn }: ListedRequest): Html | string => {
  if (waitingOn !== 'buyer') return ''
  const url = reviewUrl(app, uid)
  return html`<section class="card bound" aria-labelledby="buyer">
<h2 id="buyer">The buyer</h2>
<p>Where the buyer reviews the application and sees the next step:</p>
<p class="copied"><a href="${url}">${url}</a></p>
<p class="soft small">Safe to share: it shows a masked summary until the buyer confirms their email address. The link works for 7 days.</p>
</section>`
}

const facts = ({
  uid,
  createdAt,
  submittedAt,
}: UmbrellaIntakeRecord) => html`<section aria-labelledby="facts">
<h2 id="facts">The request</h2>
<dl class="facts card">
<dt>Line</dt><dd>Umbrella</dd>
<dt>Request</dt><dd><code>${uid}</code></dd>
<dt>Created</dt><dd>${timeOf(createdAt)}</dd>
<dt>Quotes requested</dt><dd>${submittedAt ? timeOf(submittedAt) : 'Not yet'}</dd>
</dl>
</section>`

const underWay = ({ status, application }: UmbrellaIntakeRecord): string => {
  if (status === 'payment_needed' && application.purchase?.payment_failed === true)
    return 'The payment failed. The buyer has a new invoice and must pay it.'
  if (status === 'quoted' && application.purchase_ended_by !== undefined)
    return `The ${application.purchase_ended_by} ended the purchase before the order. Nothing was bought.`
  return SUMMARIES[status]
}

const summaryOf = async (app: App, intake: UmbrellaIntakeRecord): Promise<string> => {
  const { uid, status, erasedAt } = intake
  if (status !== 'bound') return erasedAt === null ? underWay(intake) : 'The application expired.'
  const [ending] = await listEndings(app.db, [uid])
  return ending ? canceledWords(ending.ended_on) : SUMMARIES.bound
}

export const umbrellaRequest = async ({ app, signedIn, uid }: Showing): Promise<RequestView | null> => {
  const { caller } = signedIn
  const { rows } = await findRequests(app, caller, { uid }, 1)
  const [row] = rows
  if (!row) return null
  const intake = await readOwnIntake(app, caller, uid)
  const erased = intake.erasedAt !== null
  const { outcome, waitingOn, premium } = row
  const isExpired = erased && intake.status !== 'bound'
  return {
    title: 'Umbrella policy',
    sandbox: intake.sandbox,
    body: html`${progressView({
      progress: umbrellaProgress(intake.status, erased),
      outcome,
      waitingOn,
      premium,
      summary: await summaryOf(app, intake),
    })}
<div class="request">
<div>
${buyerPart(app, intake, row)}
${isExpired ? '' : missingPart(app, intake)}
</div>
${facts(intake)}
${timelineView(umbrellaHistory(await listSteps(app.db, uid), caller.operatorUid))}
</div>`,
  }
}
