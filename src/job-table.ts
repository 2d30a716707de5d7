import type { App } from './app.ts'
import { anchorSeals } from './audit/anchors.ts'
import { shopperResume } from './consumer/resume-job.ts'
import { fileBook } from './desk/book/file-job.ts'
import { mailOnPaper } from './desk/customer/paper-job.ts'
import { sendAnswer } from './desk/money/answer-dispute.ts'
import { deskCode } from './desk/sign-in/code-job.ts'
import { deskEmails } from './desk/tasks/email-job.ts'
import { overdueEmails } from './desk/tasks/overdue-job.ts'
import { sendEmail } from './emails/send-job.ts'
import { eraseOverdue } from './erase-job.ts'
import type { Job, Lane, LaneName } from './jobs/job.ts'
import { keyExpiryNotices } from './key/expiry-job.ts'
import { licenseNotices } from './license-job.ts'
import { allLines } from './lines.ts'
import { retryInbound } from './markets/retry-job.ts'
import { billInstallments } from './payments/installments.ts'
import { recheckDifference } from './payments/recheck-job.ts'
import { reconcileNightly } from './payments/reconcile.ts'
import { sendRefund } from './payments/refunds.ts'
import { syncPaymentJob, watchHolds } from './payments/sync.ts'
import { buyerCode } from './portal/sign-in/buyer-code-job.ts'
import { buyerLink } from './portal/sign-in/new-link-job.ts'
import { portalSignIn } from './portal/sign-in/sign-in-job.ts'
import { purge } from './purge-job.ts'
import { openRenewals } from './renewal-job.ts'

export const jobs: readonly Job<App>[] = [
  sendEmail,
  keyExpiryNotices,
  ...allLines.flatMap(line => line.jobs),
  deskCode,
  deskEmails,
  overdueEmails,
  portalSignIn,
  buyerCode,
  buyerLink,
  shopperResume,
  fileBook,
  mailOnPaper,
  syncPaymentJob,
  watchHolds,
  sendRefund,
  billInstallments,
  openRenewals,
  sendAnswer,
  reconcileNightly,
  recheckDifference,
  retryInbound,
  purge,
  eraseOverdue,
  anchorSeals,
  licenseNotices,
]

const CONCURRENCY: Readonly<Record<LaneName, number>> = { emails: 3, carriers: 5, rest: 4 }

export const lanes: readonly Lane<App>[] = Object.entries(CONCURRENCY).map(([name, concurrency]) => ({
  name,
  concurrency,
  jobs: jobs.filter(({ lane = 'rest' }) => lane === name),
}))
