/** Rejected unawaited by graphile-worker 0.17.3 (`batch` in main.js) after a forced stop. The job is freed anyway. */
const BATCHER_RELEASED = 'This batcher has been released, and so no more calls can be made.'

export const isKnownRejection = (error: unknown): boolean =>
  error instanceof Error && error.message === BATCHER_RELEASED
