import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayBarsLayout } from './day-bars.ts'
import { linear, shortDollars, ticks } from './figure.ts'
import { type LineChart, lineChart, linesLayout } from './lines.ts'
import { type RangeBar, rangeBars, rangeBarsLayout } from './range-bars.ts'

const amount = fc.integer({ min: 0, max: 5_000_000 })

describe('a scale', () => {
  test('meets both ends and never turns back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), amount, amount, (most, a, b) => {
        const x = linear([0, most], [13, 98])
        expect([x(0), x(most)]).toEqual([13, 98])
        if (a < b) expect(x(a)).toBeLessThanOrEqual(x(b))
      }),
    )
  })

  test('has few round ticks from zero to just above the largest value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000_000 }), most => {
        const marks = ticks(most, 4)
        expect(marks[0]).toBe(0)
        expect(marks.at(-1)).toBeGreaterThanOrEqual(most * (1 - 1e-9))
        expect(marks.at(-2)).toBeLessThan(most)
        expect(marks.length).toBeGreaterThanOrEqual(3)
        expect(marks.length).toBeLessThanOrEqual(6)
      }),
    )
  })

  test('names amounts in a few letters', () => {
    expect([0, 950, 1500, 25_000, 1_000_000].map(shortDollars)).toEqual([
      '$0',
      '$950',
      '$1.5k',
      '$25k',
      '$1M',
    ])
  })
})

const bar = fc
  .tuple(amount, amount, amount)
  .map(values => values.sort((a, b) => a - b))
  .map(([low = 0, mid = 0, high = 0]): RangeBar => ({ label: 'Any', low, mid, high }))

describe('range bars', () => {
  test('stay inside the frame, from low over mid to high', () => {
    fc.assert(
      fc.property(fc.array(bar, { minLength: 1, maxLength: 18 }), bars => {
        const layout = rangeBarsLayout(bars)
        for (const { bar, top, x } of layout.bars) {
          const places = [0, x(bar.low), x(bar.mid), x(bar.high), 100]
          expect(places).toEqual([...places].sort((a, b) => a - b))
          expect(top + 45).toBeLessThanOrEqual(layout.height)
        }
      }),
    )
  })

  test('come with a name, a description and a table, and let no label break out', () => {
    const drawn = String(
      rangeBars({
        id: 'a',
        title: 'Prices',
        description: 'All of them',
        rowName: 'Insurer',
        reading: '',
        bars: [{ label: '<b>&', low: 1, mid: 2, high: 3, core: [1.5, 2.5] }],
        money: String,
      }),
    )
    expect(drawn).toContain('role="img" aria-labelledby="a-title a-description"')
    expect(drawn).toContain('<th scope="row">&lt;b&gt;&amp;</th>')
    expect(drawn).not.toContain('<b>')
    expect(drawn).not.toContain('style=')
  })
})

describe('lines', () => {
  const chartOf = (points: [number, number][]): LineChart => ({
    id: 'a',
    title: 'Costs',
    description: '',
    series: [{ name: 'One', points }],
    along: [0, 10],
    alongLabel: 'Year',
    nameAlong: String,
    marks: [{ x: 5, label: 'Half' }],
    table: { columns: [], rows: [] },
  })

  test('stay inside the frame, and more stands higher', () => {
    const point = fc.tuple(fc.integer({ min: 0, max: 10 }), amount)
    fc.assert(
      fc.property(fc.array(point, { minLength: 2 }), points => {
        const { x, y, top, bottom } = linesLayout(chartOf(points))
        for (const [at, value] of points) {
          expect(x(at)).toBeGreaterThanOrEqual(0)
          expect(x(at)).toBeLessThanOrEqual(100)
          expect(y(value)).toBeGreaterThanOrEqual(top)
          expect(y(value)).toBeLessThanOrEqual(bottom)
          expect(y(value)).toBeLessThanOrEqual(y(0))
        }
      }),
    )
  })

  test('join each point with the next', () => {
    const drawn = String(
      lineChart(
        chartOf([
          [0, 0],
          [5, 10],
          [10, 20],
        ]),
      ),
    )
    expect(drawn.match(/class="series s1" x1="[\d.]+%"/g)).toHaveLength(2)
    expect(drawn).toContain('Half')
  })
})

describe('day bars', () => {
  test('stand side by side inside the frame; a day with anything at all is seen, one with nothing is not', () => {
    const values = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 100_000 }), (days, more) => {
        const bars = dayBarsLayout({ values: days, most: Math.max(...days) + more })
        for (const [at, { x, width, y, height }] of bars.entries()) {
          expect(x + width).toBeLessThanOrEqual((bars[at + 1]?.x ?? 100) + 0.02)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y + height).toBe(44)
          expect(height > 0).toBe((days[at] ?? 0) > 0)
        }
      }),
    )
  })
})
