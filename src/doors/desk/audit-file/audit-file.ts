import { createHash } from 'node:crypto'
import { eventsSaid } from '../../../agency/carriers/events/record.ts'
import { emailsInFull } from '../../../agency/emails/outbox.ts'
import { linesOfCustomer } from '../../../agency/ledger/store.ts'
import { installmentsOf } from '../../../agency/payments/installment-store.ts'
import { type Dispute, disputesOf } from '../../../agency/payments/money-store.ts'
import { lenderLinksOf } from '../../../agency/policies/closing/links.ts'
import { openPolicyDocument } from '../../../agency/policies/policy-documents.ts'
import { type DocumentName, listPolicyDocumentNames } from '../../../agency/policies/store.ts'
import type { App } from '../../../platform/app.ts'
import { actsAbout } from '../../../platform/audit/acts.ts'
import { filingsOf } from '../../../products/line/buying/surplus-filings.ts'
import { consentStanding } from '../../../products/line/record/consent.ts'
import { proofOf } from '../../../products/line/record/consent-store.ts'
import { listReads } from '../book/read-store.ts'
import type { Customer } from '../customer/customer.ts'

const ALL = 100_000

const hex = (bytes: Buffer): string => bytes.toString('hex')

const SECRETS = ['token_hash', 'page_url', 'url', 'close_note'] as const

type Secret = (typeof SECRETS)[number]

const withoutSecrets = <T extends object>(row: T): Omit<T, Secret> => {
  const told = Object.entries(row).filter(([name]) => !SECRETS.some(secret => secret === name))
  return Object.fromEntries(told) as Omit<T, Secret>
}

const moneyOf = async (app: App, { uid, payments, refunds }: Customer) => {
  const disputes: Dispute[] = []
  for (const { payment_id } of payments) disputes.push(...(await disputesOf(app.db, payment_id)))
  const [installments, ledger] = [await installmentsOf(app.db, uid), await linesOfCustomer(app.db, uid)]
  return { refunds, disputes, installments, ledger }
}

const policyDocumentsOf = async (app: App, { uid }: Customer) => {
  const found: (DocumentName & { sha256: string })[] = []
  for (const name of await listPolicyDocumentNames(app.db, [uid])) {
    const opened = await openPolicyDocument(app, { uid, document_id: name.document_id })
    if (opened) found.push({ ...name, sha256: createHash('sha256').update(opened.content).digest('hex') })
  }
  return found
}

const applicationPart = (customer: Customer) => ({
  uid: customer.uid,
  line: customer.line,
  operator: customer.owner,
  sandbox: customer.sandbox,
  status: customer.status,
  status_words: customer.badge.label,
  revision: customer.revision,
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
  submitted_at: customer.submittedAt,
  erased_at: customer.erasedAt,
  email_proven: customer.isProven,
  person: customer.person,
  answers: customer.groups,
})

const consentsPart = ({ consents, consentId }: Customer) =>
  consents.map(({ words_hash, application_hash, withdrawal, ...row }) => ({
    ...row,
    proof: proofOf(row),
    state: consentStanding({ ...row, withdrawal }, consentId),
    withdrawn_at: withdrawal?.withdrawn_at ?? null,
    withdrawn_by: withdrawal?.withdrawn_by ?? null,
    words_sha256: hex(words_hash),
    application_sha256: hex(application_hash),
  }))

const historyPart = ({ problem, head, history }: Customer) => ({
  intact: problem === null,
  problem,
  how_to_check:
    'Each hash is the SHA-256 of the hash before it (32 zero bytes at first) and the canonical JSON of uid, seq, at, actor, event and facts.',
  last: { seq: head.seq, hash: hex(head.hash) },
  entries: history.map(({ hash, ...entry }) => ({ ...entry, hash: hex(hash) })),
})

/** Everything that we hold about one application, for counsel. Links that let someone act are left out. */
export const auditFile = async (app: App, customer: Customer, exportedBy: string) => ({
  format: 'bindery-audit-1',
  exported_at: app.clock.now(),
  exported_by: exportedBy,
  agency: app.config.agency,
  application: applicationPart(customer),
  consents: consentsPart(customer),
  delivery_withdrawal: customer.delivery,
  offers: customer.offers,
  declines: customer.declines,
  legal_notices: customer.legalNotices,
  orders: customer.orders.map(withoutSecrets),
  surplus_lines_filings: await filingsOf(app, customer.uid),
  policies: customer.policies,
  policy_documents: await policyDocumentsOf(app, customer),
  lender_links: await lenderLinksOf(app, customer.uid),
  payments: customer.payments.map(withoutSecrets),
  ...(await moneyOf(app, customer)),
  tasks: customer.tasks,
  decisions: await actsAbout(app, customer.uid, ALL),
  documents: customer.documents.map(({ sha256, ...row }) => ({ ...row, sha256: hex(sha256) })),
  carrier_events: await eventsSaid(app, customer.uid),
  emails: await emailsInFull(app, customer.uid),
  notes: customer.notes,
  reads: await listReads(app.db, customer.uid, { after: null, limit: ALL }),
  history: historyPart(customer),
  names: Object.fromEntries(customer.names),
})

export type AuditFile = Awaited<ReturnType<typeof auditFile>>
