import { expect, test } from 'vitest'
import { speaking } from '../../../platform/language/language.ts'
import { answeredView } from './live-progress.ts'

const read = (asked: number, answered: number): string =>
  String(answeredView({ asked, answered }))
    .replaceAll(/(\s*<[^>]*>\s*)+/g, ' ')
    .trim()

test('how many companies have answered is one sentence, whatever the numbers are', () => {
  expect(read(4, 0)).toBe('0 of 4 companies have answered.')
  expect(read(4, 1)).toBe('1 of 4 companies has answered.')
  expect(read(4, 3)).toBe('3 of 4 companies have answered.')
  expect(read(1, 1)).toBe('1 of 1 company has answered.')
  expect(speaking('es', () => read(4, 1))).toBe('1 de 4 compañías ha respondido.')
})
