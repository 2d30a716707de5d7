import type { App } from '../app.ts'
import { type DocumentRecord, documentsNeedingPerson } from '../documents/documents.ts'
import { countNeedingPerson } from '../documents/store.ts'
import { countByStatus, type DeadEmail, listDead } from '../emails/store.ts'
import { countDeadJobs, type DeadJob, listDeadJobs } from '../jobs/store.ts'
import type { DeskHandlers, DeskInfoRequest, IntakeSummary } from '../line/desk.ts'
import { countOpenTasks } from '../line/tasks/store.ts'
import { type DeskLines, lineOf } from '../lines.ts'
import { openPayments, type Payment } from '../payments/payments.ts'
import { countOpenPayments } from '../payments/store.ts'
import { countOpenCases } from '../policies/order-store.ts'
import { type BlockedPurchase, blockedPurchases } from '../policies/orders.ts'
import { countWaiting } from './operators/store.ts'
import { quotable } from './tasks/lines.ts'

const SHOWN = 25
const FIRST = { after: null, limit: SHOWN }

type Some<T> = { count: number; shown: T[] }

export type OpenWork = {
  documents: Some<DocumentRecord & { about: IntakeSummary }>
  payments: Some<Payment>
  requests: Some<DeskInfoRequest>
  blocked: Some<BlockedPurchase>
  tasks: { open: number; overdue: number }
  emails: Some<DeadEmail>
  jobs: Some<DeadJob>
  operatorsWaiting: number
}

export const handlersOf = (lines: DeskLines, uid: string): DeskHandlers | undefined => {
  const line = lineOf(uid)
  return line ? lines[line] : undefined
}

const documents = async (app: App, lines: DeskLines): Promise<OpenWork['documents']> => {
  const shown: OpenWork['documents']['shown'] = []
  for (const document of await documentsNeedingPerson(app, SHOWN)) {
    const about = await handlersOf(lines, document.uid)?.describe(app, document.uid)
    shown.push({ ...document, about: about ?? { facts: [], answers: [], askable: [] } })
  }
  return { count: await countNeedingPerson(app.db), shown }
}

const requests = async (app: App, lines: DeskLines): Promise<OpenWork['requests']> => {
  const all: OpenWork['requests'] = { count: 0, shown: [] }
  for (const line of Object.values(lines)) {
    const found = await line.infoRequests(app, SHOWN)
    all.count += found.count
    all.shown.push(...found.requests)
  }
  return all
}

export const readOpenWork = async (app: App, lines: DeskLines): Promise<OpenWork> => ({
  documents: await documents(app, lines),
  payments: { count: await countOpenPayments(app.db), shown: await openPayments(app, SHOWN) },
  requests: await requests(app, lines),
  blocked: { count: await countOpenCases(app.db), shown: await blockedPurchases(app, SHOWN) },
  tasks: await countOpenTasks(app.db, quotable, app.clock.now()),
  emails: { count: await countByStatus(app.db, 'dead'), shown: await listDead(app.db, FIRST) },
  jobs: { count: await countDeadJobs(app.db), shown: await listDeadJobs(app.db, FIRST) },
  operatorsWaiting: await countWaiting(app.db),
})
