import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { DAY, later, MINUTE } from '../lib/clock.ts'
import { base62 } from '../lib/random.ts'
import {
  deleteLinksBefore,
  insertLink,
  type LinkKey,
  type LinkRow,
  liveLink,
  liveLinkOf,
  markSpent,
  spendLinksOf,
} from './link-store.ts'

const LIFETIMES = {
  operator_dashboard: 5 * MINUTE,
  agent_claim: 15 * MINUTE,
  portal_sign_in: 15 * MINUTE,
  shopper_verify: DAY,
  shared_quotes: 7 * DAY,
  lender_evidence: 30 * DAY,
}

type LinkPurpose = keyof typeof LIFETIMES

/** `data` is stored unencrypted, so it must hold nothing personal. */
export type LinkFacts = { purpose: LinkPurpose; subject: string; data: object; lifetimeMs?: number }
export type GivenLink = { purpose: LinkPurpose; token: string }
export type Link = Pick<LinkRow, 'subject' | 'data'> & { expiresAt: Date }

const keyOf = (app: App, { purpose, token }: GivenLink): LinkKey => ({
  purpose,
  token: app.sealer.mac(`link/${purpose}`, token),
})

const linkOf = (row: LinkRow | undefined): Link | null =>
  row ? { subject: row.subject, data: row.data, expiresAt: row.expires_at } : null

export const newLinkToken = ({ random }: App): string => base62(random, 32)

export const issueLinkWithToken = async (
  app: App,
  { purpose, subject, data, token, lifetimeMs = LIFETIMES[purpose] }: LinkFacts & GivenLink,
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

export const issueLink = async (app: App, facts: LinkFacts): Promise<{ token: string; expiresAt: Date }> =>
  (await issueLinkWithToken(app, { ...facts, token: newLinkToken(app) })) ?? fail('internal_error')

/** Does not spend the link, because email scanners open links too. */
export const findLink = async (app: App, given: GivenLink): Promise<Link | null> =>
  linkOf(await liveLink(app.db, keyOf(app, given), app.clock.now()))

export const spendLink = async (app: App, given: GivenLink): Promise<Link | null> =>
  linkOf(await markSpent(app.db, keyOf(app, given), app.clock.now()))

type Subject = Pick<LinkFacts, 'purpose' | 'subject'>

export const findLinkOf = async (app: App, about: Subject): Promise<Link | null> =>
  linkOf(await liveLinkOf(app.db, about, app.clock.now()))

export const endLinksOf = (app: App, about: Subject): Promise<void> =>
  spendLinksOf(app.db, about, app.clock.now())

export const purgeLinks = (app: App): Promise<void> => deleteLinksBefore(app.db, later(app.clock.now(), -DAY))
