import { html } from 'hono/html'
import { expect, test } from 'vitest'
import type { PortalPolicy } from './homes.ts'
import { lenderForms } from './lender-step.ts'
import type { StepContext } from './step-context.ts'

test('of two homes, each form for a lender and its button name their home', () => {
  const context = {
    view: { sandbox: true },
    token: html``,
    typed: new URLSearchParams(),
    errors: [],
  } as unknown as StepContext
  const policies = ['12 Oak Street', '99 Elm Road'].map((address, at) => ({ policy_id: `p${at}`, address }))
  const shown = String(lenderForms(context, policies as unknown as PortalPolicy[]))
  for (const { address } of policies)
    for (const [tag, words] of [
      ['h2', 'Send proof of insurance to your lender'],
      ['button', 'Send to my lender'],
      ['a', 'Create a link yourself, or see who opened one'],
    ])
      expect(shown).toContain(`${words}<span class="hidden"> for ${address}</span></${tag}>`)
})
