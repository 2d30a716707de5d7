import { type DocumentRecord, documentsNeedingPerson } from '../../../agency/documents/documents.ts'
import { countNeedingPerson } from '../../../agency/documents/store.ts'
import { type DeadEmail, listDead } from '../../../agency/emails/outbox.ts'
import { countByStatus } from '../../../agency/emails/store.ts'
import { openPayments, type Payment } from '../../../agency/payments/payments.ts'
import { countOpenPayments } from '../../../agency/payments/store.ts'
import { countWaitingPages } from '../../../agency/policies/declarations/page-store.ts'
import { type DeclarationsPage, waitingPages } from '../../../agency/policies/declarations/pages.ts'
import { type CancellationNotice, listLastEnds } from '../../../agency/policies/life/end-store.ts'
import { countOpenRenewals } from '../../../agency/policies/life/renewal-store.ts'
import { countWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import { countOpenCases } from '../../../agency/policies/order-store.ts'
import { type BlockedPurchase, blockedPurchases } from '../../../agency/policies/orders.ts'
import { policiesIn } from '../../../agency/policies/policies.ts'
import type { App } from '../../../platform/app.ts'
import {
  type Counted,
  type Page,
  type PageAsked,
  pageOf,
  readCounted,
  readPage,
} from '../../../platform/db/after-row.ts'
import { countDeadJobs, type DeadJob, listDeadJobs } from '../../../platform/jobs/store.ts'
import { lineNames, lineOf } from '../../../platform/lines.ts'
import type { DeskHandlers, DeskInfoRequest, IntakeSummary } from '../../../products/line/desk.ts'
import { countOpenTasks } from '../../../products/line/tasks/store.ts'
import { lines as allLines, type DeskLines } from '../../../products/lines.ts'
import { countWaiting } from '../operators/store.ts'
import { NONE } from '../parts/table.ts'
import { type WaitingRequest, waitingRequests } from '../policy-requests/policy-requests.ts'
import { type WaitingRenewal, waitingRenewals } from '../renewals/record-renewal.ts'
import { quotable } from '../tasks/lines.ts'

type Digest<T> = { count: number; shown: T[] }

const DIGEST = { after: null, limit: 25 }

type Asked = (list: string) => PageAsked

export type OpenWork = {
  documents: Counted<DocumentRecord & { about: IntakeSummary }>
  payments: Counted<Payment>
  questions: Counted<DeskInfoRequest>
  blocked: Counted<BlockedPurchase>
  canceled: Counted<CancellationNotice & { carrier: string }>
  returns: Counted<CancellationNotice & { carrier: string }>
  policyRequests: Counted<WaitingRequest>
  renewals: Counted<WaitingRenewal>
  pages: Counted<WaitingPage>
  tasks: { open: number; overdue: number }
  emails: Digest<DeadEmail>
  jobs: Digest<DeadJob>
  operatorsWaiting: number
}

export const handlersOf = (lines: DeskLines, uid: string): DeskHandlers | undefined => {
  const line = lineOf(uid)
  return line ? lines[line] : undefined
}

const documents = async (
  app: App,
  lines: DeskLines,
  asked: PageAsked,
): Promise<Page<DocumentRecord & { about: IntakeSummary }>> => {
  const page = await readPage(
    at => documentsNeedingPerson(app, at),
    asked,
    ({ document_id }) => document_id,
  )
  const shown: OpenWork['documents']['shown'] = []
  for (const document of page.shown) {
    const about = await handlersOf(lines, document.uid)?.describe(app, document.uid)
    shown.push({ ...document, about: about ?? { facts: [], answers: [], askable: [] } })
  }
  return { ...page, shown }
}

const listQuestions = async (
  app: App,
  lines: DeskLines,
  { after, limit }: PageAsked,
): Promise<DeskInfoRequest[]> => {
  const names = lineNames.filter(name => lines[name])
  const last = after === null ? null : lineOf(after)
  const found: DeskInfoRequest[] = []
  for (const name of names.slice(last === null ? 0 : names.indexOf(last))) {
    const asked = { after: name === last ? after : null, limit: limit - found.length }
    if (asked.limit > 0) found.push(...((await lines[name]?.infoRequests(app, asked)) ?? []))
  }
  return found
}

const countQuestions = async (app: App, lines: DeskLines): Promise<number> => {
  let count = 0
  for (const line of Object.values(lines)) count += await line.infoRequestCount(app)
  return count
}

const withCarrier = (app: App, notice: CancellationNotice) => {
  const line = lineOf(notice.uid)
  const { carrier_id } = notice
  return {
    ...notice,
    carrier: line ? allLines[line].carriers.names(app, { sandbox: false })(carrier_id) : carrier_id,
  }
}

/** Carriers canceled without saying from when, or nobody has stated the return premium. */
const openEnds = async (app: App, asked: Asked) => {
  const ends = (await listLastEnds(app.db)).map(end => withCarrier(app, end))
  const keyOf = ({ end_id }: CancellationNotice): string => end_id
  return {
    canceled: pageOf(ends, ({ kind }) => kind === 'noticed', { asked: asked('canceled'), keyOf }),
    returns: pageOf(ends, ({ refund }) => refund === 'later', { asked: asked('returns'), keyOf }),
  }
}

type WaitingPage = DeclarationsPage & { policy_number: string; carrier: string }

const withPolicies = async (app: App, asked: PageAsked): Promise<WaitingPage[]> => {
  const pages = await waitingPages(app, asked)
  const policies = await policiesIn(app, [...new Set(pages.map(({ uid }) => uid))])
  return pages.map(page => {
    const policy = policies.find(({ policy_id }) => policy_id === page.policy_id)
    return { ...page, policy_number: policy?.policy_number ?? NONE, carrier: policy?.carrier ?? NONE }
  })
}

export const readOpenWork = async (app: App, lines: DeskLines, asked: Asked): Promise<OpenWork> => ({
  documents: {
    count: await countNeedingPerson(app.db),
    ...(await documents(app, lines, asked('documents'))),
  },
  payments: await readCounted(
    countOpenPayments(app.db),
    at => openPayments(app, at),
    asked('payments'),
    ({ payment_id }) => payment_id,
  ),
  questions: await readCounted(
    countQuestions(app, lines),
    at => listQuestions(app, lines, at),
    asked('questions'),
    ({ uid }) => uid,
  ),
  blocked: await readCounted(
    countOpenCases(app.db),
    at => blockedPurchases(app, at),
    asked('blocked'),
    ({ order_id }) => order_id,
  ),
  ...(await openEnds(app, asked)),
  policyRequests: await readCounted(
    countWaitingRequests(app.db),
    at => waitingRequests(app, at),
    asked('policy-requests'),
    ({ request_id }) => request_id,
  ),
  renewals: await readCounted(
    countOpenRenewals(app.db),
    at => waitingRenewals(app, at),
    asked('renewals'),
    ({ renewal_id }) => renewal_id,
  ),
  pages: await readCounted(
    countWaitingPages(app.db),
    at => withPolicies(app, at),
    asked('pages'),
    ({ document_id }) => document_id,
  ),
  tasks: await countOpenTasks(app.db, quotable, app.clock.now()),
  emails: { count: await countByStatus(app.db, 'dead'), shown: await listDead(app, DIGEST) },
  jobs: { count: await countDeadJobs(app.db), shown: await listDeadJobs(app.db, DIGEST) },
  operatorsWaiting: await countWaiting(app.db),
})
