/**
 * A worker that was shut down by force can still finish a job. graphile-worker 0.17.3 (`batch` in main.js) then rejects a
 * promise that nobody awaits. The job stays locked by a dead worker and is freed like any other, so nothing is lost.
 */
const BATCHER_RELEASED = 'This batcher has been released, and so no more calls can be made.'

export const isKnownRejection = (error: unknown): boolean =>
  error instanceof Error && error.message === BATCHER_RELEASED
