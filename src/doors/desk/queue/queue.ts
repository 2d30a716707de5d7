import { documentsNeedingPerson } from '../../../agency/documents/documents.ts'
import { countNeedingPerson } from '../../../agency/documents/store.ts'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { openPayments } from '../../../agency/payments/payments.ts'
import { countOpenPayments } from '../../../agency/payments/store.ts'
import { midnightIn, officeCloses } from '../../../agency/policies/coverage-start.ts'
import { countWaitingPages } from '../../../agency/policies/declarations/page-store.ts'
import { waitingPages } from '../../../agency/policies/declarations/pages.ts'
import { type CancellationNotice, listLastEnds } from '../../../agency/policies/life/end-store.ts'
import { countOpenRenewals } from '../../../agency/policies/life/renewal-store.ts'
import { countWaitingRequests } from '../../../agency/policies/life/request-store.ts'
import { countOpenCases } from '../../../agency/policies/order-store.ts'
import { blockedPurchases } from '../../../agency/policies/orders.ts'
import { policiesIn } from '../../../agency/policies/policies.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { App } from '../../../platform/app.ts'
import { type PageAsked, pageOf, readPage } from '../../../platform/db/after-row.ts'
import { DAY, later } from '../../../platform/lib/clock.ts'
import { keysOf } from '../../../platform/lib/keys-of.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { lineNames, lineOf } from '../../../platform/lines.ts'
import { dayWords, plusDays } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import type { DeskHandlers, DeskInfoRequest } from '../../../products/line/desk.ts'
import { countOpenFollowUps } from '../../../products/line/record/note-store.ts'
import { openFollowUps } from '../../../products/line/record/notes.ts'
import { countOpenTasks, listOpenTaskRows } from '../../../products/line/tasks/store.ts'
import { openTaskRow, waitsForPerson } from '../../../products/line/tasks/tasks.ts'
import { lines as allLines, type DeskLines } from '../../../products/lines.ts'
import { findListed } from '../book/listed.ts'
import { NONE } from '../parts/table.ts'
import { waitingRequests } from '../policy-requests/policy-requests.ts'
import { waitingRenewals } from '../renewals/record-renewal.ts'
import { renewalNext } from '../renewals/renewal-view.ts'
import { listOwners } from '../staff/owner-store.ts'
import { carrierOf, quotable, taskTitle } from './open-tasks.ts'

export const handlersOf = (lines: DeskLines, uid: string): DeskHandlers | undefined => {
  const line = lineOf(uid)
  return line ? lines[line] : undefined
}

type Work = {
  id: string
  uid: string | null
  what: string
  why: string
  due: Date
  /** Where it is done. Null: among the customer's work. */
  path?: string
  owner?: string | null
  /** Someone else has to act first. */
  isPaused?: boolean
}

type Source = {
  name: string
  count(app: App, lines: DeskLines): Promise<number>
  list(app: App, asked: PageAsked, lines: DeskLines): Promise<Work[]>
}

/** Work without a date of its own is due when the office closes, one business day after it came. */
const dayAfter = ({ config }: App, since: Date): Date => officeCloses(config.timeZone, later(since, DAY))

const endOf = ({ config }: App, day: string): Date => midnightIn(config.timeZone, plusDays(day, 1))

const questions = async (app: App, { after, limit }: PageAsked, lines: DeskLines) => {
  const names = lineNames.filter(name => lines[name])
  const last = after === null ? null : lineOf(after)
  const found: DeskInfoRequest[] = []
  for (const name of names.slice(last === null ? 0 : names.indexOf(last))) {
    const asked = { after: name === last ? after : null, limit: limit - found.length }
    if (asked.limit > 0) found.push(...((await lines[name]?.infoRequests(app, asked)) ?? []))
  }
  return found
}

const policyWords = ({ uid, policy_number, carrier_id }: CancellationNotice, app: App): string => {
  const line = lineOf(uid)
  const carrier = line ? allLines[line].carriers.names(app, { sandbox: false })(carrier_id) : carrier_id
  return `${policy_number}, ${carrier}`
}

const isOpenEnd = ({ kind, refund }: CancellationNotice): boolean => kind === 'noticed' || refund === 'later'

