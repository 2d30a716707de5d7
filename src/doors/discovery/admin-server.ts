import Fastify, { type FastifyInstance } from 'fastify'
import type pg from 'pg'
import { countByStatus, oldestQueuedAt } from '../../agency/emails/store.ts'
import { countDifferences } from '../../agency/payments/difference-store.ts'
import type { App } from '../../platform/app.ts'
import { licenseWarnings } from '../../platform/config/license-warnings.ts'
import type { Metrics } from '../../platform/http/metrics/metrics.ts'
import type { DocumentRequest } from '../../platform/http/pages/document.ts'
import { countDeadJobs, listBacklog, type TaskBacklog } from '../../platform/jobs/store.ts'
import { SECOND } from '../../platform/lib/clock.ts'
import { healthDocuments, type ServicePhase } from './health.ts'

type Watched = { app: App; pool: pg.Pool; metrics: Metrics }

const addGauges = ({ app, pool, metrics }: Watched): void => {
  const { db, clock } = app
  const backlog = async (read: (task: TaskBacklog) => number) =>
    new Map((await listBacklog(db)).map(task => [task.task, read(task)]))
  const emailAge = async (): Promise<number> => {
    const oldest = await oldestQueuedAt(db)
    return oldest === null ? 0 : (clock.now().getTime() - oldest.getTime()) / SECOND
  }
  // First, so that it does not count what the other gauges ask. A free connection is handed out in the next tick.
  metrics.gauge('bindery_database_waiting', 'Requests waiting for a database connection.', () =>
    pool.idleCount > 0 ? 0 : pool.waitingCount,
  )
  metrics.gauge('bindery_emails_dead', 'Emails that could not be sent.', () => countByStatus(db, 'dead'))
  metrics.gauge('bindery_emails_queued', 'Emails waiting to be sent.', () => countByStatus(db, 'queued'))
  metrics.gauge('bindery_emails_oldest_seconds', 'Age of the oldest email waiting to be sent.', emailAge)
  metrics.gauges(
    'bindery_license_days_left',
    'Days until a license ends, by state and line, from 60 days ahead.',
    'license',
    async () =>
      new Map(
        licenseWarnings(app.config.licenses, clock.now()).map(({ state, line, daysLeft }) => [
          `${state} ${line}`,
          daysLeft,
        ]),
      ),
  )
  metrics.gauge(
    'bindery_ledger_differences',
    'Differences between the ledger, the payments and the payment provider.',
    () => countDifferences(db),
  )
  metrics.gauge('bindery_jobs_dead', 'Jobs that used up their attempts.', () => countDeadJobs(db))
  metrics.gauges('bindery_jobs_due', 'Jobs that are due, by task.', 'task', () => backlog(({ due }) => due))
  metrics.gauges(
    'bindery_jobs_oldest_seconds',
    'How long the oldest due job has been waiting or running, by task.',
    'task',
    () => backlog(({ oldest_seconds }) => oldest_seconds),
  )
}

export const createAdminServer = (watched: Watched, phase: () => ServicePhase): FastifyInstance => {
  const { app, metrics } = watched
  const server = Fastify({ logger: false, forceCloseConnections: 'idle' })
  addGauges(watched)
  server.get('/metrics', async (_request, reply) => reply.type(metrics.type).send(await metrics.text()))
  for (const { path, respond } of healthDocuments(phase))
    server.get(path, async (_request, reply) => {
      const { status, type, body } = await respond(app, {} as DocumentRequest)
      return reply
        .code(status ?? 200)
        .type(type)
        .send(body)
    })
  return server
}
