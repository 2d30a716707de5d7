import { lazily } from '../../platform/lib/lazily.ts'
import { autoState } from './auto-states.ts'
import { spread } from './bands.ts'
import { readTable } from './figures.ts'
import { mayRateByCredit, type Plan, type Points, price, type RatedPrice, states } from './plan.ts'

export type RecordFacts = { clean_premium: number; at_fault_accidents: number; moving_violations: number }

type Carrier = { carrier: string; index: number; ticket: number; atFault: number; states: readonly string[] }
export type CarrierPlan = { carrier: string; plan: Plan<RecordFacts> }

const AVERAGE = { ticket: 1.245, atFault: 1.46 }

// Multiples of the first incident's increase: 2.23 after two accidents (CarInsurance.com 2025); judgment beyond.
const ACCIDENTS = [0, 1, 2.67, 4.5, 6.2]
const TICKETS = [0, 1, 2.1, 3.3, 4.5]

const repeated = (steps: readonly number[], first: number): Points =>
  steps.map((step, count) => [count, 1 + first * step])

const plan = (index: number, atFault: number, ticket: number): Plan<RecordFacts> => ({
  base: index,
  factors: [
    { id: 'clean_premium', label: 'Premium with a clean record', kind: 'given', by: 'clean_premium' },
    {
      id: 'at_fault_accidents',
      label: 'At-fault accidents',
      kind: 'curve',
      by: 'at_fault_accidents',
      points: repeated(ACCIDENTS, atFault),
    },
    {
      id: 'moving_violations',
      label: 'Moving violations',
      kind: 'curve',
      by: 'moving_violations',
      points: repeated(TICKETS, ticket),
    },
  ],
  caps: [
    {
      id: 'record_cap',
      label: 'Cap on the driving record',
      over: ['at_fault_accidents', 'moving_violations'],
      maximum: 5,
    },
  ],
})

const writesIn = (text: string): readonly string[] => {
  const listed = text.replace('!', '').trim().split(' ')
  return text.startsWith('!') ? states.filter(state => !listed.includes(state)) : listed
}

const carriers = lazily(() =>
  readTable('auto-carriers.csv').map(
    (row): Carrier => ({
      carrier: row.text('carrier'),
      index: row.number('index'),
      ticket: row.number('ticket'),
      atFault: row.number('at_fault'),
      states: writesIn(row.text('states')),
    }),
  ),
)

const byState = new Map<string, { market: Plan<RecordFacts>; carriers: readonly CarrierPlan[] }>()

const inState = (state: string) => {
  const known = byState.get(state)
  if (known) return known
  const { atFault } = autoState(state)
  const made = {
    market: plan(1, atFault, AVERAGE.ticket - 1),
    carriers: carriers()
      .filter(carrier => carrier.states.includes(state))
      .map(carrier => {
        const rise = (atFault * (carrier.atFault - 1)) / (AVERAGE.atFault - 1)
        return { carrier: carrier.carrier, plan: plan(carrier.index, rise, carrier.ticket - 1) }
      }),
  }
  byState.set(state, made)
  return made
}

export const carriersIn = (state: string): readonly CarrierPlan[] => inState(state).carriers
export const marketPremium = (state: string, facts: RecordFacts): RatedPrice =>
  price(inState(state).market, facts)

export const recordEffect = (state: string, record: Omit<RecordFacts, 'clean_premium'>): number =>
  marketPremium(state, { clean_premium: 1, ...record }).price

/** Judgment: the log spread for what we do not ask (credit, mileage, discounts), smaller where credit is banned. */
export const householdSigma = (state: string): number => (mayRateByCredit(state) ? 0.28 : 0.23)

const CARRIER_SIGMA = 0.205

export const marketSigma = (state: string): number =>
  spread(householdSigma(state), CARRIER_SIGMA, autoState(state).studyGap)
