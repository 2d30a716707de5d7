import type pg from 'pg'
import type { App } from './app.ts'
import { sealedActNote } from './audit/acts.ts'
import { resignAnchors } from './audit/anchors.ts'
import { chainProblem, headMac } from './audit/chain.ts'
import { sealedInbound } from './audit/inbound.ts'
import { sealedTableMap, sealedTables } from './audit/sealed-tables.ts'
import { listEntries } from './audit/store.ts'
import { sealedExchange } from './carriers/endpoint/exchange-record.ts'
import { sealedEvent } from './carriers/events/record.ts'
import { SHOPPER_RESUME } from './consumer/resume.ts'
import { RowSealError } from './db/seals/row-seal.ts'
import { resealRows } from './db/seals/row-seal-store.ts'
import { type Resealing, resealColumn, type SealedColumn } from './db/seals/sealed-column.ts'
import { sealedCanary } from './db/secret-canary.ts'
import { transact } from './db/transact.ts'
import { DESK_CODE } from './desk/sign-in/code-job.ts'
import { renewFactorOwners, sealedFactor } from './desk/staff/second-factor.ts'
import { sealedStaffEmail } from './desk/staff/staff.ts'
import { sealedBytes, sealedFilename } from './documents/documents.ts'
import { sealedEmail } from './emails/outbox.ts'
import { sealedLegalNotice } from './emails/rules/legal-notices.ts'
import { sealedReplay } from './http/idempotency.ts'
import { sealedPayloads } from './jobs/sealed-payload.ts'
import { replaceProof } from './key/shopper/shopper-store.ts'
import { SealError } from './lib/sealer.ts'
import { sealedFiling } from './line/buying/surplus-filings.ts'
import type { Line } from './line/line.ts'
import { sealedReferral } from './line/offers/questions.ts'
import { sealedCreditPart } from './line/offers/replies.ts'
import { renewFiling } from './line/record/book.ts'
import type { Intake } from './line/record/intake.ts'
import { emailMac, lockIntake, sealedApplication } from './line/record/intakes.ts'
import { renewMetadataMacs, sealedMetadata } from './line/record/metadata.ts'
import { sealedNote } from './line/record/notes.ts'
import { listChains, updateMacs } from './line/record/store.ts'
import { sealedTask } from './line/tasks/tasks.ts'
import { lineOf, lines } from './lines.ts'
import { sealedClaimEmail } from './oauth/agent/claim.ts'
import { sealedOAuthObject } from './oauth/provider/adapter.ts'
import { sealedSigningKey } from './oauth/tokens/signing-key.ts'
import { sealedPayment, sealedPaymentNote } from './payments/payments.ts'
import { sealedDifferenceNote } from './payments/reconcile.ts'
import { sealedRefundNote } from './payments/refunds.ts'
import { sealedOpening } from './policies/closing/links.ts'
import { sealedRenewal } from './policies/life/renewals.ts'
import { sealedPolicyRequest } from './policies/life/requests.ts'
import { sealedOrder } from './policies/orders.ts'
import { sealedPolicy } from './policies/policies.ts'
import { sealedOrderDeclarations, sealedPolicyDocument } from './policies/policy-documents.ts'
import { PORTAL_SIGN_IN } from './portal/sign-in/sign-in.ts'

/** A test scans the whole database for sealed values missing from this list. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedCanary,
  sealedApplication,
  sealedMetadata,
  sealedCreditPart,
  sealedReferral,
  sealedEvent,
  sealedInbound,
  ...sealedExchange,
  ...sealedOrder,
  ...sealedFiling,
  ...sealedTask,
  sealedPolicy,
  ...sealedPolicyRequest,
  sealedOpening,
  sealedRenewal,
  sealedPolicyDocument,
  sealedOrderDeclarations,
  sealedFilename,
  sealedBytes,
  sealedPayment,
  sealedPaymentNote,
  sealedRefundNote,
  sealedDifferenceNote,
  sealedEmail,
  sealedLegalNotice,
  sealedReplay,
  sealedStaffEmail,
  sealedNote,
  sealedFactor,
  sealedActNote,
  sealedOAuthObject,
  sealedSigningKey,
  sealedClaimEmail,
  ...[PORTAL_SIGN_IN, SHOPPER_RESUME, DESK_CODE].map(sealedPayloads),
]

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
