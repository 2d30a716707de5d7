import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { differenceWords } from './offer-differences.ts'

const dwelling = { label: 'Dwelling', amount: '$400,000' }
const best = { rows: [dwelling, { label: 'Deductible', amount: '$1,000' }], form: 'HO-5' }
const limit = { rows: [{ label: 'Umbrella limit', amount: '$1,000,000' }] }

test('only what was compared is said to be the same', () => {
  expect(differenceWords(best, best)).toBe('Same limits and deductibles shown.')
  expect(differenceWords(limit, limit)).toBe('Same limits shown.')
  expect(speaking('es', () => differenceWords(limit, limit))).toBe(
    'Los límites que se muestran son los mismos.',
  )
})

test('another policy form, or a surplus lines insurer, is named', () => {
  expect(differenceWords({ ...best, form: 'HO-3', admitted: false }, best)).toBe(
    'Same limits and deductibles shown, but HO-3 instead of HO-5; a surplus lines insurer instead of an admitted one.',
  )
  expect(differenceWords(best, { ...best, admitted: false })).toBe(
    'Same limits and deductibles shown, but an admitted insurer instead of a surplus lines one.',
  )
  expect(differenceWords({ ...limit, admitted: false }, limit)).toBe(
    'Same limits shown, but a surplus lines insurer instead of an admitted one.',
  )
})

test('another deductible leaves the limits the same', () => {
  const rows = [dwelling, { label: 'Deductible', amount: '$2,500' }]
  expect(differenceWords({ ...best, rows }, best)).toBe('Same limits shown, but deductible $2,500.')
})

test('another limit, or a coverage that is missing, is never called the same', () => {
  const rows = [{ label: 'Dwelling', amount: '$380,000' }]
  expect(differenceWords({ ...best, rows, form: 'HO-3' }, best)).toBe(
    'Different: HO-3 instead of HO-5; dwelling $380,000; no deductible.',
  )
})
