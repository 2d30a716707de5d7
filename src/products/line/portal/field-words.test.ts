import { expect, test } from 'vitest'
import { householdWords } from '../../umbrella/portal.ts'
import { fieldWords } from './field-words.ts'

test('a day that must be ahead is not explained with a fixed day, which passes and is then refused', () => {
  const hints = [fieldWords('closing_date').hint, householdWords.effective_date?.hint]
  for (const hint of hints)
    expect(hint).toMatch(/^Month\/day\/year, with four digits for the year\.(?!.*\d{4})/)
})
