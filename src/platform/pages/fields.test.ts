import { expect, test } from 'vitest'
import { speaking } from '../language/language.ts'
import { titleToCorrect } from './fields.ts'

test('the title of a page says that something is to be corrected, in the language of the page', () => {
  const errors = [{ name: 'birthday', message: 'Your date of birth: Enter an answer.' }]
  expect(titleToCorrect('Answers', [])).toBe('Answers')
  expect(titleToCorrect('Answers', errors)).toBe('Please correct: Answers')
  expect(speaking('es', () => titleToCorrect('Respuestas', errors))).toBe('Por favor corrija: Respuestas')
})
