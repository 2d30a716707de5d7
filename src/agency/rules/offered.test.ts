import { expect, test } from 'vitest'
import { offeredBefore, offersAnswered, wantedOf } from './offered.ts'

const codesIn = (line: string, ...states: string[]) =>
  offeredBefore(states.map(state => ({ line, state }))).map(({ code }) => code)

test('what is offered follows the line and the state, each once', () => {
  const everywhere = ['flood', 'ordinance_or_law', 'replacement_cost', 'higher_limits']
  expect(codesIn('homeowners', 'OH')).toEqual(everywhere)
  expect(codesIn('homeowners', 'CA', 'CA')).toEqual(['flood', 'earthquake', ...everywhere.slice(1)])
  expect(codesIn('homeowners', 'IL')).toContain('mine_subsidence')
  expect(codesIn('homeowners', 'FL')).toContain('sinkhole')
  for (const state of ['FL', 'LA', 'NH'])
    expect(codesIn('umbrella', state)).toEqual(['uninsured_motorists', 'higher_limits'])
  expect(codesIn('umbrella', 'OH')).toEqual(['higher_limits'])
})

test('the evidence holds the words that were read and only what was answered, and another answer is another version', () => {
  const offered = offeredBefore([{ line: 'umbrella', state: 'FL' }])
  const no = offersAnswered(offered, { uninsured_motorists: 'no', higher_limits: 'maybe' }, 'en')
  expect(no.words).toMatch(/^Uninsured motorists: .* No, I don’t want it\.$/)
  const yes = offersAnswered(offered, { uninsured_motorists: 'yes' }, 'es')
  expect(yes.words).toMatch(/^Conductores sin seguro: .* Sí, contáctenme sobre ella\.$/)
  expect(yes.version).not.toBe(no.version)
  expect(wantedOf(offered, { uninsured_motorists: 'yes', higher_limits: 'no' })).toEqual([
    'Uninsured motorists',
  ])
  expect(offersAnswered(offered, {}, 'en').words).toBe('')
})
