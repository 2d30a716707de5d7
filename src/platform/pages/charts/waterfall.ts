import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { labelled, langOf, type OwnLabel } from '../own-words.ts'
import { say } from '../say.ts'
import { figure } from './figure.ts'

export type Part = OwnLabel & { amount: number }

export type Waterfall = {
  id: string
  title: string
  parts: readonly Part[]
  total: string
  money: (amount: number) => string
}

const ROW = 42
const LEAST_WIDTH = 0.5

export const waterfallLayout = (parts: readonly Part[]) => {
  const total = parts.reduce((all, { amount }) => all + amount, 0)
  let before = 0
  const bars = parts.map((part, at) => {
    const from = (100 * before) / total
    before += part.amount
    const width = Math.max(LEAST_WIDTH, (100 * part.amount) / total)
    return { part, soFar: before, top: at * ROW, from: Math.min(from, 100 - width), width }
  })
  return { total, height: (parts.length + 1) * ROW + 6, bars }
}

type Bar = OwnLabel & { value: string; top: number; from: number; width: number; look: string }

const drawBar = ({ value, top, from, width, look, ...name }: Bar): Html => html`
<text x="0" y="${top + 15}"${langOf(name)}>${name.label}</text>
<text class="value" x="100%" y="${top + 15}" text-anchor="end">${value}</text>
<rect class="track" x="0" y="${top + 23}" width="100%" height="10" rx="2"/>
<rect class="${look}" x="${from}%" y="${top + 23}" width="${width}%" height="10" rx="2"/>`

export const waterfallChart = ({ id, title, parts, total: name, money }: Waterfall): Html => {
  const { total, height, bars } = waterfallLayout(parts)
  const added = (at: number, amount: number): string => `${at === 0 ? '' : '+'}${money(amount)}`
  return figure({
    id,
    title,
    description: html`${parts.map(part => html`${labelled(part)}: ${money(part.amount)}. `)}${name}: ${money(total)}.`,
    height,
    shapes: [
      ...bars.map(({ part: { amount, ...part }, ...bar }, at) =>
        drawBar({ ...bar, ...part, value: added(at, amount), look: at === 0 ? 'core' : 'raises' }),
      ),
      drawBar({
        label: name,
        value: money(total),
        top: bars.length * ROW,
        from: 0,
        width: 100,
        look: 'core',
      }),
    ],
    table: {
      columns: [say('Part'), say('Amount'), say('Price so far')],
      rows: [
        ...bars.map(({ part, soFar }) => [labelled(part), money(part.amount), money(soFar)]),
        [name, money(total), money(total)],
      ],
    },
  })
}
