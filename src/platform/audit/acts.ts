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

/** What stays open on a record until staff close it: the act that opens it, and the act that closes it. */
export const MATTERS = {
  complaint: ['complaint_received', 'complaint_answered'],
  case: ['case_opened', 'case_closed'],
  incident: ['incident_recorded', 'incident_closed'],
} as const

export type Matter = keyof typeof MATTERS

export const openMatters = async ({ db }: App, uid: string, matter: Matter): Promise<number> => {
  const [opens, closes] = MATTERS[matter]
  return Math.max(0, (await countActs(db, uid, opens)) - (await countActs(db, uid, closes)))
}

export const openMattersOf = async (app: App, uid: string): Promise<Record<Matter, number>> => ({
  complaint: await openMatters(app, uid, 'complaint'),
  case: await openMatters(app, uid, 'case'),
  incident: await openMatters(app, uid, 'incident'),
})
