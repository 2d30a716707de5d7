import Fastify, { type FastifyInstance } from 'fastify'
import type { App } from '../app.ts'
import { countByStatus } from '../emails/store.ts'
import type { Metrics } from '../http/metrics/metrics.ts'
import type { DocumentRequest } from '../http/pages/document.ts'
import { countDeadJobs } from '../jobs/store.ts'
import { healthDocuments, type Standing } from './health.ts'

export const createAdminServer = (app: App, metrics: Metrics, standing: () => Standing): FastifyInstance => {
  const server = Fastify({ logger: false, forceCloseConnections: 'idle' })
  metrics.gauge('bindery_emails_dead', 'Emails that could not be sent.', () => countByStatus(app.db, 'dead'))
  metrics.gauge('bindery_emails_queued', 'Emails waiting to be sent.', () => countByStatus(app.db, 'queued'))
  metrics.gauge('bindery_jobs_dead', 'Jobs that used up their attempts.', () => countDeadJobs(app.db))
  server.get('/metrics', async (_request, reply) => reply.type(metrics.type).send(await metrics.text()))
  for (const { path, respond } of healthDocuments(standing))
    server.get(path, async (_request, reply) => {
      const { status, type, body } = await respond(app, {} as DocumentRequest)
      return reply
        .code(status ?? 200)
        .type(type)
        .send(body)
    })
  return server
}
