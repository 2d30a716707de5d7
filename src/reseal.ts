import type pg from 'pg'
import { sealedExchange } from './agency/carriers/endpoint/exchange-record.ts'
import { sealedEvent } from './agency/carriers/events/record.ts'
import { sealedBytes, sealedFilename } from './agency/documents/documents.ts'
import { sealedEmail } from './agency/emails/outbox.ts'
import { sealedLegalNotice } from './agency/emails/rules/legal-notices.ts'
import { sealedPayment, sealedPaymentNote } from './agency/payments/payments.ts'
import { sealedDifferenceNote } from './agency/payments/reconcile.ts'
import { sealedRefundNote } from './agency/payments/refunds.ts'
import { sealedOpening } from './agency/policies/closing/links.ts'
import { sealedRenewal } from './agency/policies/life/renewals.ts'
import { sealedPolicyRequest } from './agency/policies/life/requests.ts'
import { sealedOrder } from './agency/policies/orders.ts'
import { sealedPolicy } from './agency/policies/policies.ts'
import { sealedOrderDeclarations, sealedPolicyDocument } from './agency/policies/policy-documents.ts'
import { SHOPPER_RESUME } from './doors/consumer/resume.ts'
import { DESK_CODE } from './doors/desk/sign-in/code-job.ts'
import { renewFactorOwners, sealedFactor } from './doors/desk/staff/second-factor.ts'
import { sealedStaffEmail } from './doors/desk/staff/staff.ts'
import { sealedClaimEmail } from './doors/oauth/agent/claim.ts'
import { sealedOAuthObject } from './doors/oauth/provider/adapter.ts'
import { sealedSigningKey } from './doors/oauth/tokens/signing-key.ts'
import { PORTAL_SIGN_IN } from './doors/portal/sign-in/sign-in.ts'
import type { App } from './platform/app.ts'
import { sealedActNote } from './platform/audit/acts.ts'
import { resignAnchors } from './platform/audit/anchors.ts'
import { chainProblem, headMac } from './platform/audit/chain.ts'
import { sealedInbound } from './platform/audit/inbound.ts'
import { listEntries } from './platform/audit/store.ts'
import { RowSealError } from './platform/db/seals/row-seal.ts'
import { resealRows } from './platform/db/seals/row-seal-store.ts'
import { type Resealing, resealColumn, type SealedColumn } from './platform/db/seals/sealed-column.ts'
import { sealedCanary } from './platform/db/secret-canary.ts'
import { transact } from './platform/db/transact.ts'
import { sealedReplay } from './platform/http/idempotency.ts'
import { sealedPayloads } from './platform/jobs/sealed-payload.ts'
import { replaceProof } from './platform/key/shopper/shopper-store.ts'
import { SealError } from './platform/lib/sealer.ts'
import { sealedFiling } from './products/line/buying/surplus-filings.ts'
import type { Line } from './products/line/line.ts'
import { sealedReferral } from './products/line/offers/questions.ts'
import { sealedCreditPart } from './products/line/offers/replies.ts'
import { renewFiling } from './products/line/record/book.ts'
import type { Intake } from './products/line/record/intake.ts'
import { emailMac, lockIntake, sealedApplication } from './products/line/record/intakes.ts'
import { renewMetadataMacs, sealedMetadata } from './products/line/record/metadata.ts'
import { sealedNote } from './products/line/record/notes.ts'
import { listChains, updateMacs } from './products/line/record/store.ts'
import { sealedTask } from './products/line/tasks/tasks.ts'
import { lineOf, lines } from './products/lines.ts'
import { sealedTableMap, sealedTables } from './tables.ts'

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
