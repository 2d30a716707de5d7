import { expect, test } from 'vitest'
import { autoLimitsNote, homeLiabilityNote } from '../../../agency/carriers/umbrella/underlying-limits.ts'
import { speaking } from '../../../platform/language/language.ts'
import { carriersWriteEnglish, carrierWords, requiredHomeLimits } from './carrier-words.ts'

const required = { home: 300_000, auto: 'standard', property_damage: 100_000 } as const

const read = (text: string): string => speaking('es', () => String(carrierWords(text)))

test('the notes on limits that a policy needs are read in Spanish', () => {
  const [must = ''] = homeLiabilityNote(null, required)
  expect(read(must)).toBe(
    'A más tardar en la fecha de inicio, su póliza de vivienda debe tener al menos $300,000 de cobertura de responsabilidad personal.',
  )
  const [raise = ''] = homeLiabilityNote(100_000, required)
  expect(read(raise)).toContain('de $100,000 a $300,000')
  const [auto = ''] = autoLimitsNote(null, required)
  expect(read(auto)).toContain('su póliza de auto debe tener límites de al menos 250/500/100')
  const low = { per_person: 25_000, per_accident: 50_000, property_damage: 25_000 }
  const [raiseAuto = ''] = autoLimitsNote(low, required)
  expect(read(raiseAuto)).toContain('de 25/50/25 a 250/500/100')
  expect(speaking('es', () => String(carriersWriteEnglish([must, raise, auto, raiseAuto])))).toBe('')
})

test('a carrier’s own words stay as they are, marked as English, and a reader of Spanish is told', () => {
  const own = 'We don’t insure homes with <more> than two dogs.'
  expect(read(own)).toBe('<span lang="en">We don’t insure homes with &lt;more&gt; than two dogs.</span>')
  expect(read('$1,000')).toBe('$1,000')
  expect(read('Deductible')).toBe('Deducible')
  expect(speaking('es', () => String(carriersWriteEnglish([own])))).toContain('escriben en inglés')
  expect(String(carriersWriteEnglish([own]))).toBe('')
})

test('what a carrier requires of the home policy can be compared', () => {
  const notes = [...autoLimitsNote(null, required), ...homeLiabilityNote(null, required)]
  expect(requiredHomeLimits(notes)).toEqual(['$300,000'])
  expect(requiredHomeLimits(homeLiabilityNote(100_000, required))).toEqual(['$300,000'])
  expect(requiredHomeLimits(['We ask for $500,000.'])).toEqual([])
})
