import type { MarketDesk } from '../../line/desk.ts'
import type { Markets } from '../../line/offers/late-answer.ts'
import { lineNames, lineOf, lines } from '../../lines.ts'

export const lineBehind = ({ uid }: { uid: string }): { desk: MarketDesk; markets: Markets } => {
  const line = lineOf(uid)
  if (line === null) throw new Error(`${uid} belongs to no line.`)
  const { marketDesk: desk, markets } = lines[line]
  return { desk, markets }
}

export const quotable: readonly string[] = [
  ...new Set(lineNames.flatMap(name => lines[name].marketDesk.quotable)),
]
