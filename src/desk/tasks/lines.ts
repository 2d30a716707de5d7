import type { MarketDesk } from '../../line/desk.ts'
import type { Markets } from '../../line/offers/late-answer.ts'
import { lineNames, lineOf, lines } from '../../lines.ts'

type Behind = { name: string; desk: MarketDesk; markets: Markets }

export const lineBehind = ({ uid }: { uid: string }): Behind => {
  const line = lineOf(uid)
  if (line === null) throw new Error(`${uid} belongs to no line.`)
  const { marketDesk: desk, markets } = lines[line]
  return { name: line, desk, markets }
}

export const quotable: readonly string[] = [
  ...new Set(lineNames.flatMap(name => lines[name].marketDesk.quotable)),
]
