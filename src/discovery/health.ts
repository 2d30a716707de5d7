import type { App } from '../app.ts'
import { askDatabase } from '../db/database.ts'
import { type DocumentRow, json } from '../http/pages/document.ts'

const READY_WITHIN_MS = 1500

const databaseAnswers = async ({ db }: App): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>(resolve => {
    timer = setTimeout(() => resolve(false), READY_WITHIN_MS)
  })
  const answered = askDatabase(db).then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

export const healthDocuments = (draining: () => boolean): DocumentRow<App>[] => [
  { path: '/healthz', page: false, contract: null, respond: () => json({ status: 'ok' }) },
  {
    path: '/readyz',
    page: false,
    contract: null,
    async respond(app) {
      if (draining()) return json({ status: 'stopping' }, 503)
      return (await databaseAnswers(app)) ? json({ status: 'ready' }) : json({ status: 'database_away' }, 503)
    },
  },
]
