import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { isPersonsName } from '../../../platform/audit/actor.ts'
import { type AuditStep, listSteps } from '../../../platform/audit/store.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { LINES, lineOf as lineNamed } from '../../../platform/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { consentsOf } from '../../../products/line/record/consent.ts'
import type { ReviewedEvent } from '../../../products/line/reviewed-purchase/application/lifecycle.ts'
import { milestonesFor, statedFor } from '../../../products/line/reviewed-purchase/application/milestones.ts'
import {
  type OpenSection,
  openForReview,
  openToBind,
} from '../../../products/line/reviewed-purchase/application/missing.ts'
import { statuses } from '../../../products/line/reviewed-purchase/application/statuses.ts'
import { type ReviewedIntake, readOwnIntake } from '../../../products/line/reviewed-purchase/intake/intake.ts'
import { reviewUrl } from '../../../products/line/reviewed-purchase/intake/review-token.ts'
import { sessionView } from '../../../products/line/reviewed-purchase/operator/session-view.ts'
import { purchaseFor } from '../../../products/line/reviewed-purchase/portal/buyers-purchase.ts'
import { lineOf } from '../../../products/line/reviewed-purchase/reviewed-line.ts'
import { timeOf } from '../labels.ts'
import { findRequests, type RequestRow } from '../requests/find-requests.ts'
import { missingView, progressView } from './progress-view.ts'
import type { LinePages, RequestView, Showing } from './request-view.ts'
import { type TimelineStep, timelineView } from './timeline-view.ts'

const SAID = {
  answers_missing: 'Answers added or changed: more are required',
  answers_complete: 'Application complete: ready for review',
  found_ineligible: 'Household found not eligible',
  review_confirmed: 'Review confirmed: submitted to carriers',
  review_held: 'Review confirmed: waiting for the email to be confirmed',
  offers_arrived: 'Carriers answered',
  nobody_offered: 'No carrier made an offer',
  late_answer: 'Another carrier answered',
  offer_withdrawn: 'The carrier changed or withdrew the chosen offer',
  offer_selected: 'Offer selected',
  consent_refused: 'Credit consent declined',
  bind_answers_missing: 'Offer selected: more answers are required',
  bind_answers_complete: 'Offer selected and credit consent given',
  committed: 'Purchase confirmed',
  signature_asked: 'Signature requested',
  signed: 'Signed by the buyer',
  documents_asked: 'Documents requested',
  documents_attached: 'Documents received',
  documents_complete: 'All documents received',
  documents_at_desk: 'Documents with the agency',
  documents_accepted: 'Documents accepted: payment requested',
  documents_accepted_unbilled: 'Documents accepted: policy requested from the carrier',
  payment_asked: 'Payment requested',
  documents_rejected: 'A document was not accepted',
  document_delivered: 'Documents sent to the carrier',
  paid: 'Paid',
  payment_failed: 'Payment failed',
  carrier_asked: 'Policy requested from the carrier',
  adopted: 'Policy imported: it was sold elsewhere',
  carrier_bound: 'Policy bound',
  policy_ended: 'Policy canceled',
  policy_kept: 'Cancellation taken back: the policy continues',
  carrier_blocked: 'The carrier did not issue the policy',
  price_changed: 'The carrier asked for a different price: select again',
  purchase_ended: 'The purchase was ended before the order: nothing was bought',
  start_passed: 'The start date passed before the order: choose a new one',
  information_asked: 'More information requested',
  information_added: 'Information added',
  information_given_for_documents: 'Information sent to the agency',
  information_given_for_carrier: 'Information sent to the carrier',
  erased: 'Expired: personal data erased',
} satisfies Record<ReviewedEvent, string> & Record<string, string>

const WORDS = new Map<string, string>(Object.entries(SAID))

const whoOf = (actor: string, operatorUid: string): string => {
  if (actor === operatorUid) return 'You'
  return isPersonsName(actor) ? 'Buyer' : 'Bindery'
}

export const historyOf = (steps: readonly AuditStep[], operatorUid: string): TimelineStep[] => {
  const told: TimelineStep[] = []
  for (const [index, { at, actor, event }] of steps.entries()) {
    const words = index === 0 ? 'Request created' : WORDS.get(event)
    if (words === undefined) continue
    const who = whoOf(actor, operatorUid)
    const last = told.at(-1)
    if (last?.words === words && last.who === who)
      told[told.length - 1] = { ...last, at, times: last.times + 1 }
    else told.push({ at, words, who, times: 1, outcome: null })
  }
  return told
}

export const titlesOf = (open: readonly OpenSection[]): string[] => open.map(({ section }) => section.title)

const missingIn = (intake: ReviewedIntake, { waitingOn }: RequestRow, now: Date): string[] => {
  if (waitingOn !== 'operator') return []
  const { status, application } = intake
  const { household } = application
  switch (statuses.row(status).asks) {
    case 'to_review':
      return titlesOf(openForReview(lineOf(intake), household, dayIn(household.state ?? '', now)))
    case 'to_bind':
      return titlesOf(openToBind(lineOf(intake), household))
    default:
      return ['Documents or information that the carrier or the agency requested']
  }
}

const missingPart = ({ clock }: App, intake: ReviewedIntake, row: RequestRow): Html | string => {
  const categories = missingIn(intake, row, clock.now())
  return categories.length === 0
    ? ''
    : missingView(
        categories,
        html`Your agent gets the exact questions from <code>${intake.line}/status</code>.`,
      )
}

const buyerPart = (app: App, { uid }: ReviewedIntake, { waitingOn }: RequestRow): Html | string => {
  if (waitingOn !== 'buyer') return ''
  const url = reviewUrl(app, uid)
  return html`<section class="card bound" aria-labelledby="buyer">
<h2 id="buyer">The buyer</h2>
<p>Where the buyer reviews the application and sees the next step:</p>
<p class="copied"><a href="${url}">${url}</a></p>
<p class="soft small">Safe to share: it shows a masked summary until the buyer confirms their email address. The link works for 7 days.</p>
</section>`
}

const facts = (
  { uid, createdAt, submittedAt }: ReviewedIntake,
  title: string,
) => html`<section aria-labelledby="facts">
<h2 id="facts">The request</h2>
<dl class="facts card">
<dt>Line</dt><dd>${title}</dd>
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

const reviewedRequest = async ({ app, signedIn, uid }: Showing): Promise<RequestView | null> => {
  const { caller } = signedIn
  const { rows } = await findRequests(app, caller, { uid }, 1)
  const [row] = rows
  if (!row) return null
  const line = lineNamed(uid)
  if (!line) return null
  const { title } = LINES[line]
  const intake = await readOwnIntake(app, caller, { uid, line })
  const { outcome, waitingOn, premium } = row
  return {
    title: `${title} policy`,
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
${facts(intake, title)}
${timelineView(historyOf(await listSteps(app.db, uid), caller.operatorUid))}
</div>`,
  }
}

export const reviewedPages: LinePages = { view: reviewedRequest, pages: [] }
