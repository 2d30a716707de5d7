import { listEntriesOf } from '../../agency/book/store.ts'
import { emptyExchangeOf } from '../../agency/carriers/endpoint/exchange-record.ts'
import { keepLegalNotice } from '../../agency/emails/rules/legal-notices.ts'
import { LEGAL_NOTICES } from '../../agency/emails/rules/limits.ts'
import { hasUnprinted } from '../../agency/emails/store.ts'
import { releaseHolds } from '../../agency/payments/holds.ts'
import { hasOpenMoney } from '../../agency/payments/money-store.ts'
import { erasePolicyRecords } from '../../agency/policies/erase.ts'
import { expiresOn } from '../../agency/policies/life/policy-end.ts'
import { deleteOrders, hasOpenCase } from '../../agency/policies/order-store.ts'
import { policiesOf } from '../../agency/policies/policies.ts'
import { stateOf } from '../../agency/policies/terms.ts'
import type { App } from '../../platform/app.ts'
import { eraseNotes, openMattersOf } from '../../platform/audit/acts.ts'
import { isOnHold } from '../../platform/audit/hold-store.ts'
import { eraseRows } from '../../platform/audit/retention-store.ts'
import { endShopper } from '../../platform/key/shopper/shopper.ts'
import { dayEverywhere } from '../../platform/lib/local-day.ts'
import { declinedIn, declinedWords } from './declined.ts'
import { listExchangesAbout } from './exchange-store.ts'
import { deleteOffers } from './offers/store.ts'
import type { Intake } from './record/intakes.ts'
import { hasOpenFollowUp } from './record/note-store.ts'
import { LEGAL_LETTER } from './record/notes.ts'
import { isOverdue, policyRecordsEnd } from './record/retention.ts'
import type { Intakes } from './record/writer.ts'

export type RetentionOf<S extends string, E extends string, A> = {
  intakes: Intakes<S, E, A>
  keep: readonly S[]
  isHeld?(app: App, intake: Intake<S, A>): Promise<boolean>
}

export type Exception =
  | {
      reason: 'legal_hold' | 'open_purchase' | 'open_case' | 'open_money' | 'unmailed_letter' | 'open_matter'
    }
  | { reason: 'policy_records'; until: string }

export type RetentionState = {
  sandbox: boolean
  status: string
  erased: boolean
  exceptions: Exception[]
}

export type Retention = {
  keep: readonly string[]
  erase(app: App, uid: string): Promise<void>
  standing(app: App, uid: string): Promise<RetentionState | null>
  /** Erases at once, unless there is an exception. Returns the exceptions, or null for an unknown uid. */
  eraseOnRequest(app: App, uid: string): Promise<Exception[] | null>
}

const hasUnmailedLetter = async ({ db }: App, uid: string): Promise<boolean> =>
  (await hasOpenFollowUp(db, { uid, about: LEGAL_LETTER })) || (await hasUnprinted(db, uid, LEGAL_NOTICES))

/** Call it before its orders, questions and documents are deleted. The record that we asked, and when, stays. */
const eraseExchanges = async (app: App, uid: string): Promise<void> => {
  for (const { exchange_id } of await listExchangesAbout(app.db, uid)) await emptyExchangeOf(app, exchange_id)
}

type Erased = Pick<Intake<string, unknown>, 'uid' | 'line'>

const recordsEnd = async (app: App, { uid, line }: Erased): Promise<string | null> => {
  const policies = await policiesOf(app, uid)
  const insured = policies.map(policy => ({ state: stateOf(policy), expiration_date: expiresOn(policy) }))
  return policyRecordsEnd(line, [...insured, ...(await listEntriesOf(app.db, uid))])
}

const exceptionsTo = async <S extends string, E extends string, A>(
  app: App,
  { keep, isHeld }: RetentionOf<S, E, A>,
  intake: Intake<S, A>,
): Promise<Exception[]> => {
  const { uid, status } = intake
  const end = await recordsEnd(app, intake)
  const isOpen = (end === null && keep.includes(status)) || (await isHeld?.(app, intake)) === true
  return [
    ...((await isOnHold(app.db, uid)) ? [{ reason: 'legal_hold' as const }] : []),
    ...(isOpen ? [{ reason: 'open_purchase' as const }] : []),
    ...((await hasOpenCase(app.db, uid)) ? [{ reason: 'open_case' as const }] : []),
    ...((await hasOpenMoney(app.db, uid)) ? [{ reason: 'open_money' as const }] : []),
    ...((await hasUnmailedLetter(app, uid)) ? [{ reason: 'unmailed_letter' as const }] : []),
    ...(Object.values(await openMattersOf(app, uid)).some(open => open > 0)
      ? [{ reason: 'open_matter' as const }]
      : []),
    ...(end !== null && dayEverywhere(app.clock.now()) < end
      ? [{ reason: 'policy_records' as const, until: end }]
      : []),
  ]
}

const keepDeclinations = async (app: App, uid: string, to: string | null): Promise<void> => {
  for (const declined of await declinedIn(app, uid, carrierId => carrierId))
    await keepLegalNotice(app, {
      uid,
      kind: 'declination',
      at: declined.at,
      to,
      subject: `Declined by ${declined.carrier}: ${declined.reason_code}`,
      text: declinedWords(declined),
    })
}

const erasePurchases = async (app: App, intake: Erased): Promise<void> => {
  const { uid } = intake
  if ((await recordsEnd(app, intake)) === null) {
    await deleteOrders(app.db, uid)
    await deleteOffers(app.db, uid)
    return
  }
  await erasePolicyRecords(app, uid)
}

/** Erases all personal data. Consents, payments, numbers and dates of policies, and the audit chain stay. */
const eraseAll = async <S extends string, E extends string, A>(
  app: App,
  { intakes }: RetentionOf<S, E, A>,
  intake: Intake<S, A>,
): Promise<void> => {
  const { uid, sandbox, application } = intake
  await releaseHolds(app, uid)
  if (!sandbox) await keepDeclinations(app, uid, intakes.record.emailOf(application) ?? null)
  await eraseExchanges(app, uid)
  await erasePurchases(app, intake)
  for (const table of app.tables) await eraseRows(app.db, table, uid)
  await eraseNotes(app, uid)
  await endShopper(app, uid)
  await intakes.empty(app, intake)
}

export const retentionOf = <S extends string, E extends string, A>(
  line: RetentionOf<S, E, A>,
): Retention => ({
  keep: line.keep,

  async erase(app, uid) {
    const intake = await line.intakes.lock(app, uid)
    // Staff or another run may have erased it since it was listed: from what is left, its rows could not be written again.
    if (!intake || intake.erasedAt !== null || !isOverdue(intake, app.clock.now())) return
    if ((await exceptionsTo(app, line, intake)).length === 0) await eraseAll(app, line, intake)
  },

  async standing(app, uid) {
    const intake = await line.intakes.find(app, uid)
    if (!intake) return null
    const { sandbox, status, erasedAt } = intake
    const erased = erasedAt !== null
    return { sandbox, status, erased, exceptions: erased ? [] : await exceptionsTo(app, line, intake) }
  },

  async eraseOnRequest(app, uid) {
    const intake = await line.intakes.lock(app, uid)
    if (!intake) return null
    const exceptions = await exceptionsTo(app, line, intake)
    if (exceptions.length === 0) await eraseAll(app, line, intake)
    return exceptions
  },
})
