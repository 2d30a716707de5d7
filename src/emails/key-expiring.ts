import type { Email } from './layout.ts'

export const keyExpiringEmail = (
  to: string,
  prefix: string,
  { days, expiresAt }: { days: number; expiresAt: Date },
): Email => ({
  to,
  subject: `Your Bindery operator key expires in ${days} days`,
  paragraphs: [
    `The operator key that starts with ${prefix} stops working on ${expiresAt.toISOString().slice(0, 10)}.`,
    'Replace it with POST /api/agent/key/rotate before then. The new key is good for a year.',
  ],
  reason: 'You get this mail 30 days and 7 days before a key expires.',
})
