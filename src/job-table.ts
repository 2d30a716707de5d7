import type { App } from './app.ts'
import { shopperResume } from './consumer/resume-job.ts'
import { deskCode } from './desk/code-job.ts'
import { sendEmail } from './emails/send-job.ts'
import { eraseOverdue } from './erase-job.ts'
import type { Job } from './jobs/worker.ts'
import { keyExpiryNotices } from './key/expiry-job.ts'
import { allLines } from './lines.ts'
import { portalSignIn } from './portal/sign-in/sign-in-job.ts'
import { purge } from './purge-job.ts'

/** Every durable job, as the route table is every URL. */
export const jobs: readonly Job<App>[] = [
  sendEmail,
  keyExpiryNotices,
  ...allLines.flatMap(line => line.jobs),
  deskCode,
  portalSignIn,
  shopperResume,
  purge,
  eraseOverdue,
]
