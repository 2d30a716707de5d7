import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { DAY, later, MINUTE } from '../lib/clock.ts'
import { base62 } from '../lib/random.ts'
import type { EmailMark } from './email-mark.ts'
import {
  insertLink,
  type LinkKey,
  type LinkRow,
  liveLink,
  liveLinkOf,
  markSpent,
  spendLinksOf,
} from './link-store.ts'

/** Stored unencrypted, so it must hold nothing personal. */
type LinkData = {
  operator_dashboard: { credentialId: string; query: object }
  agent_claim: { attempt: number }
  portal_sign_in: EmailMark
  shopper_verify: EmailMark
  shared_quotes: EmailMark
  lender_evidence: { document_id: string }
}

type LinkPurpose = keyof LinkData

const LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  operator_dashboard: 5 * MINUTE,
  agent_claim: 15 * MINUTE,
  portal_sign_in: 15 * MINUTE,
  shopper_verify: DAY,
  shared_quotes: 7 * DAY,
  lender_evidence: 30 * DAY,
}

export type LinkFacts<P extends LinkPurpose> = {
  purpose: P
  subject: string
  data: LinkData[P]
  lifetimeMs?: number
}
export type GivenLink<P extends LinkPurpose> = { purpose: P; token: string }
type Link<P extends LinkPurpose> = { subject: string; data: LinkData[P]; expiresAt: Date }

const keyOf = (app: App, { purpose, token }: GivenLink<LinkPurpose>): LinkKey => ({
  purpose,
  token: app.sealer.mac(`link/${purpose}`, token),
})

const linkOf = <P extends LinkPurpose>(row: LinkRow | undefined): Link<P> | null =>
  row ? { subject: row.subject, data: row.data as LinkData[P], expiresAt: row.expires_at } : null

export const newLinkToken = ({ random }: App): string => base62(random, 32)

export const issueLinkWithToken = async <P extends LinkPurpose>(
  app: App,
  { purpose, subject, data, token, lifetimeMs = LIFETIMES[purpose] }: LinkFacts<P> & GivenLink<P>,
): Promise<{ token: string; expiresAt: Date } | null> => {
  const now = app.clock.now()
  const expiresAt = later(now, lifetimeMs)
  const issued = await insertLink(app.db, {
    ...keyOf(app, { purpose, token }),
    subject,
    data,
    created_at: now,
    expires_at: expiresAt,
  })
  return issued ? { token, expiresAt } : null
}

export const issueLink = async <P extends LinkPurpose>(
  app: App,
  facts: LinkFacts<P>,
): Promise<{ token: string; expiresAt: Date }> =>
  (await issueLinkWithToken(app, { ...facts, token: newLinkToken(app) })) ?? fail('internal_error')

/** Does not spend the link, because email scanners open links too. */
export const findLink = async <P extends LinkPurpose>(
  app: App,
  given: GivenLink<P>,
): Promise<Link<P> | null> => linkOf(await liveLink(app.db, keyOf(app, given), app.clock.now()))

export const spendLink = async <P extends LinkPurpose>(
  app: App,
  given: GivenLink<P>,
): Promise<Link<P> | null> => linkOf(await markSpent(app.db, keyOf(app, given), app.clock.now()))

type Subject<P extends LinkPurpose> = Pick<LinkFacts<P>, 'purpose' | 'subject'>

export const findLinkOf = async <P extends LinkPurpose>(
  app: App,
  about: Subject<P>,
): Promise<Link<P> | null> => linkOf(await liveLinkOf(app.db, about, app.clock.now()))

export const endLinksOf = (app: App, about: Subject<LinkPurpose>): Promise<void> =>
  spendLinksOf(app.db, about, app.clock.now())
