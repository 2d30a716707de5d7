import type { App } from '../../../platform/app.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'
import { listUnanswered, type QuestionRow } from './question-store.ts'
import type { Quoting } from './store.ts'

/** Invented carriers are never listed as unanswered: they answer at once. */
export const turnAmong = (unanswered: readonly Pick<QuestionRow, 'later' | 'kind'>[]): Turn => {
  if (unanswered.length === 0 || unanswered.some(({ later }) => later === null)) return turns.carrier
  return unanswered.every(({ kind }) => kind === 'desk') ? turns.staff : turns.late_carrier
}

export const marketTurn = async (app: App, intake: Quoting): Promise<Turn> =>
  turnAmong(await listUnanswered(app.db, intake))

export const turnWithoutOffers = async (
  app: App,
  intake: Quoting,
  items?: readonly string[],
): Promise<Turn> => {
  const unanswered = await listUnanswered(app.db, intake)
  const awaited = unanswered.filter(({ item }) => items === undefined || items.includes(item))
  return awaited.length === 0 ? turns.over : turnAmong(awaited)
}
