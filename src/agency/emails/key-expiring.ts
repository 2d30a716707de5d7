import { longDate } from '../../platform/language/long-date.ts'
import type { Email } from './layout.ts'

export const keyExpiringEmail = (
  to: string,
  prefix: string,
  { days, expiresAt }: { days: number; expiresAt: Date },
): Email => ({
  to,
  subject: `Your operator key expires in ${days === 1 ? '1 day' : `${days} days`}`,
  paragraphs: [
    `The operator key that starts with ${prefix} stops working on ${longDate(expiresAt)} (UTC).`,
    'Before then, replace it with POST /api/agent/key/rotate or on the key page of your dashboard. The new key works for a year.',
  ],
  facts: [
    ['Key', `${prefix}…`],
    ['Stops working on', `${longDate(expiresAt)} (UTC)`],
  ],
  reason: 'We send this email 30 days and 7 days before a key expires.',
})
