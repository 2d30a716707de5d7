import { html } from 'hono/html'
import type { Step } from '../frame/step.ts'
import { agencyWords, leaf, type Sheet } from './sheet.ts'

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

export const endedStep = (sheet: Sheet): Step => {
  const { heading, lede } = WORDS[sheet.view.step === 'withdrawn' ? 'withdrawn' : 'expired']
  return {
    title: heading,
    body: leaf(
      sheet,
      { heading, lede },
      html`<div class="card bound sheet">
<h2>If you want to insure your home after all</h2>
<p>Ask the business that sent you here to start a new application, or ${agencyWords(sheet)}.</p>
</div>`,
    ),
  }
}
