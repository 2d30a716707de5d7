import type { App } from '../../../src/platform/app.ts'
import { createPool } from '../../../src/platform/db/database.ts'
import { createBudgets } from '../../../src/platform/http/budgets/budgets.ts'
import { createMetrics } from '../../../src/platform/http/metrics/metrics.ts'
import type { Row } from '../../../src/platform/http/operation.ts'
import type { DocumentRow } from '../../../src/platform/http/pages/document.ts'
import { createServer } from '../../../src/platform/http/server.ts'
import { versions } from '../../../src/platform/http/versions.ts'
import { failurePage } from '../../../src/platform/pages/failure-page.ts'
import { pageWithMarks } from '../../../src/platform/pages/service-marks.ts'
import { freePort } from './free-port.ts'
import type { TestService } from './service.ts'

type Table = {
  rows?: readonly Row<App>[]
  documents?: readonly DocumentRow<App>[]
  trustedProxies?: readonly string[]
}

export type TestServer = { url: string; stop(): Promise<void> }

/** A server with a table of its own, on the pipeline and the database of a service. */
export const startServer = async (
  { app, databaseUrl }: TestService,
  { rows = [], documents = [], trustedProxies = [] }: Table,
): Promise<TestServer> => {
  const pool = createPool({ url: databaseUrl, onError: () => undefined, pooler: false })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const server = createServer({
    app,
    rows,
    documents: documents.map(pageWithMarks),
    budgets: createBudgets(pool, app.config.rateLimits, () => undefined),
    metrics: createMetrics(app.log),
    publicUrl: url,
    trustedProxies,
    versions,
    draining: () => false,
    failurePage,
  })
  await server.listen({ host: '127.0.0.1', port })
  return {
    url,
    async stop() {
      await server.close()
      await pool.end()
    },
  }
}
