import { bookEntries, bookImportLines, bookImports } from './agency/book/store.ts'
import { bankLines, bankStatements } from './agency/books/bank-store.ts'
import { commissionStatementLines, commissionStatements, trustSplits } from './agency/books/book-store.ts'
import { carrierExchanges } from './agency/carriers/endpoint/store.ts'
import { carrierEvents } from './agency/carriers/events/store.ts'
import { documents } from './agency/documents/store.ts'
import { emailCounts, emailStops } from './agency/emails/rules/counts-store.ts'
import { legalNotices } from './agency/emails/rules/legal-store.ts'
import { deliveryWithdrawals } from './agency/emails/rules/paper-store.ts'
import { emails } from './agency/emails/store.ts'
import { ledgerLines, trustMonths } from './agency/ledger/store.ts'
import { ledgerDifferences } from './agency/payments/difference-store.ts'
import { installments } from './agency/payments/installment-store.ts'
import { disputes, refunds } from './agency/payments/money-store.ts'
import { deposits, trustReceipts } from './agency/payments/receipt-store.ts'
import { paymentNotices, payments } from './agency/payments/store.ts'
import { lenderLinkOpenings, lenderLinks } from './agency/policies/closing/link-store.ts'
import { declarationsPages } from './agency/policies/declarations/page-store.ts'
import { policyEnds } from './agency/policies/life/end-store.ts'
import { policyRenewals } from './agency/policies/life/renewal-store.ts'
import { policyRequests } from './agency/policies/life/request-store.ts'
import { bindOrders } from './agency/policies/order-store.ts'
import { orderDeclarations, policies, policyDocuments } from './agency/policies/store.ts'
import { policyVersions } from './agency/policies/version-store.ts'
import { SHOPPER_RESUME } from './doors/consumer/resume.ts'
import { deskReads } from './doors/desk/book/read-store.ts'
import { DESK_CODE } from './doors/desk/sign-in/code-job.ts'
import { staffSecondFactors } from './doors/desk/staff/factor-store.ts'
import { deskOwners } from './doors/desk/staff/owner-store.ts'
import { staffRecoveryCodes } from './doors/desk/staff/recovery-store.ts'
import { staff, staffMembers } from './doors/desk/staff/store.ts'
import { agentRegistrations, usedAssertions } from './doors/oauth/tokens/registration-store.ts'
import { oauthObjects } from './doors/oauth/tokens/store.ts'
import { requestLog } from './doors/requests/store.ts'
import { staffActs } from './platform/audit/act-store.ts'
import { sealAnchors, sealLog } from './platform/audit/anchor-store.ts'
import { legalHolds } from './platform/audit/hold-store.ts'
import { inboundEvents } from './platform/audit/inbound-store.ts'
import { auditEntries, intakes } from './platform/audit/store.ts'
import type { SealedColumn } from './platform/db/seals/sealed-column.ts'
import { sealedCanary } from './platform/db/secret-canary.ts'
import { migrations, readiness, secretCanary } from './platform/db/store.ts'
import type { AnyTable } from './platform/db/table.ts'
import { rateLimits, replays } from './platform/http/store.ts'
import { sealedPayloads } from './platform/jobs/store.ts'
import { accessTokens } from './platform/key/access-token-store.ts'
import { intakeTokens } from './platform/key/shopper/intake-token-store.ts'
import { shoppers } from './platform/key/shopper/shopper-store.ts'
import { signingKeys } from './platform/key/signing-store.ts'
import { credentials, operators } from './platform/key/store.ts'
import { oneTimeLinks } from './platform/signin/link-store.ts'
import { browserSessions } from './platform/signin/session-store.ts'
import { oneTimeCodes, oneTimeTries } from './platform/signin/store.ts'
import { propertyPurchases } from './products/line/buying/property-purchase-store.ts'
import { surplusFilings } from './products/line/buying/surplus-store.ts'
import { carrierQuestions } from './products/line/offers/question-store.ts'
import { carrierAnswers, offers } from './products/line/offers/store.ts'
import { bookTerms, bookWaiting } from './products/line/record/book-store.ts'
import { changeCounters, changes } from './products/line/record/change-store.ts'
import { consents, consentUses, consentWithdrawals } from './products/line/record/consent-store.ts'
import { requestMetadata } from './products/line/record/metadata-store.ts'
import { deskNotes } from './products/line/record/note-store.ts'
import { bindingStops } from './products/line/stops/store.ts'
import { deskTasks } from './products/line/tasks/store.ts'
import { allLines } from './products/lines.ts'
import { portals } from './products/portals.ts'

export const tables: readonly AnyTable[] = [
  staffActs,
  sealLog,
  sealAnchors,
  legalHolds,
  inboundEvents,
  auditEntries,
  intakes,
  readiness,
  secretCanary,
  migrations,
  replays,
  rateLimits,
  accessTokens,
  intakeTokens,
  shoppers,
  operators,
  credentials,
  oneTimeLinks,
  browserSessions,
  oneTimeCodes,
  oneTimeTries,
  carrierExchanges,
  carrierEvents,
  documents,
  emailCounts,
  emailStops,
  legalNotices,
  deliveryWithdrawals,
  emails,
  ledgerLines,
  trustMonths,
  trustReceipts,
  deposits,
  commissionStatements,
  commissionStatementLines,
  trustSplits,
  bankStatements,
  bankLines,
  bookEntries,
  bookImports,
  bookImportLines,
  ledgerDifferences,
  installments,
  refunds,
  disputes,
  payments,
  paymentNotices,
  lenderLinks,
  lenderLinkOpenings,
  policyEnds,
  policyRenewals,
  policyVersions,
  declarationsPages,
  policyRequests,
  bindOrders,
  policies,
  policyDocuments,
  orderDeclarations,
  ...allLines.flatMap(line => line.tables),
  propertyPurchases,
  surplusFilings,
  carrierQuestions,
  carrierAnswers,
  offers,
  bookTerms,
  bookWaiting,
  changes,
  changeCounters,
  consents,
  consentWithdrawals,
  consentUses,
  requestMetadata,
  deskNotes,
  bindingStops,
  deskTasks,
  deskReads,
  deskOwners,
  staffSecondFactors,
  staffRecoveryCodes,
  staff,
  staffMembers,
  agentRegistrations,
  usedAssertions,
  signingKeys,
  oauthObjects,
  requestLog,
]

export const sealedTables = tables.flatMap(({ sealed }) => sealed ?? [])

export const sealedTableMap = new Map(sealedTables.map(table => [table.table, table]))

export const sealedColumns: readonly SealedColumn[] = [
  sealedCanary,
  ...tables.flatMap(({ encrypted }) => encrypted),
  ...[...portals.flatMap(({ jobs }) => jobs.map(({ name }) => name)), SHOPPER_RESUME, DESK_CODE].map(
    sealedPayloads,
  ),
]
