import type { App } from './app.ts'
import { shopperResume } from './consumer/resume-job.ts'
import { deskCode } from './desk/code-job.ts'
import { sendEmail } from './emails/send-job.ts'
import { eraseOverdue } from './erase-job.ts'
import { bindHomeowners } from './homeowners/buying/bind-job.ts'
import { offersMailed } from './homeowners/quoting/offers-mailed-job.ts'
import { quoteHomeowners } from './homeowners/quoting/quote-job.ts'
import type { Lane } from './jobs/job.ts'
import { keyExpiryNotices } from './key/expiry-job.ts'
import { portalSignIn } from './portal/sign-in/sign-in-job.ts'
import { purge } from './purge-job.ts'
import { bindUmbrella } from './umbrella/buying/bind-job.ts'
import { umbrellaPaymentSettled } from './umbrella/buying/payment-job.ts'
import { placeUmbrella } from './umbrella/buying/place-job.ts'
import { reviewUmbrellaDocuments } from './umbrella/buying/review-documents-job.ts'
import { quoteUmbrella } from './umbrella/quoting/quote-job.ts'

/** Every durable job, in lanes by what it waits for: the mail server, carriers, or only the database. */
export const lanes: readonly Lane<App>[] = [
  { name: 'emails', concurrency: 3, jobs: [sendEmail] },
  {
    name: 'carriers',
    concurrency: 5,
    jobs: [quoteHomeowners, bindHomeowners, quoteUmbrella, placeUmbrella, bindUmbrella],
  },
  {
    name: 'rest',
    concurrency: 4,
    jobs: [
      keyExpiryNotices,
      offersMailed,
      reviewUmbrellaDocuments,
      umbrellaPaymentSettled,
      deskCode,
      portalSignIn,
      shopperResume,
      purge,
      eraseOverdue,
    ],
  },
]
