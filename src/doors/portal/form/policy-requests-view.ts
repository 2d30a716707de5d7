import { html } from 'hono/html'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import type { Wanted } from '../../../products/line/aftersale/policy-requests.ts'
import { say, sayKnown } from '../words/say.ts'

const STATUSES = {
  open: 'We have it.',
  with_carrier: 'The insurance company has it.',
  done: 'Done.',
  declined: 'Not possible.',
} as const

type Shown = { kind: Wanted['kind']; status: keyof typeof STATUSES; asked_on: string; answer: string | null }

export const policyRequestsView = (
  requests: readonly Shown[],
  href: string | null,
  number: string,
): Html => html`
${
  requests.length === 0
    ? ''
    : html`<h3>${say('What you asked for')}</h3><ul>${requests.map(
        ({ kind, status, asked_on, answer }) =>
          html`<li>${sayKnown(POLICY_REQUEST_WORDS[kind])}, ${dayWords(asked_on)}: <strong>${say(STATUSES[status])}</strong> ${answer === null ? '' : ownWords(answer)}</li>`,
      )}</ul>`
}
${href === null ? '' : html`<p class="on-screen"><a href="${href}">${say('Change or cancel this policy')}<span class="hidden"> ${number}</span></a></p>`}`
