import type { App } from '../../app.ts'
import { listExpected } from '../../policies/order-store.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'

export const orderTurn = async (app: App, uid: string): Promise<Turn> => {
  const open = await listExpected(app.db, uid)
  return open.length > 0 && open.every(({ expected_by }) => expected_by !== null)
    ? turns.late_carrier
    : turns.carrier
}
