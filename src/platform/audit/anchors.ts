import type pg from 'pg'
import { type App, job } from '../app.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import { type Anchor, anchorHash, anchorMac, isAnchor, type LoggedSeal, nextRange } from './anchor.ts'
import {
  insertAnchor,
  lastAnchor,
  lastGivenSeq,
  listAnchors,
  listUnanchored,
  lockAnchors,
  updateAnchorMac,
} from './anchor-store.ts'

const MOST = 5000

const refuse = (app: App, facts: object, sentence: string): never => {
  noteSecurityEvent(app, 'audit_chain_broken', facts)
  throw new Error(`${sentence}: see "bindery audit verify".`)
}

/** An anchor over a number from the future would leave out whatever comes before it. */
const inventedSeq = async (db: Db, entries: readonly LoggedSeal[]): Promise<number | null> => {
  const last = entries.at(-1)?.seq ?? 0
  return last > (await lastGivenSeq(db)) ? last : null
}

const appendOne = (app: App): Promise<{ anchor: Anchor; isLast: boolean }> =>
  transact(app, async inside => {
    await lockAnchors(inside.db)
    const before = await lastAnchor(inside.db)
    if (before && !isAnchor(app.sealer, before))
      refuse(app, { anchor: before.anchor }, `The anchor ${before.anchor} was forged`)
    const entries = await listUnanchored(inside.db, before, MOST)
    if (before && entries.length === 0) return { anchor: before, isLast: true }
    const invented = await inventedSeq(inside.db, entries)
    if (invented !== null)
      refuse(app, { seq: invented }, `The log of seals has a number ${invented} that was never given`)
    const range = nextRange(before, entries)
    const unsigned = {
      ...range,
      hash: anchorHash(before, range, entries),
      anchored_at: app.clock.now(),
    }
    const anchor = { ...unsigned, mac: anchorMac(app.sealer, unsigned) }
    await insertAnchor(inside.db, anchor)
    return { anchor, isLast: entries.length < MOST }
  })

export const appendAnchor = async (app: App): Promise<Anchor> => {
  for (;;) {
    const { anchor, isLast } = await appendOne(app)
    if (isLast) return anchor
  }
}

export const anchorSeals = job({
  name: 'anchor_seals',
  cron: '* * * * *',
  async run(app: App) {
    await appendAnchor(app)
  },
})

const PAGE = 500

export const resignAnchors = async (
  app: App,
  pool: pg.Pool,
): Promise<{ resealed: number; unopened: number; left: number }> => {
  const done = { resealed: 0, unopened: 0 }
  const client = await pool.connect()
  try {
    for (let page = await listAnchors(client, 0, PAGE); page.length > 0; ) {
      for (const anchor of page) {
        const mac = anchorMac(app.sealer, anchor)
        if (mac.equals(anchor.mac)) continue
        if (!isAnchor(app.sealer, anchor)) done.unopened++
        else {
          await updateAnchorMac(pool, { ...anchor, mac })
          done.resealed++
        }
      }
      page = await listAnchors(client, page.at(-1)?.anchor ?? 0, PAGE)
    }
  } finally {
    client.release()
  }
  return { ...done, left: done.unopened }
}
