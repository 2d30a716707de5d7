import { keyExpiringEmail } from '../../agency/emails/keys.ts'
import { queueEmail } from '../../agency/emails/outbox.ts'
import { type App, job } from '../../platform/app.ts'
import { transact } from '../../platform/db/transact.ts'
import { takeExpiringKeys } from '../../platform/key/store.ts'
import { DAY, later } from '../../platform/lib/clock.ts'

// Nearest first, so a key with 5 days left gets one email, not two.
const NOTICES = [7, 30]

const notify = (app: App, days: number): Promise<void> =>
  transact(app, async inside => {
    const now = app.clock.now()
    const keys = await takeExpiringKeys(inside.db, { now, until: later(now, days * DAY), days })
    for (const { email, prefix, expires_at } of keys) {
      const left = Math.ceil((expires_at.getTime() - now.getTime()) / DAY)
      await queueEmail(inside, keyExpiringEmail(email, prefix, { days: left, expiresAt: expires_at }), {
        purpose: 'key_expiring',
      })
    }
  })

export const keyExpiryNotices = job({
  name: 'key_expiry_notices',
  cron: '17 * * * *',
  async run(app) {
    for (const days of NOTICES) await notify(app, days)
  },
})