const sources = {
  tasks: {
    name: 'Carrier tasks',
    count: async app => (await countOpenTasks(app.db, quotable, app.clock.now())).open,
    list: async (app, asked) =>
      (await listOpenTaskRows(app.db, { quotable, now: app.clock.now() }, asked)).map(row => {
        const task = openTaskRow(app, row)
        const isPaused = waitsForPerson(task)
        return {
          id: task.task_id,
          uid: task.uid,
          what: taskTitle(task),
          why: `${carrierOf(app, task)?.name ?? task.carrier_id}${isPaused ? ', waiting for the applicant' : ''}`,
          due: task.due_at,
          path: `/desk/tasks/${task.task_id}`,
          owner: task.claimed_by,
          isPaused,
        }
      }),
  },
  pages: {
    name: 'Declarations pages to check',
    count: app => countWaitingPages(app.db),
    list: async (app, asked) => {
      const pages = await waitingPages(app, asked)
      const policies = await policiesIn(app, [...new Set(pages.map(({ uid }) => uid))])
      return pages.map(({ document_id: id, uid, policy_id, received_at }) => {
        const policy = policies.find(one => one.policy_id === policy_id)
        return {
          id,
          uid,
          what: 'Declarations page to check',
          why: policy ? `${policy.policy_number}, ${policy.carrier}` : NONE,
          due: dayAfter(app, received_at),
          path: `/desk/declarations/${id}`,
        }
      })
    },
  },
  documents: {
    name: 'Documents to review',
    count: app => countNeedingPerson(app.db),
    list: async (app, asked) =>
      (await documentsNeedingPerson(app, asked)).map(
        ({ document_id: id, uid, type, reason, filename, created_at }) => ({
          id,
          uid,
          what: `Document: ${nameTitle(type).toLowerCase()}`,
          why: `${reason ?? ''} ${filename}`.trim(),
          due: dayAfter(app, created_at),
        }),
      ),
  },
  payments: {
    name: 'Open invoices',
    count: app => countOpenPayments(app.db),
    list: async (app, asked) =>
      (await openPayments(app, asked)).map(payment => ({
        id: payment.payment_id,
        uid: payment.uid,
        what: `Invoice, ${usdCents(payment.amount_cents - (payment.received_cents ?? 0))}`,
        why: descriptionWords(payment.description),
        due: payment.due_on ? endOf(app, payment.due_on) : dayAfter(app, payment.created_at),
      })),
  },
  questions: {
    name: 'Open questions',
    count: async (app, lines) => {
      let count = 0
      for (const line of Object.values(lines)) count += await line.infoRequestCount(app)
      return count
    },
    list: async (app, asked, lines) =>
      (await questions(app, asked, lines)).map(({ uid, by, question, since }) => ({
        id: uid,
        uid,
        what: by === 'carrier' ? 'Question from the carrier' : 'Question to the buyer',
        why: question,
        due: dayAfter(app, since),
      })),
  },
  blocked: {
    name: 'Blocked purchases',
    count: app => countOpenCases(app.db),
    list: async (app, asked) =>
      (await blockedPurchases(app, asked)).map(({ order_id, uid, terms, answer, settled_at }) => ({
        id: order_id,
        uid,
        what: `Blocked purchase${terms.carrier ? `, ${terms.carrier}` : ''}`,
        why: answer.reason,
        due: dayAfter(app, settled_at),
      })),
  },
  'policy-requests': {
    name: 'Requests about policies',
    count: app => countWaitingRequests(app.db),
    list: async (app, asked) =>
      (await waitingRequests(app, asked)).map(
        ({ request_id, uid, kind, details, policy_number, carrier, status, asked_at }) => ({
          id: request_id,
          uid,
          what: POLICY_REQUEST_WORDS[kind],
          why: `${policy_number}, ${carrier}${status === 'open' ? '' : ', the carrier has it'}${details && `. ${details}`}`,
          due: dayAfter(app, asked_at),
        }),
      ),
  },
  renewals: {
    name: 'Renewals',
    count: app => countOpenRenewals(app.db),
    list: async (app, asked) =>
      (await waitingRenewals(app, asked)).map(renewal => ({
        id: renewal.renewal_id,
        uid: renewal.uid,
        what: `Renewal due ${dayWords(renewal.due_on)}`,
        why: `${renewal.known_as}, ${renewal.carrier}. ${renewalNext(renewal)}`,
        due: endOf(app, renewal.due_on),
      })),
  },
  ends: {
    name: 'Cancellations and refunds',
    count: async app => (await listLastEnds(app.db)).filter(isOpenEnd).length,
    list: async (app, asked) =>
      pageOf(await listLastEnds(app.db), isOpenEnd, { asked, keyOf: ({ end_id }) => end_id }).shown.map(
        end => ({
          id: end.end_id,
          uid: end.uid,
          what: end.kind === 'noticed' ? 'Record when coverage ends' : 'Refund the return premium',
          why: policyWords(end, app),
          due: dayAfter(app, end.recorded_at),
          path: `/desk/money/customers/${end.uid}`,
        }),
      ),
  },
  notes: {
    name: 'Follow-ups',
    count: app => countOpenFollowUps(app.db),
    list: async (app, asked) =>
      (await openFollowUps(app, asked)).map(({ note_id, uid, words, due_on, written_at }) => ({
        id: note_id,
        uid,
        what: 'Follow-up',
        why: words.split('\n')[0] ?? '',
        due: due_on ? endOf(app, due_on) : dayAfter(app, written_at),
        path: uid ? `/desk/book/${uid}#notes` : '/desk/book',
      })),
  },
} as const satisfies Record<string, Source>

