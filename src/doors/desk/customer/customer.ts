import { listEventsAbout } from '../../../agency/carriers/events/store.ts'
import { listDocuments } from '../../../agency/documents/documents.ts'
import { legalNoticesOf } from '../../../agency/emails/rules/legal-notices.ts'
import { findDeliveryWithdrawal } from '../../../agency/emails/rules/paper-store.ts'
import { refundsOf } from '../../../agency/payments/money-store.ts'
import { paymentsOf } from '../../../agency/payments/payments.ts'
import { type OpenedRefund, openRefund } from '../../../agency/payments/refunds.ts'
import { standingOf } from '../../../agency/policies/life/life.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import { policiesOf } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import { actsAbout } from '../../../platform/audit/acts.ts'
import { chainProblem } from '../../../platform/audit/chain.ts'
import { type AuditStep, listEntries, listSteps } from '../../../platform/audit/store.ts'
import { type PageAsked, readPage } from '../../../platform/db/after-row.ts'
import { readAtOnce } from '../../../platform/db/transact.ts'
import { type LineName, lineOf } from '../../../platform/lines.ts'
import { entriesOf } from '../../../products/line/adopt.ts'
import { priceNow } from '../../../products/line/aftersale/shown-life.ts'
import type { AnswerGroup } from '../../../products/line/book.ts'
import { ordersAwaitingFunds } from '../../../products/line/buying/funds.ts'
import { declinedIn } from '../../../products/line/declined.ts'
import { listOffers } from '../../../products/line/offers/store.ts'
import { listConsents } from '../../../products/line/record/consent-store.ts'
import { emailMacs, findIntake, type Intake } from '../../../products/line/record/intakes.ts'
import { hasOpenHold, notesOf } from '../../../products/line/record/notes.ts'
import { isEmailProven } from '../../../products/line/record/proven-email-store.ts'
import { isOpenTask } from '../../../products/line/tasks/store.ts'
import { tasksOf } from '../../../products/line/tasks/tasks.ts'
import { lines } from '../../../products/lines.ts'
import { findListed, type Listed, listedOf } from '../book/listed.ts'
import { countReads, listReads } from '../book/read-store.ts'
import { type Names, namesOf } from '../staff/names.ts'
import { countEmailsAbout, listEmailsAbout, listProven } from './store.ts'

const MOST_OTHERS = 20
const MOST_EVENTS = 50
const FIRST = { after: null, limit: 25 }

export type Asked = (list: 'emails' | 'reads' | 'history') => PageAsked

type AnyIntake = Intake<string, unknown>

export type Other = Listed & { steps: AuditStep[] }

type Others = { others: Other[]; hasMore: boolean }

const NO_OTHERS: Others = { others: [], hasMore: false }

const othersOf = async (app: App, { uid, sandbox, person: { email } }: Listed): Promise<Others> => {
  if (email === null) return NO_OTHERS
  const found = await listProven(app.db, {
    macs: emailMacs(app, email),
    sandbox,
    not: uid,
    limit: MOST_OTHERS + 1,
  })
  const others: Other[] = []
  for (const other of found.slice(0, MOST_OTHERS)) {
    const listed = await findListed(app, other.uid)
    if (listed) others.push({ ...listed, steps: await listSteps(app.db, other.uid) })
  }
  return { others, hasMore: found.length > MOST_OTHERS }
}

/** Newest first. All are read before, to check the chain. */
const stepsAt = async <E extends { seq: number }>(
  history: readonly E[],
  { after, limit }: PageAsked,
): Promise<E[]> =>
  history
    .filter(({ seq }) => after === null || seq < Number(after))
    .toReversed()
    .slice(0, limit)

const refundsIn = async (app: App, payments: readonly { payment_id: string }[]): Promise<OpenedRefund[]> => {
  const refunds: OpenedRefund[] = []
  for (const { payment_id } of payments)
    refunds.push(...(await refundsOf(app.db, payment_id)).map(refund => openRefund(app, refund)))
  return refunds
}

type Wanted = { intake: AnyIntake; line: LineName; asked: Asked }

const readPeople = async (app: App, { intake, line }: Wanted) => {
  const listed = listedOf(intake, line)
  const isProven = await isEmailProven(app.db, intake.uid)
  const { others, hasMore } = isProven ? await othersOf(app, listed) : NO_OTHERS
  return { ...listed, isProven, others, hasMoreOthers: hasMore }
}

const tasksNow = async (app: App, uid: string) => {
  const line = lineOf(uid)
  const quotable = line === null ? [] : lines[line].marketDesk.quotable
  return Promise.all(
    (await tasksOf(app, uid)).map(async task => ({
      ...task,
      isMoot: task.done_at === null && !(await isOpenTask(app.db, quotable, task.task_id)),
    })),
  )
}

