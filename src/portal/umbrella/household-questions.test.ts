import { expect, test } from 'vitest'
import { speaking } from '../../language/language.ts'
import { answersIn, questionsIn } from './household-questions.ts'

test('who had no insurance company can say so in Spanish, and carriers read it in English', () => {
  const questions = questionsIn({ fields: ['prior_carrier'] }, { field_estimates: [], locked: [] })
  const said = (text: string) => answersIn(new URLSearchParams({ prior_carrier: text }), questions)
  expect(said('Ninguna')).toEqual({ prior_carrier: 'none' })
  expect(said('Ninguna Mutual')).toEqual({ prior_carrier: 'Ninguna Mutual' })
  const household = { prior_carrier: 'none', field_estimates: [], locked: [] }
  const [again] = speaking('es', () => questionsIn({ fields: ['prior_carrier'] }, household))
  expect(again?.text).toBe('ninguna')
})
