import type { Log } from '../lib/log.ts'

const NAMED = 10

class PartsFailed extends Error {
  override readonly name = 'PartsFailed'
  constructor(failed: readonly string[]) {
    const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ''
    super(`Failed: ${failed.slice(0, NAMED).join(', ')}${more}.`)
  }
}

/** `end` fails the job if a part failed, so that it is retried. Part names are logged, so they must not be personal. */
export const apart = (log: Log) => {
  const failed: string[] = []
  return {
    attempt: async (part: string, work: () => Promise<void>): Promise<void> => {
      try {
        await work()
      } catch (error) {
        failed.push(part)
        log.warn({ part, err: error }, 'part of a job failed')
      }
    },
    end: (): void => {
      if (failed.length > 0) throw new PartsFailed(failed)
    },
  }
}
