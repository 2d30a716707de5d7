import { expect, test } from 'vitest'
import { unbuiltDisclosure } from './unbuilt-disclosure.ts'

const MD = { line: 'homeowners', state: 'MD' }

test.each([
  ['a surplus lines insurer', { kind: 'api', admitted: false }, MD, true],
  ['one that is surplus lines only there', { kind: 'desk', admitted: { MD: false } }, MD, true],
  ['one that is surplus lines elsewhere', { kind: 'api', admitted: { CA: false } }, MD, false],
  ['an admitted insurer', { kind: 'api', admitted: true }, MD, false],
  ['one that does not say', { kind: 'api' }, MD, false],
  ['a demonstration', { kind: 'demo', admitted: false }, MD, false],
  ['the sandbox', { kind: 'sandbox', admitted: false }, MD, false],
  ['a line the rule leaves out', { kind: 'api', admitted: false }, { ...MD, line: 'umbrella' }, false],
  ['a state without the rule', { kind: 'api', admitted: false }, { ...MD, state: 'IL' }, false],
] as const)('%s: sales stop for want of the signed disclosure %#', (_, carrier, place, stops) => {
  expect(unbuiltDisclosure(carrier, place) !== undefined).toBe(stops)
})
