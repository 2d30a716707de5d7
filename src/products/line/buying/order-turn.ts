import { listExpected } from '../../../agency/policies/order-store.ts'
import type { App } from '../../../platform/app.ts'
import { type Turn, turns } from '../wire/waiting-on.ts'
import { ordersAwaitingFunds } from './funds.ts'

export const turnOfOrders = (expected: readonly (Date | null)[], now: Date): Turn => {
  const known = expected.filter(moment => moment !== null)
  if (known.length === 0 || known.length < expected.length) return turns.carrier
  const last = new Date(Math.max(...known.map(Number)))
  return { ...turns.late_carrier, ...(last > now && { expected_by: last.toISOString() }) }
}

export const orderTurn = async (app: App, uid: string): Promise<Turn> =>
  (await ordersAwaitingFunds(app, uid)).length > 0
    ? turns.payment
    : turnOfOrders(
        (await listExpected(app.db, uid)).map(({ expected_by }) => expected_by),
        app.clock.now(),
      )
