import { retryEmail } from '../../agency/emails/outbox.ts'
import { listDeadRows } from '../../agency/emails/store.ts'
import type { Config } from '../../platform/config.ts'
import type { Given } from './arguments.ts'
import { misuse } from './operator/refusal.ts'
import { withDatabase } from './with-app.ts'

export const mail = async (
  config: Config,
  { args: [act, emailId] }: Pick<Given, 'args'>,
): Promise<number> => {
  if (act !== undefined && (act !== 'retry' || emailId === undefined))
    misuse('Usage: bindery mail, or bindery mail retry EMAIL_ID')
  return withDatabase(config, async ({ app }) => {
    if (emailId !== undefined) {
      const revived = await retryEmail(app, emailId)
      console.log(revived ? `${emailId} will be sent again.` : `${emailId} is not a dead email.`)
      return revived ? 0 : 1
    }
    const dead = await listDeadRows(app.db, { after: null, limit: 100 })
    for (const { email_id, created_at, last_error, subject } of dead)
      console.log([email_id, created_at.toISOString(), last_error ?? '', subject].join('  '))
    console.log(`${dead.length} dead emails.`)
    return 0
  })
}
