import { html } from 'hono/html'
import { expect, test } from 'vitest'
import type { StepContext } from './step-context.ts'
import { bindingStep } from './waiting-view.ts'

const pageOf = (homes: readonly object[]): string =>
  String(
    bindingStep({
      view: {
        sandbox: false,
        step: 'binding',
        homes,
        bindingBy: null,
        isBindingLate: false,
        isBindingSoon: false,
        placedByStaff: null,
      },
      token: html``,
      errors: [],
      notice: null,
    } as unknown as StepContext).body,
  )

const signed = { offers: [{ selected: true }, { selected: false }] }
const left = { offers: [{ selected: false }] }

test('who signed for several homes waits for several policies, and is covered home by home', () => {
  const several = pageOf([signed, signed])
  expect(several).toContain('Your policies are being issued')
  expect(several).toContain('Each home is covered only once its policy is issued.')
  expect(several).not.toMatch(/the policy is|your policy|insurance compan/i)
  expect(pageOf([signed, left])).toContain('Your policy is being issued')
})
