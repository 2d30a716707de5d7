import type { App } from '../../../platform/app.ts'
import type { PageAsked } from '../../../platform/db/after-row.ts'
import { assertTransaction } from '../../../platform/db/transact.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import type { ReadDeclarations } from '../../documents/read-declarations.ts'
import { type PolicyVersion, recordVersion } from '../keep-versions.ts'
import { addPolicyDocument, type BroughtPage, DECLARATIONS, openContent } from '../policy-documents.ts'
import { changeDocumentKind, listDocumentsOf } from '../store.ts'
import { type IssuedTerms, versionOn } from '../versions.ts'
import {
  type ComparedFact,
  compareDeclarations,
  NOTHING_READ,
  type PageVerdict,
  termsPrinted,
  verdictOn,
} from './compare.ts'
import {
  changePage,
  declarationsPages,
  findPageRow,
  insertPage,
  listPageRows,
  listWaitingPages,
  type PageRow,
  type PageStatus,
} from './page-store.ts'

type Correction = { read: ReadDeclarations; reason: string; by: string; at: string }

type PageFacts = { read: ReadDeclarations | null; corrections: Correction[]; reason: string | null }

export type DeclarationsPage = Omit<PageRow, 'facts'> & PageFacts

type Paged = {
  uid: string
  policy_id: string
  policy_number: string
  versions: readonly PolicyVersion[]
}

const openPage = ({ sealer }: App, { facts, ...row }: PageRow): DeclarationsPage => ({
  ...row,
  ...sealer.openJson<PageFacts>(declarationsPages.context('facts', row), facts),
})

const sealFacts = ({ sealer }: App, { document_id, read, corrections, reason }: DeclarationsPage): Buffer =>
  sealer.seal(
    declarationsPages.context('facts', { document_id }),
    JSON.stringify({ read, corrections, reason } satisfies PageFacts),
  )

export const findPage = async (app: App, documentId: string): Promise<DeclarationsPage | null> => {
  const row = await findPageRow(app.db, documentId)
  return row ? openPage(app, row) : null
}

export const pagesOf = async (
  app: App,
  { uid, policy_id }: Pick<Paged, 'uid' | 'policy_id'>,
): Promise<DeclarationsPage[]> =>
  (await listPageRows(app.db, uid)).filter(row => row.policy_id === policy_id).map(row => openPage(app, row))

export const waitingPages = async (app: App, asked: PageAsked): Promise<DeclarationsPage[]> =>
  (await listWaitingPages(app.db, asked)).map(row => openPage(app, row))

export const saidOn = ({
  read,
  corrections,
}: Pick<DeclarationsPage, 'read' | 'corrections'>): ReadDeclarations | null =>
  corrections.at(-1)?.read ?? read

const versionsBefore = (
  { document_id, decided_at }: DeclarationsPage,
  versions: readonly PolicyVersion[],
): readonly PolicyVersion[] =>
  versions.filter(one => one.document_id !== document_id && !(decided_at && one.recorded_at > decided_at))

/** A page states what holds when it arrives, or at the start of its period if that is still to come. */
const statedFor = (page: DeclarationsPage, versions: readonly PolicyVersion[]): string => {
  const { from, to } = saidOn(page) ?? NOTHING_READ
  const [first] = versions
  const state = first?.terms.place.address?.state ?? ''
  const received = dayIn(state, page.received_at)
  const isPast = to !== null && received >= to.value
  return from && (received < from.value || isPast) ? from.value : received
}

export type PageComparison = { facts: ComparedFact[]; verdict: PageVerdict; recorded: IssuedTerms }

/** The page beside the record as it was before somebody decided about the page. */
export const comparisonOf = (
  page: DeclarationsPage,
  { versions }: Pick<Paged, 'versions'>,
): PageComparison => {
  const before = versionsBefore(page, versions)
  const recorded = versionOn(before, statedFor(page, before)).terms
  const facts = compareDeclarations(saidOn(page) ?? NOTHING_READ, recorded)
  return { facts, recorded, verdict: verdictOn(facts) }
}

type Decision = { by: string; status: PageStatus; reason?: string | null }

const decide = async (
  app: App,
  page: DeclarationsPage,
  { by, status, reason = page.reason }: Decision,
): Promise<boolean> => {
  assertTransaction(app)
  const { document_id } = page
  const facts = sealFacts(app, { ...page, reason })
  const to = { document_id, status, facts, decided_by: by, decided_at: app.clock.now() }
  if (!(await changePage(app.db, to, page.status))) return false
  await changeDocumentKind(
    app.db,
    document_id,
    status === 'accepted' ? DECLARATIONS : `${status === 'replaced' ? 'superseded' : status}/${document_id}`,
  )
  return true
}

/** The page that customers have now, also one from before pages were compared. */
const replaceCurrent = async (app: App, { uid, policy_id }: Paged, by: string): Promise<void> => {
  const current = (await listDocumentsOf(app.db, policy_id)).find(({ kind }) => kind === DECLARATIONS)
  if (!current) return
  const { document_id } = current
  const known = (await pagesOf(app, { uid, policy_id })).find(page => page.document_id === document_id)
  if (known) await decide(app, known, { by, status: 'replaced' })
  else await changeDocumentKind(app.db, document_id, `superseded/${document_id}`)
}

