import { DECLARATIONS } from '../../../agency/policies/policy-documents.ts'
import type { App } from '../../../platform/app.ts'
import { type AuditEvent, type AuditEvents, type AuditHead, extend } from '../../../platform/audit/chain.ts'
import { insertEntry, intakes } from '../../../platform/audit/store.ts'
import type { Db } from '../../../platform/db/database.ts'
import { isChangedMeanwhile } from '../../../platform/db/must-be-one.ts'
import { sealOf, sealRow } from '../../../platform/db/seals/row-seal.ts'
import { deferred } from '../../../platform/db/session.ts'
import { assertTransaction, transact } from '../../../platform/db/transact.ts'
import { fail } from '../../../platform/errors.ts'
import { timeOrderedId } from '../../../platform/lib/random.ts'
import { LINES, type LineName } from '../../../platform/lines.ts'
import type { WaitingOn } from '../wire/waiting-on.ts'
import type { Because } from './change-type.ts'
import {
  findIntakeRow,
  type IntakeKey,
  type IntakeRow,
  insertIntakeRow,
  lockIntakeRow,
  updateAllButApplication,
  updateIntakeRow,
} from './store.ts'

export type Intake<Status extends string, Application> = {
  uid: string
  line: string
  owner: string | null
  sandbox: boolean
  status: Status
  revision: number
  application: Application
  emailMac: Buffer | null
  consentId: string | null
  version: number
  createdAt: Date
  updatedAt: Date
  submittedAt: Date | null
  erasedAt: Date | null
  head: AuditHead
  /** Of the row as it was read or written last. */
  seal: Buffer
  /** As lists show it. Null for a line that keeps it elsewhere. */
  waitingOn: WaitingOn | null
  /** What the feed repeats in this transaction although its status did not change. Never stored. */
  statedAgain?: readonly string[] | 'all'
  /** What this transaction did, for the feed. Never stored. */
  because?: Because
  /** This transaction began the revision, so no carrier has been asked about it. Never stored. */
  isUnasked?: true
}

const headColumns = ({ seq, hash, mac }: AuditHead) => ({ audit_seq: seq, audit_hash: hash, audit_mac: mac })

const intakeOf = <S extends string, A>(row: IntakeRow, application: A): Intake<S, A> => ({
  uid: row.uid,
  line: row.line,
  owner: row.owner,
  sandbox: row.sandbox,
  status: row.status as S,
  revision: row.revision,
  application,
  emailMac: row.email_mac,
  consentId: row.consent_id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  submittedAt: row.submitted_at,
  erasedAt: row.erased_at,
  seal: sealOf(row),
  head: { seq: row.audit_seq, hash: row.audit_hash, mac: row.audit_mac },
  waitingOn: row.waiting_on as WaitingOn | null,
})

const rowOf = <S extends string, A>(intake: Omit<Intake<S, A>, 'seal'>, application: Buffer): IntakeRow => ({
  uid: intake.uid,
  line: intake.line,
  owner: intake.owner,
  sandbox: intake.sandbox,
  status: intake.status,
  revision: intake.revision,
  application,
  email_mac: intake.emailMac,
  consent_id: intake.consentId,
  version: intake.version,
  created_at: intake.createdAt,
  updated_at: intake.updatedAt,
  submitted_at: intake.submittedAt,
  erased_at: intake.erasedAt,
  ...headColumns(intake.head),
  waiting_on: intake.waitingOn,
})

/** `heldBy`: the transaction in which nobody else can change the row. */
type Stored = { text: string; sealed: Buffer; heldBy: Db | null }

const stored = new WeakMap<object, Stored>()

const openIntake = <S extends string, A>(
  { sealer }: App,
  row: IntakeRow,
  heldBy: Db | null,
): Intake<S, A> => {
  const text = sealer.openJsonText(intakes.context('application', row), row.application)
  const application = JSON.parse(text) as A
  stored.set(application as object, { text, sealed: row.application, heldBy })
  return intakeOf(row, application)
}

const sealAnew = ({ sealer, db }: App, uid: string, text: string): Stored => ({
  text,
  sealed: sealer.sealJson(intakes.context('application', { uid }), text),
  heldBy: db,
})

const storedAfter = <S extends string, A>(
  app: App,
  { application: before }: Intake<S, A>,
  { uid, application }: Intake<S, A>,
): Stored & { isSame: boolean } => {
  const text = JSON.stringify(application)
  const known = stored.get(before as object)
  const isSame = known?.text === text
  const kept = isSame ? known : sealAnew(app, uid, text)
  stored.set(application as object, kept)
  return { ...kept, isSame }
}

const EMAIL = 'intake-email'

export const emailMac = ({ sealer }: App, email: string | undefined): Buffer | null =>
  email === undefined ? null : sealer.mac(EMAIL, email)

export const emailMacs = ({ sealer }: App, email: string): readonly [Buffer, ...Buffer[]] =>
  sealer.macs(EMAIL, email)

export const isEmailMac = ({ sealer }: App, email: string, mac: Buffer): boolean =>
  sealer.isMac(EMAIL, email, mac)

type NewRecord<S extends string, A> = {
  line: LineName
  owner: string | null
  sandbox: boolean
  status: S
  application: A
  email?: string | undefined
  waitingOn: WaitingOn | null
}

