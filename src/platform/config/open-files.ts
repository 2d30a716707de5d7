import { readFileSync } from 'node:fs'
import { ConfigError } from '../config.ts'

const LEAST = 256

/** Only Linux says it here. Elsewhere the limit is high enough unless somebody lowered it. */
const limitIn = (limits: string): number => {
  try {
    const [, limit] = /^Max open files +(\d+)/m.exec(readFileSync(limits, 'utf8')) ?? []
    return Number(limit ?? Number.POSITIVE_INFINITY)
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** With fewer, PostgreSQL, connections and pages fail one after the other, each with its own error. */
export const refuseTooFewFiles = (limits = '/proc/self/limits'): void => {
  const limit = limitIn(limits)
  if (limit < LEAST)
    throw new ConfigError(
      `This process may open ${limit} files and connections, and needs ${LEAST} or more. Raise the limit: "ulimit -n 1024" in the shell, LimitNOFILE in systemd.`,
    )
}
