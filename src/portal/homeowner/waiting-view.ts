import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { progressCard } from '../frame/live-progress.ts'
import type { Screen } from '../frame/screen.ts'
import { type StepContext, stepBody } from './step-context.ts'

const answered = ({ view: { quoting } }: StepContext): Html => {
  const { asked, answered: count } = quoting ?? { asked: 0, answered: 0 }
  return html`<p class="figure">${count} of ${asked}</p>
<p id="answered">${count === 1 ? 'company has' : 'companies have'} answered.</p>
<progress max="${Math.max(1, asked)}" value="${count}" aria-labelledby="answered"></progress>`
}

export const waitingStep = (context: StepContext): Screen => ({
  title: 'Asking for quotes',
  live: true,
  body: stepBody(
    context,
    {
      heading: 'We’re getting quotes for your home',
      lede: context.view.quoting?.by
        ? `Some insurance companies need longer. We expect the last answer by ${context.view.quoting.by}.`
        : 'This usually takes a few seconds, and ten minutes at most. The page updates by itself.',
    },
    html`${progressCard(context.view, '/portal/quotes', answered(context))}
<p class="soft">${context.view.quoting?.by && !context.view.sandbox ? 'You can close this page. We’ll email you when your quotes are ready.' : 'You can close this page and come back later. We’ll keep your place.'}</p>`,
  ),
})

const bindingLede = ({ view: { bindingBy, isBindingLate } }: StepContext): string => {
  if (isBindingLate)
    return `You’ve signed, and your order is with the insurance company. It has not answered, although your policy was expected by ${bindingBy}. You’re not covered before it is issued, so keep the coverage you have.`
  return bindingBy
    ? `You’ve signed, and your order is with the insurance company. We expect your policy by ${bindingBy}. You’re not covered before it is issued.`
    : 'You’ve signed, and your order is with the insurance company. You don’t need to do anything else.'
}

export const bindingStep = (context: StepContext): Screen => ({
  title: 'Issuing your policy',
  live: true,
  body: stepBody(
    context,
    {
      heading: 'Your policy is being issued',
      lede: bindingLede(context),
    },
    html`${progressCard(
      context.view,
      '/portal/sign',
      html`<p id="issuing">Waiting for the insurance company…</p>
<progress aria-labelledby="issuing"></progress>`,
    )}
<p class="soft">${context.view.bindingBy ? '' : 'This usually takes a few seconds. '}You can close this page: ${context.view.sandbox ? 'come back whenever you like' : 'we’ll email you when the policy is issued'}.</p>`,
  ),
})
