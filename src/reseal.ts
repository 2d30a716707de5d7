import type pg from 'pg'
import { renewFactorOwners } from './doors/desk/staff/second-factor.ts'
import type { App } from './platform/app.ts'
import { resignAnchors } from './platform/audit/anchors.ts'
import { chainProblem, headMac } from './platform/audit/chain.ts'
import { listEntries } from './platform/audit/store.ts'
import { RowSealError } from './platform/db/seals/row-seal.ts'
import { resealRows } from './platform/db/seals/row-seal-store.ts'
import { type Resealing, resealColumn, type SealedColumn } from './platform/db/seals/sealed-column.ts'
import { transact } from './platform/db/transact.ts'
import { replaceProof } from './platform/key/shopper/shopper-store.ts'
import { SealError } from './platform/lib/sealer.ts'
import { lineOf } from './platform/lines.ts'
import type { Line } from './products/line/line.ts'
import { renewFiling } from './products/line/record/book.ts'
import { emailMac, type Intake, lockIntake } from './products/line/record/intakes.ts'
import { renewMetadataMacs } from './products/line/record/metadata.ts'
import { listChains, updateMacs } from './products/line/record/store.ts'
import { lines } from './products/lines.ts'
import { sealedColumns, sealedTableMap, sealedTables } from './tables.ts'

export const nameOf = ({ table, column, field }: SealedColumn): string =>
  [table, column, ...(field === undefined ? [] : [field])].join('.')

type AnyIntake = Intake<string, unknown>

const renewMacs = async (app: App, line: Line, intake: AnyIntake): Promise<boolean> => {
  const { uid } = intake
  const audit_mac = headMac(app.sealer, uid, intake.head)
  const email_mac = emailMac(app, line.emailOf(intake.application))
  await line.renewMacs?.(app, intake)
  const isRefiled = await renewFiling(app, intake, line.bookOf(intake.application))
  await renewMetadataMacs(app, uid)
  const isSameEmail = email_mac === null || intake.emailMac?.equals(email_mac) === true
  if (audit_mac.equals(intake.head.mac) && isSameEmail) return isRefiled
  await updateMacs(app.db, { uid, audit_mac, email_mac })
  if (email_mac && intake.emailMac) await replaceProof(app.db, uid, { from: intake.emailMac, to: email_mac })
  return true
}

type Outcome = 'renewed' | 'current' | 'broken'

/** A broken chain keeps its head, because a new signature would make it look intact. */
const renewIntake = (app: App, uid: string): Promise<Outcome> =>
  transact<App, Outcome>(app, async inside => {
    const line = lineOf(uid)
    const intake: AnyIntake | null = line && (await lockIntake(inside, { uid, line }))
    if (!line || !intake) return 'current'
    const entries = await listEntries(inside.db, uid)
    if (chainProblem(app.sealer, { uid, head: intake.head, entries }) !== null) return 'broken'
    return (await renewMacs(inside, lines[line], intake)) ? 'renewed' : 'current'
  }).catch((error: unknown) => {
    if (error instanceof SealError || error instanceof RowSealError) return 'broken'
    throw error
  })

const PAGE = 500

const renewIntakes = async (app: App): Promise<Resealing> => {
  const done = { renewed: 0, current: 0, broken: 0 }
  for (let page = await listChains(app.db, '', PAGE); page.length > 0; ) {
    for (const { uid } of page) done[await renewIntake(app, uid)]++
    page = await listChains(app.db, page.at(-1)?.uid ?? '', PAGE)
  }
  return { resealed: done.renewed, unopened: done.broken, left: done.broken }
}

export type ResealStep = { name: string; run(): Promise<Resealing> }

/** Omits short-lived MACs (codes, links, sessions). `app.db` must use a pool that waits for locks. */
export const resealing = (app: App, pool: pg.Pool): ResealStep[] => [
  ...sealedColumns.map(column => ({
    name: nameOf(column),
    run: () => resealColumn(pool, { sealer: app.sealer, tables: sealedTableMap }, column),
  })),
  {
    name: 'intakes: heads of audit chains, MACs of addresses, terms of the book',
    run: () => renewIntakes(app),
  },
  { name: 'staff_second_factors: ids of staff', run: () => renewFactorOwners(app) },
  ...sealedTables.map(table => ({
    name: `${table.table}: seals of rows`,
    run: () => resealRows(pool, app.sealer, table),
  })),
  { name: 'anchors of the log of seals', run: () => resignAnchors(app, pool) },
]
