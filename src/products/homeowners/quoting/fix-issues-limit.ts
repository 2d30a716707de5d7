import { type EmailAbout, emailedSince, lastQueuedAt } from '../../../agency/emails/store.ts'
import type { App } from '../../../platform/app.ts'
import { later, SECOND } from '../../../platform/lib/clock.ts'

export const oneFixIssuesEmail = { name: 'fix_issues_email', points: 1, seconds: 600 }

export const aboutFixIssues = (uid: string): EmailAbout => ({ intake_uid: uid, purpose: 'fix_issues' })

export const recentFixIssuesEmail = async (
  app: App,
  uid: string,
): Promise<{ queuedAt: Date; nextAt: Date } | null> => {
  const queuedAt = await lastQueuedAt(app.db, aboutFixIssues(uid))
  const nextAt = queuedAt && later(queuedAt, oneFixIssuesEmail.seconds * SECOND)
  return nextAt && nextAt > app.clock.now() ? { queuedAt, nextAt } : null
}

export const recentlyEmailed = (app: App, uids: readonly string[]): Promise<Set<string | null>> =>
  emailedSince(app.db, uids, {
    purpose: 'fix_issues',
    since: later(app.clock.now(), -oneFixIssuesEmail.seconds * SECOND),
  })
