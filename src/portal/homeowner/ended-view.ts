import { html } from 'hono/html'
import type { Screen } from '../frame/screen.ts'
import { contactAgency, type StepContext, stepBody } from './step-context.ts'

const WORDS = {
  withdrawn: {
    heading: 'You withdrew your application',
    lede: 'Nothing was bought, nothing is owed, and no insurance company is asked any more.',
  },
  expired: {
    heading: 'This application has run out',
    lede: 'Nothing happened to it for a long time, so it was closed. Nothing was bought and nothing is owed.',
  },
} as const

export const endedStep = (context: StepContext): Screen => {
  const { heading, lede } = WORDS[context.view.step === 'withdrawn' ? 'withdrawn' : 'expired']
  return {
    title: heading,
    body: stepBody(
      context,
      { heading, lede },
      html`<div class="card bound sheet">
<h2>If you want to insure your home after all</h2>
<p>Ask the business that sent you here to start a new application, or ${contactAgency(context)}.</p>
</div>`,
    ),
  }
}
