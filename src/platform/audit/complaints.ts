import type { App } from '../app.ts'
import { countActs } from './act-store.ts'

export const COMPLAINT_RECEIVED = 'complaint_received'
export const COMPLAINT_ANSWERED = 'complaint_answered'

export const openComplaints = async ({ db }: App, uid: string): Promise<number> => {
  const received = await countActs(db, uid, COMPLAINT_RECEIVED)
  return Math.max(0, received - (await countActs(db, uid, COMPLAINT_ANSWERED)))
}
