import type { App } from '../../app.ts'
import type { MarketDesk } from '../../line/desk.ts'
import type { Line } from '../../line/line.ts'
import type { Markets } from '../../line/offers/late-answer.ts'
import type { Task } from '../../line/tasks/tasks.ts'
import { lineNames, lineOf, lines } from '../../lines.ts'
import { type Order, orderOf } from '../../policies/orders.ts'

type Behind = { name: string; desk: MarketDesk; markets: Markets; carriers: Line['carriers'] }

export const lineBehind = ({ uid }: { uid: string }): Behind => {
  const line = lineOf(uid)
  if (line === null) throw new Error(`${uid} belongs to no line.`)
  const { marketDesk: desk, markets, carriers } = lines[line]
  return { name: line, desk, markets, carriers }
}

export const quotable: readonly string[] = [
  ...new Set(lineNames.flatMap(name => lines[name].marketDesk.quotable)),
]

export const orderBehind = async (app: App, { uid, task_id }: Task): Promise<Order | null> =>
  (await orderOf(app, { uid, order_id: task_id })) ?? null
