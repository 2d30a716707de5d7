import { type App, perService } from '../../platform/app.ts'
import { isWithoutWrites } from '../../platform/db/database.ts'
import { askDatabase, writeToDatabase } from '../../platform/db/store.ts'
import { type DocumentRow, json } from '../../platform/http/pages/document.ts'
import { SECOND } from '../../platform/lib/clock.ts'

const READY_WITHIN_MS = 1500

const lastWrite = perService(() => ({ at: Number.NEGATIVE_INFINITY }))

/** Anyone may call it, so it writes at most once a second. In between it only reads. */
const useDatabase = async (app: App): Promise<void> => {
  const last = lastWrite(app)
  const began = performance.now()
  if (began - last.at < SECOND) return askDatabase(app.db)
  await writeToDatabase(app.db, app.clock.now())
  last.at = began
}

type Away = 'server' | 'primary'

const awayBy = (error: unknown): Away => (isWithoutWrites(error) ? 'primary' : 'server')

const awayPart = async (asked: Promise<void>): Promise<Away | null> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Away>(resolve => {
    timer = setTimeout(() => resolve('server'), READY_WITHIN_MS)
  })
  const answered = asked.then(() => null, awayBy)
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const readiness = async (app: App): Promise<{ ready: boolean; away?: Away | 'pooler' | 'direct' }> => {
  const [requests, direct] = await Promise.all([
    awayPart(useDatabase(app)),
    app.direct ? awayPart(askDatabase(app.direct)) : null,
  ])
  if (requests === null) return direct === null ? { ready: true } : { ready: true, away: 'direct' }
  return { ready: false, away: app.direct && direct === null && requests === 'server' ? 'pooler' : requests }
}

export type ServicePhase = 'starting' | 'running' | 'stopping'

export const healthDocuments = (phase: () => ServicePhase): DocumentRow<App>[] => [
  { path: '/healthz', page: false, contract: null, respond: () => json({ status: 'ok' }) },
  {
    path: '/readyz',
    page: false,
    contract: null,
    async respond(app) {
      const status = phase()
      if (status !== 'running') return json({ status }, 503)
      const { ready, ...part } = await readiness(app)
      return ready ? json({ status: 'ready', ...part }) : json({ status: 'database_away', ...part }, 503)
    },
  },
]
