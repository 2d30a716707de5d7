import { createHash } from 'node:crypto'
import type { App } from '../../../platform/app.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { randomId, timeOrderedId } from '../../../platform/lib/random.ts'
import { newLinkToken } from '../../../platform/signin/one-time-link.ts'
import {
  countOpenings,
  findLiveLenderLink,
  insertLenderLink,
  insertOpening,
  type LenderLinkRow,
  lenderLinkOpenings,
  listLenderLinks,
  listOpenings,
  type OpeningRow,
} from './link-store.ts'

export type Visitor = { address: string; userAgent: string }

type Opening = Pick<OpeningRow, 'what' | 'opened_at'> & Visitor

export type LenderLink = Omit<LenderLinkRow, 'token_hash'> & { opened: number; openings: Opening[] }

const MOST_OPENINGS_SHOWN = 20
const LONGEST_AGENT = 300

/** A token has 190 random bits, so a plain hash cannot be guessed, and it survives a new secret. */
const hashOf = (token: string): Buffer => createHash('sha256').update(`lender-link ${token}`).digest()

type NewLink = Pick<LenderLinkRow, 'uid' | 'policy_id' | 'mortgagee' | 'made_by' | 'actor' | 'expires_at'>

export const keepLenderLink = async (
  app: App,
  link: NewLink,
): Promise<{ link: LenderLinkRow; token: string }> => {
  assertTransaction(app)
  const token = newLinkToken(app)
  const row: LenderLinkRow = {
    ...link,
    link_id: randomId(app.random, 'lnk'),
    token_hash: hashOf(token),
    created_at: app.clock.now(),
    revoked_at: null,
    revoked_by: null,
  }
  await insertLenderLink(app.db, row)
  return { link: row, token }
}

export const findLenderLinkByToken = (app: App, token: string): Promise<LenderLinkRow | undefined> =>
  findLiveLenderLink(app.db, hashOf(token), app.clock.now())

export const noteOpening = async (
  app: App,
  { link_id, uid }: LenderLinkRow,
  { what, address, userAgent }: Visitor & { what: string },
): Promise<void> => {
  const opened_at = app.clock.now()
  const opening_id = timeOrderedId(app.random, 'opn', opened_at)
  const visitor: Visitor = { address, userAgent: userAgent.slice(0, LONGEST_AGENT) }
  await insertOpening(app.db, {
    opening_id,
    link_id,
    uid,
    what,
    opened_at,
    visitor: app.sealer.seal(lenderLinkOpenings.context('visitor', { opening_id }), JSON.stringify(visitor)),
  })
}

const openedOpening = ({ sealer }: App, { opening_id, what, opened_at, visitor }: OpeningRow): Opening => ({
  what,
  opened_at,
  ...sealer.openJson<Visitor>(lenderLinkOpenings.context('visitor', { opening_id }), visitor),
})

export const isLive = (
  { revoked_at, expires_at }: Pick<LenderLinkRow, 'revoked_at' | 'expires_at'>,
  now: Date,
): boolean => revoked_at === null && expires_at > now

export const lenderLinksOf = async (app: App, uid: string): Promise<LenderLink[]> => {
  const links: LenderLink[] = []
  for (const { token_hash: _, ...link } of await listLenderLinks(app.db, uid)) {
    const { link_id } = link
    const rows = await listOpenings(app.db, link_id, MOST_OPENINGS_SHOWN)
    links.push({
      ...link,
      opened: await countOpenings(app.db, link_id),
      openings: rows.map(row => openedOpening(app, row)),
    })
  }
  return links
}
