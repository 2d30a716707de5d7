import { html } from 'hono/html'
import { expect, test } from 'vitest'
import { correctForm } from './correct-view.ts'

const inputOf = (problem: string | null): string => {
  const view = { token: html``, path: '/', seen: '', problem, typed: { what: 'zip', value: '', reason: '' } }
  const places = [{ name: 'zip', label: 'ZIP code', value: '', effect: 'none' as const }]
  return /<input id="value"[^>]*>/.exec(String(correctForm(places, view)))?.[0] ?? ''
}

test('the hint belongs to the value, and a wrong value takes the focus with what is wrong', () => {
  expect(inputOf(null)).toContain('aria-describedby="value-hint">')
  expect(inputOf('Enter five digits.')).toContain(
    'aria-describedby="value-hint value-problem" aria-invalid="true" autofocus>',
  )
})
