import { html } from 'hono/html'
import type { Screen } from '../frame/screen.ts'
import { stepBody } from '../frame/step-body.ts'
import { say } from '../words/say.ts'
import { contactAgency, type StepContext } from './step-context.ts'

const WORDS = {
  withdrawn: {
    heading: 'You withdrew your application',
    lede: 'You bought nothing and owe nothing. We’ve stopped contacting insurance companies.',
  },
  expired: {
    heading: 'This application has expired',
    lede: 'We closed it because it hadn’t changed for a long time. You bought nothing and owe nothing.',
  },
} as const

export const endedStep = (context: StepContext): Screen => {
  const words = WORDS[context.view.step === 'withdrawn' ? 'withdrawn' : 'expired']
  const [heading, lede] = [say(words.heading), say(words.lede)]
  return {
    title: heading,
    body: stepBody(
      context,
      { heading, lede },
      html`<div class="card bound sheet">
<h2>${say('Still want to insure your home?')}</h2>
<p>${say('Ask the business that sent you here to start a new application, or {contact}.', { contact: contactAgency(context) })}</p>
</div>`,
    ),
  }
}
