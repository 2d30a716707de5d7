import type { App } from '../app.ts'
import { assertTransaction } from '../db/transact.ts'
import { timeOrderedId } from '../lib/random.ts'
import { type ActRow, clearNotes, countActs, insertAct, listActs, staffActs } from './act-store.ts'

export type Act = Omit<ActRow, 'note' | 'act_id'> & { note: string | null }

type NewAct = { about: string; act: string; actor: string; note: string | null }

/** Sealed and anchored like an audit chain, for acts that do not change an application. */
export const recordAct = async (app: App, { note, ...act }: NewAct): Promise<string> => {
  assertTransaction(app)
  const at = app.clock.now()
  const act_id = timeOrderedId(app.random, 'act', at)
  await insertAct(app.db, {
    ...act,
    act_id,
    at,
    note: note === null ? null : app.sealer.seal(staffActs.context('note', { act_id }), note),
  })
  return act_id
}

export const openActNote = ({ sealer }: App, act_id: string, note: Buffer): string =>
  sealer.open(staffActs.context('note', { act_id }), note)

const SHOWN = 50

export const actsAbout = async (app: App, about: string, most = SHOWN): Promise<Act[]> =>
  (await listActs(app.db, about, most)).map(({ act_id, note, ...row }) => ({
    ...row,
    note: note && app.sealer.open(staffActs.context('note', { act_id }), note),
  }))

/** The record of who decided what, and when, stays. The reason may name a person, so it is erased with their data. */
export const eraseNotes = (app: App, about: string): Promise<void> => clearNotes(app.db, about)

export const COMPLAINT_RECEIVED = 'complaint_received'
export const COMPLAINT_ANSWERED = 'complaint_answered'

export const openComplaints = async ({ db }: App, uid: string): Promise<number> => {
  const received = await countActs(db, uid, COMPLAINT_RECEIVED)
  return Math.max(0, received - (await countActs(db, uid, COMPLAINT_ANSWERED)))
}
