import type { App } from './app.ts'
import { sendEmail } from './emails/send-job.ts'
import { offersMailed } from './homeowners/offers-mailed-job.ts'
import { quoteHomeowners } from './homeowners/quote-job.ts'
import type { Job } from './jobs/worker.ts'
import { keyExpiryNotices } from './key/expiry-job.ts'
import { purge } from './purge-job.ts'

/** Every durable job, as the route table is every URL. */
export const jobs: readonly Job<App>[] = [sendEmail, keyExpiryNotices, quoteHomeowners, offersMailed, purge]