const readPurchase = async (app: App, intake: AnyIntake) => {
  const { uid } = intake
  const now = app.clock.now()
  const payments = await paymentsOf(app, uid)
  return {
    offers: await listOffers(app.db, intake),
    orders: await ordersOf(app, uid),
    policies: (await policiesOf(app, uid)).map(policy => ({
      ...policy,
      standing: standingOf(policy, now),
      price_now: priceNow(policy, now),
    })),
    imported: await entriesOf(app, uid),
    payments,
    refunds: await refundsIn(app, payments),
    tasks: await tasksNow(app, uid),
    unfunded: await ordersAwaitingFunds(app, uid),
  }
}

const readCorrespondence = async (app: App, { intake: { uid }, asked }: Wanted) => {
  const reads = await readPage(
    page => listReads(app.db, uid, page),
    asked('reads'),
    ({ read_id }) => read_id,
  )
  const emails = await readPage(
    page => listEmailsAbout(app.db, uid, page),
    asked('emails'),
    ({ email_id }) => email_id,
  )
  return {
    acts: await actsAbout(app, uid),
    documents: await listDocuments(app, uid),
    emails: { ...emails, count: await countEmailsAbout(app.db, uid) },
    consents: await listConsents(app.db, uid),
    events: await listEventsAbout(app.db, uid, MOST_EVENTS),
    legalNotices: await legalNoticesOf(app, uid),
    delivery: await findDeliveryWithdrawal(app.db, uid),
    notes: await notesOf(app, uid),
    reads: { ...reads, count: await countReads(app.db, uid) },
  }
}

const readHistory = async (app: App, { intake: { uid, head }, asked }: Wanted) => {
  const history = await listEntries(app.db, uid)
  const steps = await readPage(
    page => stepsAt(history, page),
    asked('history'),
    ({ seq }) => String(seq),
  )
  return { history, steps, problem: chainProblem(app.sealer, { uid, head, entries: history }) }
}

type Read = Awaited<ReturnType<typeof readPeople>> &
  Awaited<ReturnType<typeof readPurchase>> &
  Awaited<ReturnType<typeof readCorrespondence>> &
  Awaited<ReturnType<typeof readHistory>>

const actorsIn = (read: Read): (string | null)[] => [
  read.owner,
  ...read.others.flatMap(({ owner, steps }) => [owner, ...steps.map(({ actor }) => actor)]),
  ...read.history.map(({ actor }) => actor),
  ...read.consents.flatMap(({ withdrawal }) => withdrawal?.withdrawn_by ?? []),
  ...read.notes.flatMap(({ written_by, done_by }) => [written_by, done_by]),
  ...read.reads.shown.map(({ read_by }) => read_by),
  ...read.payments.map(({ settled_by }) => settled_by),
  ...read.orders.map(({ closed_by }) => closed_by),
  ...read.tasks.flatMap(({ claimed_by, answered_by, done_by }) => [claimed_by, answered_by, done_by]),
  ...read.acts.map(({ actor }) => actor),
  ...read.refunds.map(({ settled_by }) => settled_by),
  ...read.imported.map(({ imported_by }) => imported_by),
]

const readCustomerFile = async (app: App, wanted: Wanted) => {
  const { intake, line } = wanted
  const { uid, erasedAt } = intake
  const { book, carriers, markets } = lines[line]
  const carrierName = carriers.names(app, intake)
  const read = {
    ...(await readPeople(app, wanted)),
    ...(await readPurchase(app, intake)),
    ...(await readCorrespondence(app, wanted)),
    ...(await readHistory(app, wanted)),
  }
  return {
    ...read,
    groups: book.answers(intake),
    correctable: erasedAt === null ? book.correctable(intake) : [],
    isPurchaseHeld: (await book.isPurchaseHeld?.(app, intake)) ?? hasOpenHold(read.notes),
    awaited: erasedAt === null ? await markets.awaited(app, uid) : [],
    declines: await declinedIn(app, uid, carrierName),
    carrierName,
    names: await namesOf(app, actorsIn(read)),
  }
}

export type Customer = Awaited<ReturnType<typeof readCustomerFile>> & { groups: AnswerGroup[]; names: Names }

/** All from one snapshot, so that the history belongs to what is shown. */
export const readCustomer = (app: App, uid: string, asked: Asked = () => FIRST): Promise<Customer | null> =>
  readAtOnce(app, async inside => {
    const line = lineOf(uid)
    const intake: AnyIntake | null = line && (await findIntake(inside, { uid, line }))
    return line && intake ? readCustomerFile(inside, { intake, line, asked }) : null
  })
