import { html } from 'hono/html'
import { shortDollars, ticks } from '../../../platform/pages/charts/figure.ts'
import { lineChart, type Point } from '../../../platform/pages/charts/lines.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { usd } from '../../../platform/values/money.ts'
import { autoProfile } from '../auto-profile.ts'
import { AutoCalculatorRequest } from '../auto-request.ts'
import { type ClaimCase, claimCase, filing, outOfPocket, surchargeTotal } from '../claim-case.ts'
import { type FileAClaimResponse, weighClaim } from '../file-a-claim.ts'
import { say } from '../say.ts'
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

/** The ranges where filing costs less. A state may forbid a surcharge for small damage, which makes two of them. */
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
  upTo === Infinity
    ? say('above {cost}', { cost: usd(above) })
    : say('from {least} to {most}', { least: usd(above), most: usd(upTo) })

const turning = (found: ClaimCase): string => {
  const ranges = filingCostsLess(found)
  return ranges.length === 0
    ? say('Filing never costs less.')
    : say('Filing costs less {ranges}.', { ranges: ranges.map(rangeWords).join(say(' and ')) })
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
    title: say('Long-run cost by size of the repair'),
    description: `${say('For a repair of {repair}, filing costs {filed} in the long run and paying yourself costs {paid}.', { repair: usd(repair), filed: usd(file.long_run_cost), paid: usd(pay_out_of_pocket.long_run_cost) })} ${turning(found)}`,
    series: [
      { name: say('File the claim'), points: filed },
      { name: say('Pay it yourself'), points: paid },
    ],
    along,
    alongLabel: say('Cost of the repair'),
    nameAlong: shortDollars,
    marks: [
      { x: repair, label: say('Your repair: {cost}', { cost: usd(repair) }) },
      ...turns.map(x => ({ x, label: say('Break-even: {cost}', { cost: usd(x) }) })),
    ],
    spots: [
      { x: repair, y: file.long_run_cost, label: say('Filing this repair') },
      { x: repair, y: pay_out_of_pocket.long_run_cost, label: say('Paying for this repair') },
    ],
    table: {
      columns: [say('Repair'), say('File the claim'), say('Pay it yourself')],
      rows: steps
        .sort((a, b) => a - b)
        .map(x => [usd(x), usd(filing(at(x)).long_run_cost), usd(outOfPocket(at(x)))]),
    },
  })
}

const filedWords = ({ file }: FileAClaimResponse['result']): string => {
  const { surcharge_pct, years, total } = file.premium_impact
  const facts = {
    cost: usd(file.long_run_cost),
    deductible: usd(file.deductible),
    more: usd(total),
    percent: surcharge_pct,
    years,
    paid: usd(file.insurer_pays),
  }
  return years > 0
    ? say(
        '{cost}: {deductible} deductible and {more} in higher premiums ({percent}% more at first, for {years} years). Your carrier pays {paid}.',
        facts,
      )
    : say('{cost}: {deductible} deductible and {more} in higher premiums. Your carrier pays {paid}.', facts)
}

const facts = ({ result }: FileAClaimResponse): Html => html`<dl class="facts">
<dt>${say('If you file')}</dt><dd>${filedWords(result)}</dd>
<dt>${say('If you pay')}</dt><dd>${usd(result.pay_out_of_pocket.long_run_cost)}</dd>
</dl>`

const draw = (answer: FileAClaimResponse, input: AutoCalculatorRequest): Drawn => ({
  verdict: answer.result.recommendation === 'file' ? say('File the claim') : say('Pay for it yourself'),
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
