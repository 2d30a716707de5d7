import { isKnownRejection } from '../../platform/jobs/known-rejection.ts'
import { counter } from '../../platform/lib/counters.ts'
import type { Log } from '../../platform/lib/log.ts'

const count = counter({
  name: 'bindery_unhandled_rejections_total',
  help: 'Rejected promises that no code was waiting for.',
  labels: ['kind'],
  known: [{ kind: 'known' }, { kind: 'unknown' }],
})

/** After an unexpected fault the state of the process is unknown, so it ends. */
export const watchRejections = (log: Log): (() => void) => {
  const judge = (error: unknown): void => {
    const known = isKnownRejection(error)
    count({ kind: known ? 'known' : 'unknown' })
    if (known) {
      log.warn({ err: error }, 'known rejection of the job library')
      return
    }
    log.fatal({ err: error }, 'unhandled rejection: the process ends')
    process.exit(1)
  }
  process.on('unhandledRejection', judge)
  return () => process.off('unhandledRejection', judge)
}
