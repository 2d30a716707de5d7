import type { App } from '../app.ts'
import { type DocumentRecord, documentsNeedingPerson } from '../documents/documents.ts'
import { countNeedingPerson } from '../documents/store.ts'
import { countByStatus, type DeadEmail, listDead } from '../emails/store.ts'
import { countDeadJobs, type DeadJob, listDeadJobs } from '../jobs/store.ts'
import type { About, DeskHandlers, InfoRequest } from '../line/desk.ts'
import { type DeskLines, lineOf } from '../lines.ts'
import { openPayments, type Payment } from '../payments/payments.ts'
import { countOpenPayments } from '../payments/store.ts'

const SHOWN = 25

/** How many there are, and the first of them. */
type Some<T> = { count: number; shown: T[] }

/** All that waits for a person. */
export type Work = {
  documents: Some<DocumentRecord & { about: About }>
  payments: Some<Payment>
  requests: Some<InfoRequest>
  mails: Some<DeadEmail>
  jobs: Some<DeadJob>
}

export const handlersOf = (lines: DeskLines, uid: string): DeskHandlers | undefined => {
  const line = lineOf(uid)
  return line ? lines[line] : undefined
}

const documents = async (app: App, lines: DeskLines): Promise<Work['documents']> => {
  const shown: Work['documents']['shown'] = []
  for (const document of await documentsNeedingPerson(app, SHOWN)) {
    const about = await handlersOf(lines, document.uid)?.describe(app, document.uid)
    shown.push({ ...document, about: about ?? { facts: [], askable: [] } })
  }
  return { count: await countNeedingPerson(app.db), shown }
}

const requests = async (app: App, lines: DeskLines): Promise<Work['requests']> => {
  const all: Work['requests'] = { count: 0, shown: [] }
  for (const line of Object.values(lines)) {
    const found = await line.infoRequests(app, SHOWN)
    all.count += found.count
    all.shown.push(...found.requests)
  }
  return all
}

export const readWork = async (app: App, lines: DeskLines): Promise<Work> => ({
  documents: await documents(app, lines),
  payments: { count: await countOpenPayments(app.db), shown: await openPayments(app, SHOWN) },
  requests: await requests(app, lines),
  mails: { count: await countByStatus(app.db, 'dead'), shown: (await listDead(app.db)).slice(0, SHOWN) },
  jobs: { count: await countDeadJobs(app.db), shown: await listDeadJobs(app.db, SHOWN) },
})
