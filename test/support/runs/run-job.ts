import type { App } from '../../../src/platform/app.ts'
import type { Job } from '../../../src/platform/jobs/job.ts'

/** Now, as if its hour had come. */
export const runJob = ({ app }: { app: App }, job: Job<App>): Promise<void> =>
  job.run(app, undefined as never, {
    attempt: 1,
    lastAttempt: false,
    signal: new AbortController().signal,
  })
