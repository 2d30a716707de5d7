import { html } from 'hono/html'
import type { Html } from '../../pages/frame.ts'
import { polled } from '../frame/poll.ts'
import type { Step } from '../frame/step.ts'
import { leaf, type Sheet } from './sheet.ts'

const answered = ({ view: { quoting } }: Sheet): Html => {
  const { asked, answered: count } = quoting ?? { asked: 0, answered: 0 }
  return html`<p class="figure">${count} of ${asked}</p>
<p id="answered">${count === 1 ? 'answer is' : 'answers are'} in.</p>
<progress max="${Math.max(1, asked)}" value="${count}" aria-labelledby="answered"></progress>`
}

export const waitingStep = (sheet: Sheet): Step => ({
  title: 'Asking for quotes',
  live: true,
  body: leaf(
    sheet,
    {
      heading: 'Insurance companies are looking at your home',
      lede: 'This takes a few seconds as a rule, ten minutes at most. The page goes on by itself.',
    },
    html`${polled(sheet.view, '/portal/quotes', answered(sheet))}
<p class="soft">You can close this page and come back later: your place is kept.</p>`,
  ),
})

export const bindingStep = (sheet: Sheet): Step => ({
  title: 'Issuing your policy',
  live: true,
  body: leaf(
    sheet,
    {
      heading: 'Your policy is being issued',
      lede: 'You have signed, and the order is with the insurance company. Do not sign again: there is nothing more for you to do.',
    },
    html`${polled(
      sheet.view,
      '/portal/sign',
      html`<p id="issuing">Waiting for the insurance company…</p>
<progress aria-labelledby="issuing"></progress>`,
    )}
<p class="soft">This takes a few seconds as a rule. You can close this page: ${sheet.view.sandbox ? 'come back whenever you like' : 'the policy is mailed to you too'}.</p>`,
  ),
})
