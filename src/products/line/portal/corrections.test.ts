import { expect, test } from 'vitest'
import { homeFields } from '../../homeowners/application/fields.ts'
import { correctionsIn } from './question-field.ts'

const { roof_date, roof_type } = homeFields
const questions = [
  { name: 'home[0].roof_date', label: '', description: '', definition: roof_date, value: '2012-01-01' },
  { name: 'home[0].roof_type', label: '', description: '', definition: roof_type, value: 'metal' },
]

const typed = (form: Record<string, string>) =>
  correctionsIn(questions, new URLSearchParams(form)).map(({ item, text }) => [item.name, text])

test('only the answers that differ from the page are corrections', () => {
  expect(typed({ 'home[0].roof_date': '2012', 'home[0].roof_type': 'slate' })).toEqual([
    ['home[0].roof_type', 'slate'],
  ])
  expect(typed({ 'home[0].roof_date': ' 2012 ', 'home[0].roof_type': 'metal' })).toEqual([])
})

test('an answer that was cleared is a correction, and one that was not sent is not', () => {
  expect(typed({ 'home[0].roof_date': '' })).toEqual([['home[0].roof_date', '']])
})

test('an answer that changed while the page was open is no correction, unless the person typed over it', () => {
  const shown = { 'home[0].roof_date.shown': '2005', 'home[0].roof_type.shown': '' }
  expect(typed({ ...shown, 'home[0].roof_date': '2005', 'home[0].roof_type': '' })).toEqual([])
  expect(typed({ ...shown, 'home[0].roof_date': '2007', 'home[0].roof_type': 'metal' })).toEqual([
    ['home[0].roof_date', '2007'],
  ])
})
