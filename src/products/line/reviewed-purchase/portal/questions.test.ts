import { expect, test } from 'vitest'
import { speaking } from '../../../../platform/language/language.ts'
import { homeFields } from '../../../homeowners/application/fields.ts'
import { umbrellaFields } from '../../../umbrella/fields.ts'
import { umbrellaLine } from '../../../umbrella/line.ts'
import { answerWords } from '../../portal/answer-words.ts'
import { answerLines, answersIn, questionsIn } from './questions.ts'

test('who had no insurance company can say so in Spanish, and carriers read it in English', () => {
  const of = (household: object) => ({
    line: umbrellaLine.name,
    today: '2026-11-19',
    household: { ...household, field_estimates: [], locked: [] },
  })
  const asked = { fields: ['prior_carrier'] }
  const questions = questionsIn(of({}), asked)
  const said = (text: string) => answersIn(new URLSearchParams({ prior_carrier: text }), questions)
  expect(said('Ninguna')).toEqual({ prior_carrier: 'none' })
  expect(said('Ninguna Mutual')).toEqual({ prior_carrier: 'Ninguna Mutual' })
  const [again] = speaking('es', () => questionsIn(of({ prior_carrier: 'none' }), asked))
  expect(again?.text).toBe('ninguna')
  const shown = speaking('es', () => answerLines('prior_carrier', umbrellaFields.prior_carrier, 'none'))
  expect(shown).toEqual(['Ninguna'])
})

test('an item of which nothing is known still has words on the page', () => {
  expect(answerLines('vehicles', umbrellaFields.vehicles, [{}])).toEqual(['No details'])
  expect(answerWords('loans', homeFields.loans, [{}])).toBe('No details')
})
