import fc from 'fast-check'
import type { Origin, Source } from '../../../src/platform/values/sourced.ts'

/** How an answer came to be known: stated by one of three, estimated, estimated and then confirmed, or not at all. */
export type Manner = Origin | 'estimate' | 'confirmed' | 'unsaid'

const manners = ['operator', 'assistant', 'person', 'estimate', 'confirmed', 'unsaid'] as const

export type Telling = Readonly<Record<string, Manner>>

export const anyTelling = (names: readonly string[]): fc.Arbitrary<Telling> =>
  fc.record(Object.fromEntries(names.map(name => [name, fc.constantFrom<Manner>(...manners)])))

type Step = { by: 'operator' | 'person'; origin: Origin; values: object; field_estimates: object[] }

/** What is sent, and by whom, for all of that to be so. */
export const stepsOf = (telling: Telling, values: Readonly<Record<string, unknown>>): Step[] => {
  const told = (...how: Manner[]): string[] =>
    Object.keys(values).filter(name => how.includes(telling[name] ?? 'unsaid'))
  const picked = (names: readonly string[]): object =>
    Object.fromEntries(names.map(name => [name, values[name]]))
  const estimated = told('estimate', 'confirmed')
  return [
    { by: 'operator', origin: 'operator', values: picked(told('operator')), field_estimates: [] },
    { by: 'operator', origin: 'assistant', values: picked(told('assistant')), field_estimates: [] },
    {
      by: 'operator',
      origin: 'operator',
      values: picked(estimated),
      field_estimates: estimated.map(field => ({ field, source: 'listing', confidence: 'medium' })),
    },
    { by: 'person', origin: 'person', values: picked(told('person', 'confirmed')), field_estimates: [] },
  ]
}

export const kindOf = (manner: Manner | undefined): Source['kind'] => {
  if (manner === 'confirmed') return 'person'
  return manner === undefined || manner === 'unsaid' ? 'service_estimate' : manner
}

/** The kinds of the answers that a value rests on, by their names. */
export const groundsOf = (source: Source | undefined): Record<string, Source['kind']> =>
  source?.kind === 'derived'
    ? Object.fromEntries(Object.entries(source.from).map(([name, { kind }]) => [name, kind]))
    : {}
