import { type Order, orderOf } from '../../../agency/policies/orders.ts'
import type { App } from '../../../platform/app.ts'
import { lineOf } from '../../../platform/lines.ts'
import type { MarketDesk } from '../../../products/line/desk.ts'
import type { Line } from '../../../products/line/line.ts'
import type { Markets } from '../../../products/line/offers/late-answer.ts'
import type { Task } from '../../../products/line/tasks/tasks.ts'
import { lines } from '../../../products/lines.ts'

type Behind = { name: string; desk: MarketDesk; markets: Markets; carriers: Line['carriers'] }

export const lineBehind = ({ uid }: { uid: string }): Behind => {
  const line = lineOf(uid)
  if (line === null) throw new Error(`${uid} belongs to no line.`)
  const { marketDesk: desk, markets, carriers } = lines[line]
  return { name: line, desk, markets, carriers }
}

export const orderBehind = async (app: App, { uid, task_id }: Task): Promise<Order | null> =>
  (await orderOf(app, { uid, order_id: task_id })) ?? null
