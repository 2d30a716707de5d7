import { html } from 'hono/html'
import type { Html } from '../html.ts'
import { labelled, langOf, type OwnLabel } from '../own-words.ts'
import { say } from '../say.ts'
import { figure, linear } from './figure.ts'

export type FactorBar = OwnLabel & { effect: number }

export type FactorChart = {
  id: string
  title: string
  base: OwnLabel & { amount: number }
  factors: readonly FactorBar[]
  money: (amount: number) => string
}

const ROW = 42
const MOST_BARS = 6
const LEAST_SPAN = Math.log(1.25)

const strength = ({ effect }: FactorBar): number => Math.abs(Math.log(effect))

const product = (factors: readonly FactorBar[]): number =>
  factors.reduce((all, { effect }) => all * effect, 1)

const gathered = (factors: readonly FactorBar[]): FactorBar[] => {
  const byStrength = factors.toSorted((a, b) => strength(b) - strength(a))
  if (byStrength.length <= MOST_BARS) return byStrength
  const rest = byStrength.slice(MOST_BARS - 1)
  return [
    ...byStrength.slice(0, MOST_BARS - 1),
    { label: say('{count} others combined', { count: rest.length }), effect: product(rest) },
  ]
}

/** Logarithmic, so doubling and halving are equally far from the middle. */
export const factorsLayout = (factors: readonly FactorBar[]) => {
  const bars = gathered(factors)
  const x = linear([0, Math.max(LEAST_SPAN, ...bars.map(strength))], [0, 50])
  return {
    height: bars.length * ROW + 6,
    bars: bars.map((factor, at) => {
      const width = x(strength(factor))
      return { factor, top: at * ROW, width, from: factor.effect < 1 ? 50 - width : 50 }
    }),
  }
}

export const percentWords = (effect: number): string => {
  const percent = (effect - 1) * 100
  const size = Math.abs(percent)
  const figure = size > 0 && size < 1 ? size.toFixed(1) : String(Math.round(size))
  return `${percent < 0 ? '−' : '+'}${figure}%`
}

const drawBar = ({ factor, top, width, from }: ReturnType<typeof factorsLayout>['bars'][number]) => html`
<text x="0" y="${top + 15}"${langOf(factor)}>${factor.label}</text>
<text class="value" x="100%" y="${top + 15}" text-anchor="end">${percentWords(factor.effect)}</text>
<rect class="track" x="0" y="${top + 23}" width="100%" height="10" rx="2"/>
<rect class="${factor.effect < 1 ? 'lowers' : 'raises'}" x="${from}%" y="${top + 23}" width="${width}%" height="10" rx="2"/>
<line class="mark" x1="50%" x2="50%" y1="${top + 20}" y2="${top + 36}"/>`

const described = ({ base, factors, money }: FactorChart): Html =>
  html`${labelled(base)}: ${money(base.amount)}.${gathered(factors).map(one => html` ${labelled(one)}: ${percentWords(one.effect)}.`)}`

export const factorChart = (chart: FactorChart): Html => {
  const { id, title, base, factors, money } = chart
  const { height, bars } = factorsLayout(factors)
  const soFar = (count: number): string => money(Math.round(base.amount * product(factors.slice(0, count))))
  return figure({
    id,
    title,
    description: described(chart),
    height,
    shapes: bars.map(drawBar),
    legend: html`<p class="soft small">${say('Starts from {amount}. Bars to the right raise the price; bars to the left lower it.', { amount: money(base.amount) })}</p>`,
    table: {
      columns: [say('Factor'), say('Effect'), say('Price so far')],
      rows: [
        [labelled(base), '', soFar(0)],
        ...factors.map((one, at) => [labelled(one), percentWords(one.effect), soFar(at + 1)]),
      ],
    },
  })
}
