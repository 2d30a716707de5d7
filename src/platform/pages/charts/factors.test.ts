import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FactorBar, factorChart, factorsLayout, percentWords } from './factors.ts'

const money = (dollars: number): string => `$${dollars}`

const factor = fc
  .double({ min: 0.05, max: 20, noNaN: true })
  .map((effect): FactorBar => ({ label: 'Any', effect }))
const factors = fc.array(factor, { minLength: 1, maxLength: 30 })

describe('a chart of factors', () => {
  test('stays inside the frame: raising to the right of the middle, lowering to the left', () => {
    fc.assert(
      fc.property(factors, all => {
        const { bars } = factorsLayout(all)
        expect(bars.length).toBeLessThanOrEqual(6)
        for (const { factor: one, from, width } of bars) {
          expect(from).toBeGreaterThanOrEqual(0)
          expect(from + width).toBeLessThanOrEqual(100.01)
          if (one.effect < 1) expect(from + width).toBeCloseTo(50, 1)
          else expect(from).toBe(50)
        }
      }),
    )
  })

  test('to double and to halve are equally far from the middle', () => {
    const { bars } = factorsLayout([
      { label: 'Doubles', effect: 2 },
      { label: 'Halves', effect: 0.5 },
    ])
    expect(bars.map(({ from, width }) => [from, width])).toEqual([
      [50, 50],
      [0, 50],
    ])
  })

  test('what hardly matters has a short bar', () => {
    const [bar] = factorsLayout([{ label: 'Hardly', effect: 1.01 }]).bars
    expect(bar?.width).toBeLessThan(3)
  })

  test('the strongest stand first, and the rest is one bar with their product', () => {
    const all = [1.01, 1.02, 1.03, 1.04, 1.05, 1.06, 0.5].map((effect, at) => ({ label: `F${at}`, effect }))
    const { bars } = factorsLayout(all)
    expect(bars.map(({ factor: { label } }) => label)).toEqual([
      'F6',
      'F5',
      'F4',
      'F3',
      'F2',
      '2 others combined',
    ])
    expect(bars.at(-1)?.factor.effect).toBeCloseTo(1.01 * 1.02)
  })

  test('its table multiplies up to the price, and its description names every bar', async () => {
    const text = String(
      await factorChart({
        id: 'why',
        title: 'Why',
        base: { label: 'Base', amount: 1000 },
        factors: [
          { label: 'Roof', effect: 1.2 },
          { label: 'Alarm', effect: 0.9 },
        ],
        money,
      }),
    )
    expect(text).toContain('Base: $1000. Roof: +20%. Alarm: −10%.')
    expect([...text.matchAll(/Price so far">(\$\d+)/g)].map(([, price]) => price)).toEqual([
      '$1000',
      '$1200',
      '$1080',
    ])
  })

  test('small effects keep a decimal', () => {
    expect([1.004, 0.996, 1.5, 0.75].map(percentWords)).toEqual(['+0.4%', '−0.4%', '+50%', '−25%'])
  })
})
