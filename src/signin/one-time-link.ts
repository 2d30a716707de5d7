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
  markSpent,
} from './link-store.ts'

/** What a link opens, and for how long it is good. A link for one purpose is none for another. */
const LIFETIMES = {
  operator_dashboard: 5 * MINUTE,
  agent_claim: 15 * MINUTE,
  portal_sign_in: 15 * MINUTE,
  shopper_verify: DAY,
}

export type LinkPurpose = keyof typeof LIFETIMES

/** Who comes in by it, and what is to be shown then. Nothing personal: `data` is stored as it is. */
export type LinkFacts = { purpose: LinkPurpose; subject: string; data: object }
export type GivenLink = { purpose: LinkPurpose; token: string }
export type Link = Pick<LinkRow, 'subject' | 'data'> & { expiresAt: Date }

const keyOf = (app: App, { purpose, token }: GivenLink): LinkKey => ({
  purpose,
  token: app.sealer.mac(`link/${purpose}`, token),
})

const linkOf = (row: LinkRow | undefined): Link | null =>
  row ? { subject: row.subject, data: row.data, expiresAt: row.expires_at } : null

/** For a link that a job issues: named where it is asked for, so that a job which runs twice issues one. */
export const newLinkToken = ({ random }: App): string => base62(random, 32)

/** Null: it was issued before. */
export const issueNamedLink = async (
  app: App,
  { purpose, subject, data, token }: LinkFacts & GivenLink,
): Promise<{ token: string; expiresAt: Date } | null> => {
  const now = app.clock.now()
  const expiresAt = later(now, LIFETIMES[purpose])
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
  (await issueNamedLink(app, { ...facts, token: newLinkToken(app) })) ?? fail('internal_error')

/** For the page that a mail scanner may open too: it looks and spends nothing. */
export const findLink = async (app: App, given: GivenLink): Promise<Link | null> =>
  linkOf(await liveLink(app.db, keyOf(app, given), app.clock.now()))

/** Inside the transaction of what the link opens. Null: spent, expired or never issued. */
export const spendLink = async (app: App, given: GivenLink): Promise<Link | null> =>
  linkOf(await markSpent(app.db, keyOf(app, given), app.clock.now()))

export const purgeLinks = (app: App): Promise<void> => deleteLinksBefore(app.db, later(app.clock.now(), -DAY))