type Acceptance = {
  by: string
  reason: string | null
  effective_from: string
  /** Staff take what is printed. The rule takes nothing that is not on record. */
  takes: boolean
}

const release = async (
  app: App,
  policy: Paged,
  { page, by, reason, effective_from, takes }: Acceptance & { page: DeclarationsPage },
): Promise<boolean> => {
  await replaceCurrent(app, policy, by)
  if (!(await decide(app, page, { by, status: 'accepted', reason }))) return false
  const said = saidOn(page) ?? NOTHING_READ
  await recordVersion(app, policy, {
    basis: 'declarations',
    effective_from,
    change: terms => (takes ? termsPrinted(said, terms) : terms),
    by,
    reason,
    document_id: page.document_id,
  })
  return true
}

export type Received = { status: 'accepted' | 'waiting' | 'known'; document_id: string }

/** Every page that arrives goes through here. One that differs in nothing is accepted by rule. */
export const receivePage = async (
  app: App,
  policy: Paged,
  { bytes, read, by }: BroughtPage,
): Promise<Received> => {
  assertTransaction(app)
  const kept = (await listDocumentsOf(app.db, policy.policy_id)).filter(
    ({ kind }) => !/^(?:binder$|refused|withdrawn)/.test(kind),
  )
  const same = kept.find(one => openContent(app, one).equals(bytes))
  if (same) return { status: 'known', document_id: same.document_id }
  const document_id = await addPolicyDocument(app, policy)(DECLARATIONS, bytes, 'waiting')
  const page: DeclarationsPage = {
    document_id,
    policy_id: policy.policy_id,
    uid: policy.uid,
    status: 'waiting',
    read,
    corrections: [],
    reason: null,
    received_by: by,
    received_at: app.clock.now(),
    decided_by: null,
    decided_at: null,
  }
  const { document_id: _, read: _read, corrections: _c, reason: _r, ...row } = page
  await insertPage(app.db, { ...row, document_id, facts: sealFacts(app, page) })
  if (comparisonOf(page, policy).verdict !== 'accept') return { status: 'waiting', document_id }
  const effective_from = statedFor(page, policy.versions)
  await release(app, policy, { page, by: 'service', reason: null, effective_from, takes: false })
  return { status: 'accepted', document_id }
}

export type StaffDecision = 'done' | 'late' | 'blocked'

export const acceptPage = async (
  app: App,
  policy: Paged,
  { page, ...accepted }: Omit<Acceptance, 'takes'> & { page: DeclarationsPage },
): Promise<StaffDecision> => {
  if (page.status !== 'waiting') return 'late'
  if (comparisonOf(page, policy).verdict === 'blocked') return 'blocked'
  return (await release(app, policy, { ...accepted, page, takes: true })) ? 'done' : 'late'
}

type Settled = { page: DeclarationsPage; by: string; reason: string }

export const refusePage = async (app: App, { page, by, reason }: Settled): Promise<StaffDecision> =>
  page.status === 'waiting' && (await decide(app, page, { by, status: 'refused', reason })) ? 'done' : 'late'

/** Values that staff read themselves. They stand beside those that were read, and nothing is accepted by them. */
export const correctPage = async (
  app: App,
  { page, by, reason, read }: Settled & { read: ReadDeclarations },
): Promise<StaffDecision> => {
  const correction = { read, reason, by, at: app.clock.now().toISOString() }
  const corrected = { ...page, corrections: [...page.corrections, correction] }
  const { document_id, decided_by, decided_at } = page
  const facts = sealFacts(app, corrected)
  const to = { document_id, status: 'waiting', facts, decided_by, decided_at } as const
  return page.status === 'waiting' && (await changePage(app.db, to, 'waiting')) ? 'done' : 'late'
}

/** Customers lose the page. If it was the current one, the terms and the page before it come back. */
export const withdrawPage = async (
  app: App,
  policy: Paged,
  { page, by, reason }: Settled,
): Promise<StaffDecision> => {
  const { status, document_id } = page
  const isReleased = status === 'accepted' || status === 'replaced'
  if (!isReleased || !(await decide(app, page, { by, status: 'withdrawn', reason }))) return 'late'
  if (status === 'replaced') return 'done'
  const own = policy.versions.find(version => version.document_id === document_id)
  const before = policy.versions.filter(version => version.document_id !== document_id)
  if (own)
    await recordVersion(app, policy, {
      basis: 'declarations',
      effective_from: own.effective_from,
      change: () => versionOn(before, own.effective_from).terms,
      by,
      reason,
    })
  const replaced = (await pagesOf(app, policy)).findLast(one => one.status === 'replaced')
  if (replaced) await decide(app, replaced, { by, status: 'accepted' })
  return 'done'
}