export const createIntake = async <S extends string, A>(
  app: App,
  { line, owner, sandbox, status, application, email, waitingOn }: NewRecord<S, A>,
  event: AuditEvent,
): Promise<Intake<S, A>> => {
  assertTransaction(app)
  const now = app.clock.now()
  const uid = timeOrderedId(app.random, LINES[line].prefix, now)
  const { entry, head } = extend(app.sealer, { uid, at: now, head: null }, event)
  const sealed = sealAnew(app, uid, JSON.stringify(application))
  stored.set(application as object, sealed)
  const intake: Omit<Intake<S, A>, 'seal'> = {
    uid,
    line,
    owner,
    sandbox,
    status,
    revision: 1,
    application,
    emailMac: emailMac(app, email),
    consentId: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    submittedAt: null,
    erasedAt: null,
    head,
    waitingOn,
  }
  const row = rowOf(intake, sealed.sealed)
  const seal = sealRow(app.sealer, intakes.sealed, row)
  await insertIntakeRow(app.db, { ...row, seal }, entry)
  return { ...intake, seal }
}

export const findIntake = async <S extends string, A>(
  app: App,
  key: IntakeKey,
): Promise<Intake<S, A> | null> => {
  const row = await findIntakeRow(app.db, key)
  return row ? openIntake(app, row, null) : null
}

export const lockIntake = async <S extends string, A>(
  app: App,
  { uid, line }: IntakeKey,
): Promise<Intake<S, A> | null> => {
  assertTransaction(app)
  const row = await lockIntakeRow(app.db, uid)
  return row?.line === line ? openIntake(app, row, app.db) : null
}

export const holdIntake = async (app: App, uid: string): Promise<void> => {
  assertTransaction(app)
  await lockIntakeRow(app.db, uid)
}

export type IntakeChange<S extends string, A> = Partial<
  Pick<
    Intake<S, A>,
    | 'status'
    | 'revision'
    | 'application'
    | 'consentId'
    | 'submittedAt'
    | 'updatedAt'
    | 'erasedAt'
    | 'waitingOn'
  >
> & { email?: string | undefined }

/** Compares versions, so one of two concurrent callers gets a conflict. */
export const changeIntake = async <S extends string, A>(
  app: App,
  intake: Intake<S, A>,
  change: IntakeChange<S, A>,
  { first, ...event }: AuditEvents,
): Promise<Intake<S, A>> => {
  assertTransaction(app)
  const now = app.clock.now()
  const link = { uid: intake.uid, at: now, head: intake.head }
  const before = first && extend(app.sealer, link, first)
  const { entry, head } = extend(app.sealer, { ...link, ...(before && { head: before.head }) }, event)
  const { email, ...rest } = change
  const next = {
    ...intake,
    // Data can arrive after erasure, so a changed record is due for erasing again.
    erasedAt: null,
    updatedAt: now,
    ...rest,
    emailMac: 'email' in change ? emailMac(app, email) : intake.emailMac,
    version: intake.version + 1,
    head,
  }
  const { isSame, ...kept } = storedAfter(app, intake, next)
  const row = rowOf(next, kept.sealed)
  const refuse = (error: unknown): never => {
    if (isChangedMeanwhile(error)) fail('conflict', { current_status: intake.status })
    throw error
  }
  const write = isSame && kept.heldBy === app.db ? updateAllButApplication : updateIntakeRow
  const seal = sealRow(app.sealer, intakes.sealed, row, intake.seal)
  const changes = { ...row, seal, replaced: intake.seal }
  await deferred(app.db, write(app.db, changes, entry).catch(refuse))
  // Comes after the guarded write, which refuses an outdated version in its own words.
  if (before) await insertEntry(app.db, before.entry)
  return { ...next, seal }
}

const lockAny = async (app: App, uid: string): Promise<Intake<string, unknown> | null> => {
  assertTransaction(app)
  const row = await lockIntakeRow(app.db, uid)
  return row ? openIntake(app, row, app.db) : null
}

export const noteOnIntake = async (app: App, uid: string, event: AuditEvent): Promise<boolean> => {
  const intake = await lockAny(app, uid)
  if (intake) await changeIntake(app, intake, {}, event)
  return intake !== null
}

/** A look changes nothing, so the record is as old as before, and an erased one stays erased. */
export const noteLookAtIntake = async (app: App, uid: string, event: AuditEvent): Promise<void> => {
  const intake = await lockAny(app, uid)
  if (!intake) return
  const { updatedAt, erasedAt } = intake
  await changeIntake(app, intake, { updatedAt, erasedAt }, event)
}

export const DECLARATIONS_OPENED = 'declarations_opened'

type Opened = { uid: string; document_id: string; kind: string; actor: string }

/** If the page turns out to be wrong, the agency can tell who saw it. */
export const noteDeclarationsOpened = async (
  app: App,
  { uid, document_id, kind, actor }: Opened,
): Promise<void> => {
  if (kind !== DECLARATIONS && !kind.startsWith('superseded/')) return
  const opened = { actor, event: DECLARATIONS_OPENED, facts: { document_id } }
  await transact(app, inside => noteLookAtIntake(inside, uid, opened))
}
