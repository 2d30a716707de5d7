import type { Log } from '../lib/log.ts'

const NAMED = 10

/** Its words are ours and quote nobody: the names of what failed. */
class PartsFailed extends Error {
  override readonly name = 'PartsFailed'
  constructor(failed: readonly string[]) {
    const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : ''
    super(`Failed: ${failed.slice(0, NAMED).join(', ')}${more}.`)
  }
}

/**
 * For a job whose parts do not need one another: one that fails is logged and the others are done all the same. `end`
 * fails the job if a part failed, so that it is tried again and counted. Names are logged: nothing personal.
 */
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
