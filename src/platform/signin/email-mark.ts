import { timingSafeEqual } from 'node:crypto'

type Addressed = { emailMac: Buffer | null }

/** Kept with a link or a session of an application: both end when its email address changes. */
export type EmailMark = { email: string }

export const emailMark = ({ emailMac }: Addressed): EmailMark => ({
  email: emailMac?.toString('base64url') ?? '',
})

/** False without an address, which nobody can have proven. */
export const isMarkOf = (record: Addressed, mark: EmailMark): boolean => {
  const [own, given] = [Buffer.from(emailMark(record).email), Buffer.from(mark.email)]
  return own.length > 0 && given.length === own.length && timingSafeEqual(given, own)
}
