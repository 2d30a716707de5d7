import { type App, perService } from '../app.ts'
import { askDatabase, writeToDatabase } from '../db/store.ts'
import { type DocumentRow, json } from '../http/pages/document.ts'
import { SECOND } from '../lib/clock.ts'

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

const databaseWorks = async (app: App): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), READY_WITHIN_MS)
  })
  const answered = useDatabase(app).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

export type Standing = 'starting' | 'running' | 'stopping'

/** Alive: the process answers. Ready: it can do work, so send it requests. */
export const healthDocuments = (standing: () => Standing): DocumentRow<App>[] => [
  { path: '/healthz', page: false, contract: null, respond: () => json({ status: 'ok' }) },
  {
    path: '/readyz',
    page: false,
    contract: null,
    async respond(app) {
      const status = standing()
      if (status !== 'running') return json({ status }, 503)
      return (await databaseWorks(app)) ? json({ status: 'ready' }) : json({ status: 'database_away' }, 503)
    },
  },
]
