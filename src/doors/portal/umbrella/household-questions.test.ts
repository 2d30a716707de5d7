import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { homeFields } from '../../../products/homeowners/application/fields.ts'
import { umbrellaFields } from '../../../products/umbrella/fields.ts'
import { answerWords } from '../form/given-answers.ts'
import { answerLines, answersIn, questionsIn } from './household-questions.ts'

test('who had no insurance company can say so in Spanish, and carriers read it in English', () => {
  const questions = questionsIn({ fields: ['prior_carrier'] }, { field_estimates: [], locked: [] })
  const said = (text: string) => answersIn(new URLSearchParams({ prior_carrier: text }), questions)
  expect(said('Ninguna')).toEqual({ prior_carrier: 'none' })
  expect(said('Ninguna Mutual')).toEqual({ prior_carrier: 'Ninguna Mutual' })
  const household = { prior_carrier: 'none', field_estimates: [], locked: [] }
  const [again] = speaking('es', () => questionsIn({ fields: ['prior_carrier'] }, household))
  expect(again?.text).toBe('ninguna')
  const shown = speaking('es', () => answerLines('prior_carrier', umbrellaFields.prior_carrier, 'none'))
  expect(shown).toEqual(['Ninguna'])
})

test('an item of which nothing is known still has words on the page', () => {
  expect(answerLines('vehicles', umbrellaFields.vehicles, [{}])).toEqual(['No details'])
  expect(answerWords('loans', homeFields.loans, [{}])).toBe('No details')
})
