import { appendFile, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { type App, job, perService } from '../app.ts'
import type { Db } from '../db/database.ts'
import { transact } from '../db/transact.ts'
import { errorCode } from '../lib/error-code.ts'
import { noteSecurityEvent } from '../lib/security-events.ts'
import {
  type Anchor,
  anchorHash,
  anchorLine,
  anchorMac,
  isAnchor,
  type LoggedSeal,
  nextRange,
  readAnchorLine,
} from './anchor.ts'
import {
  hasAnchor,
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

/** The newest that this service wrote or met, so that it goes on from no older one. */
const newest = perService((): { anchor: Pick<Anchor, 'anchor' | 'hash'> | null } => ({ anchor: null }))

const linesOf = async (file: string): Promise<string[]> =>
  (await readFile(file, 'utf8').catch(ifMissing)).split('\n').filter(line => line !== '')

const ifMissing = (error: unknown): string => {
  if (errorCode(error) === 'ENOENT') return ''
  throw error
}

const lastInFile = async ({ config }: App) => {
  const last = config.anchorFile === null ? undefined : (await linesOf(config.anchorFile)).at(-1)
  return last === undefined ? null : readAnchorLine(last)
}

const refuseOlder = async (app: App): Promise<void> => {
  const known = newest(app).anchor ?? (await lastInFile(app))
  if (known && !(await hasAnchor(app.db, known)))
    refuse(
      app,
      { anchor: known.anchor },
      `The anchor ${known.anchor} is gone, so the database was rolled back`,
    )
}

/** The log and the file may leave the machine, where nobody who writes to the database can change them. */
const tell = async (app: App, anchor: Anchor): Promise<void> => {
  const line = anchorLine(anchor)
  app.log.info({ anchor: line }, 'anchor of the log of seals')
  if (app.config.anchorFile !== null) await appendFile(app.config.anchorFile, `${line}\n`)
}

const appendOne = (app: App): Promise<{ anchor: Anchor; isNew: boolean; isLast: boolean }> =>
  transact(app, async inside => {
    await lockAnchors(inside.db)
    const before = await lastAnchor(inside.db)
    if (before && !isAnchor(app.sealer, before))
      refuse(app, { anchor: before.anchor }, `The anchor ${before.anchor} was forged`)
    await refuseOlder(inside)
    const entries = await listUnanchored(inside.db, before, MOST)
    if (before && entries.length === 0) return { anchor: before, isNew: false, isLast: true }
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
    return { anchor, isNew: true, isLast: entries.length < MOST }
  })

export const appendAnchor = async (app: App): Promise<Anchor> => {
  for (;;) {
    const { anchor, isNew, isLast } = await appendOne(app)
    newest(app).anchor = anchor
    if (isNew) await tell(app, anchor)
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
