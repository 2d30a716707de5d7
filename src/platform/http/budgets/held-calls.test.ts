import { expect, test } from 'vitest'
import { heldCalls } from './held-calls.ts'

const times = (count: number) => Array.from({ length: count }, (_, at) => at)

test('one caller is held fifty times, and again when one of those was answered', () => {
  const { enter } = heldCalls()
  const places = times(50).map(at => enter(['op_1', `192.0.2.${at}`]))
  expect(places).not.toContain(null)
  expect(enter(['op_1', '198.51.100.1'])).toBeNull()
  expect(enter(['op_2', '198.51.100.1'])).not.toBeNull()
  places[0]?.()
  expect(enter(['op_1', '198.51.100.1'])).not.toBeNull()
  expect(enter(['op_1', '198.51.100.1'])).toBeNull()
})

test('one address has fifty held calls, for all its callers together', () => {
  const { enter } = heldCalls()
  const places = times(50).map(at => enter([`hom_${at}`, '192.0.2.1']))
  expect(places).not.toContain(null)
  expect(enter(['hom_50', '192.0.2.1'])).toBeNull()
  expect(enter(['hom_50', '192.0.2.2'])).not.toBeNull()
})

test('a process holds five hundred calls of all callers, and another one when one of those was answered', () => {
  const { enter } = heldCalls()
  const places = times(500).map(at => enter([`op_${at}`]))
  expect(places).not.toContain(null)
  expect(enter(['op_500'])).toBeNull()
  places[0]?.()
  expect(enter(['op_500'])).not.toBeNull()
  expect(enter(['op_501'])).toBeNull()
})