export type Kind = keyof typeof sources

export const kinds = keysOf(sources)

const sourceOf = (kind: Kind): Source => sources[kind]

export const nameOfKind = (kind: Kind): string => sources[kind].name

export type Queued = Omit<Work, 'path' | 'owner' | 'isPaused'> &
  Required<Pick<Work, 'path' | 'isPaused'>> & {
    item: string
    kind: Kind
    owner: string | null
    name: string
    place: string
  }

export type QueueView = {
  what: Kind | null
  show: 'all' | 'mine' | 'free' | 'overdue'
}

export type Queue = {
  shown: Queued[]
  next: string | null
  counts: Record<Kind, number>
  /** Not all that fits the view is shown. */
  isCut: boolean
}

const SHOWN = 20
/** A view of one person's or late work looks at so many of each kind. */
const DEPTH = 100

type Asked = QueueView & { lines: DeskLines; actor: string; page(list: string): PageAsked }

const workOf = async (app: App, kind: Kind, asked: PageAsked & { lines: DeskLines }) => {
  const { shown, next } = await readPage(
    at => sourceOf(kind).list(app, at, asked.lines),
    asked,
    ({ id }) => id,
  )
  const owners = await listOwners(
    app.db,
    shown.map(({ id }) => `${kind}/${id}`),
  )
  const found = shown.map(work => {
    const item = `${kind}/${work.id}`
    const { path = `/desk/work/${work.uid}#${work.id}`, isPaused = false } = work
    return { ...work, kind, item, path, isPaused, owner: work.owner ?? owners.get(item) ?? null }
  })
  return { found, next }
}

const fits = ({ show, actor }: Asked, { owner, due, isPaused }: Queued, now: Date): boolean => {
  if (show === 'mine') return owner === actor
  if (show === 'free') return owner === null
  return show === 'all' || (due < now && !isPaused)
}

export const readQueue = async (app: App, asked: Asked): Promise<Queue> => {
  const now = app.clock.now()
  const { what, show, lines } = asked
  const counts = {} as Record<Kind, number>
  for (const kind of kinds) counts[kind] = await sources[kind].count(app, lines)
  const all: Omit<Queued, 'name' | 'place'>[] = []
  let next: string | null = null
  for (const kind of what ? [what] : kinds) {
    if (counts[kind] === 0) continue
    const at = what ? asked.page(what) : { after: null, limit: show === 'all' ? SHOWN : DEPTH }
    const page = await workOf(app, kind, { ...at, lines })
    all.push(...page.found)
    if (what) next = page.next
  }
  const named = all
    .map(work => ({ ...work, name: '', place: '' }))
    .filter(work => fits(asked, work, now))
    .toSorted((a, b) => Number(a.isPaused) - Number(b.isPaused) || a.due.getTime() - b.due.getTime())
  const top = what ? named : named.slice(0, SHOWN)
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown: Queued[] = []
  for (const work of top) {
    const person = work.uid === null ? null : (await findListed(app, work.uid))?.person
    shown.push({ ...work, name: person?.name ?? 'No name yet', place: person?.place ?? '' })
  }
  return {
    shown,
    next,
    counts,
    isCut: show === 'all' && what === null ? total > top.length : named.length > top.length,
  }
}
