import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { umbrellaLine } from '../../../umbrella/line.ts'
import { questionsIn } from './questions.ts'
import type { ReviewContext } from './review-context.ts'
import { askedView } from './review-view.ts'

test('what is wrong with a list belongs to the list, where the summary of errors leads', () => {
  const view = {
    line: umbrellaLine.name,
    today: '2026-11-19',
    household: { field_estimates: [], locked: [] },
  }
  const [drivers] = questionsIn(view, { fields: ['additional_drivers'] })
  const context = {
    view,
    token: html``,
    typed: new URLSearchParams(),
    errors: [
      {
        name: 'additional_drivers',
        message: 'Other drivers: Enter at most 10.',
        inPlace: 'Enter at most 10.',
      },
    ],
  } as unknown as ReviewContext
  const shown = String(drivers && askedView(context, drivers))
  expect(shown).toMatch(
    /<div id="additional_drivers" tabindex="-1" role="group" aria-label="[^"]+" aria-describedby="additional_drivers-error">/,
  )
  expect(shown).toContain('id="additional_drivers-error">Enter at most 10.')
})
