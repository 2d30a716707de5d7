import { sendEmail } from './agency/emails/send-job.ts'
import { licenseNotices } from './agency/license-job.ts'
import { billInstallments } from './agency/payments/installments.ts'
import { recheckDifference, reconcileNightly } from './agency/payments/reconcile.ts'
import { sendRefund } from './agency/payments/refunds.ts'
import { syncPaymentJob, watchHolds } from './agency/payments/sync.ts'
import { shopperResume } from './doors/consumer/resume-job.ts'
import { fileBook } from './doors/desk/book/file-job.ts'
import { mailOnPaper } from './doors/desk/customer/paper-job.ts'
import { sendAnswer } from './doors/desk/money/answer-dispute.ts'
import { deskCode } from './doors/desk/sign-in/code-job.ts'
import { deskEmails } from './doors/desk/tasks/email-job.ts'
import { overdueEmails } from './doors/desk/tasks/overdue-job.ts'
import { keyExpiryNotices } from './doors/key/expiry-job.ts'
import { retryInbound } from './doors/markets/receive.ts'
import type { App } from './platform/app.ts'
import { anchorSeals } from './platform/audit/anchors.ts'
import type { Job, Lane, LaneName } from './platform/jobs/job.ts'
import { bookImport } from './products/book-imports.ts'
import { eraseOverdue } from './products/erase-job.ts'
import { allLines } from './products/lines.ts'
import { portals } from './products/portals.ts'
import { fillVersions, openRenewals } from './products/renewal-job.ts'
import { purge } from './purge-job.ts'

export const jobs: readonly Job<App>[] = [
  sendEmail,
  keyExpiryNotices,
  ...allLines.flatMap(line => line.jobs),
  deskCode,
  deskEmails,
  overdueEmails,
  ...portals.flatMap(portal => portal.jobs),
  shopperResume,
  fileBook,
  bookImport,
  mailOnPaper,
  syncPaymentJob,
  watchHolds,
  sendRefund,
  billInstallments,
  openRenewals,
  fillVersions,
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
