import { html } from 'hono/html'
import { usd } from '../../line/fields/money.ts'
import { lineChart, type Point } from '../../pages/charts/lines.ts'
import { shortDollars, ticks } from '../../pages/charts/scale.ts'
import type { Html } from '../../pages/frame.ts'
import { autoProfile } from '../auto-profile.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import { type ClaimCase, claimCase, filing, outOfPocket, surchargeTotal } from '../claim-case.ts'
import { type FileAClaimResponse, weighClaim } from '../file-a-claim.ts'
import type { Drawn } from './answer-view.ts'
import { autoForm } from './auto-form.ts'
import { calculatorPage } from './calculator-page.ts'

const corners = ({ claim, surcharge, carValue }: ClaimCase, most: number): number[] =>
  [0, claim.deductible, surcharge.freeUpTo, surcharge.freeUpTo + 1, carValue, most]
    .filter(repair => repair <= most)
    .sort((a, b) => a - b)

const costs = (found: ClaimCase, most: number): { filed: Point[]; paid: Point[] } => {
  const cases = corners(found, most).map(repair => ({ ...found, repair }))
  return {
    filed: cases.map(one => [one.repair, filing(one).long_run_cost]),
    paid: cases.map(one => [one.repair, outOfPocket(one)]),
  }
}

type Range = { above: number; upTo: number }

/** Where the line of filing runs below the other one. A state may forbid a surcharge for small damage, which makes two of them. */
export const filingCostsLess = (found: ClaimCase): Range[] => {
  const { deductible } = found.claim
  const { freeUpTo } = found.surcharge
  const surcharged = deductible + surchargeTotal(found)
  const free = deductible < Math.min(freeUpTo, found.carValue)
  const costly = surcharged < found.carValue
  if (free && costly && surcharged <= freeUpTo + 1) return [{ above: deductible, upTo: Infinity }]
  return [
    ...(free ? [{ above: deductible, upTo: freeUpTo }] : []),
    ...(costly ? [{ above: Math.max(freeUpTo, surcharged), upTo: Infinity }] : []),
  ]
}

const rangeWords = ({ above, upTo }: Range): string =>
  upTo === Infinity ? `above ${usd(above)}` : `from ${usd(above)} to ${usd(upTo)}`

const turning = (found: ClaimCase): string => {
  const ranges = filingCostsLess(found)
  return ranges.length === 0
    ? 'Filing never costs less.'
    : `Filing costs less ${ranges.map(rangeWords).join(' and ')}.`
}

const chart = ({ result, inputs }: FileAClaimResponse, found: ClaimCase): Html => {
  const { file, pay_out_of_pocket } = result
  const repair = inputs.repair_estimate ?? 0
  const turns = filingCostsLess(found).map(({ above }) => above)
  const along = ticks(Math.max(repair, found.claim.deductible, ...turns) * 1.2, 4)
  const most = along.at(-1) ?? repair
  const { filed, paid } = costs(found, most)
  const at = (x: number) => ({ ...found, repair: x })
  const steps = [...new Set([...along.slice(1), repair, ...turns])]
  return lineChart({
    id: 'costs',
    title: 'Long-run cost by size of the repair',
    description: `For a repair of ${usd(repair)}, filing costs ${usd(file.long_run_cost)} in the long run and paying yourself costs ${usd(pay_out_of_pocket.long_run_cost)}. ${turning(found)}`,
    series: [
      { name: 'File the claim', points: filed },
      { name: 'Pay it yourself', points: paid },
    ],
    along,
    alongLabel: 'Cost of the repair',
    nameAlong: shortDollars,
    marks: [
      { x: repair, label: `Your repair: ${usd(repair)}` },
      ...turns.map(x => ({ x, label: `Break-even: ${usd(x)}` })),
    ],
    spots: [
      { x: repair, y: file.long_run_cost, label: 'Filing this repair' },
      { x: repair, y: pay_out_of_pocket.long_run_cost, label: 'Paying for this repair' },
    ],
    table: {
      columns: ['Repair', 'File the claim', 'Pay it yourself'],
      rows: steps
        .sort((a, b) => a - b)
        .map(x => [usd(x), usd(filing(at(x)).long_run_cost), usd(outOfPocket(at(x)))]),
    },
  })
}

const facts = ({ result: { file, pay_out_of_pocket } }: FileAClaimResponse): Html => html`<dl class="facts">
<dt>If you file</dt><dd>${usd(file.long_run_cost)}: ${usd(file.deductible)} deductible and ${usd(file.premium_impact.total)} in higher premiums${
  file.premium_impact.years > 0
    ? ` (${file.premium_impact.surcharge_pct}% more at first, for ${file.premium_impact.years} years)`
    : ''
}. Your carrier pays ${usd(file.insurer_pays)}.</dd>
<dt>If you pay</dt><dd>${usd(pay_out_of_pocket.long_run_cost)}</dd>
</dl>`

const draw = (answer: FileAClaimResponse, input: AutoCalculatorRequest): Drawn => ({
  verdict: answer.result.recommendation === 'file' ? 'File the claim' : 'Pay for it yourself',
  because: answer.result.reason,
  body: html`${facts(answer)}${chart(answer, claimCase(autoProfile(input), answer.inputs.repair_estimate ?? 0))}`,
})

export const fileAClaimPage = calculatorPage({
  name: 'file-a-claim',
  title: 'File the claim, or pay for the repair?',
  lede: 'What an at-fault claim costs in the long run, including higher premiums.',
  form: autoForm({
    legend: 'Damage',
    fields: [
      {
        name: 'repair_estimate',
        label: 'Cost of the repair',
        hint: 'In dollars, such as 2,800',
        wide: true,
        dollars: true,
      },
    ],
  }),
  schema: AutoCalculatorRequest,
  estimate: weighClaim,
  draw,
  next: [
    { name: 'auto-estimates', label: 'What do other carriers charge for this car?', carries: 'all' },
    {
      name: 'collision-and-comprehensive-coverage',
      label: 'Are collision and comprehensive still worth it for this car?',
      carries: 'all',
    },
  ],
})
