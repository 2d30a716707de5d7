import { html } from 'hono/html'
import type { PolicyLife, PolicyStanding } from '../../../agency/policies/policy-life.ts'
import { POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import type { ShownPolicy } from '../aftersale/shown-policy.ts'
import { carrierInfoFacts } from './carrier-words.ts'
import { documentsLanguage, downloadWords } from './policy-documents.ts'
import { endCallout, endHeading, endLede, lastDayOf, periodFacts, runsOn } from './policy-end.ts'
import { paidFacts, type Renewing, renewalCallout, renewalView, renewingOf } from './renewal-view.ts'
import { say, sayKnown } from './say.ts'

const LIFE = {
  active: 'Active',
  cancel_requested: 'Cancellation requested. It stays active until the insurance company agrees.',
  canceled: 'Canceled',
  change_requested: 'Change requested. It stays as it is until the insurance company agrees.',
  changed: 'Changed as requested',
  renewal_offered: 'Active, with an offer to renew it',
  renewed: 'Renewed',
  expired: 'Expired',
} as const satisfies Record<PolicyLife, string>

const NOT_STARTED = 'Issued. Coverage hasn’t started yet.'

export const lifeWords = ({ life, state, ends_on }: PolicyStanding): string => {
  if (state === 'ending') return say('Active. It ends on {day} at 12:01 a.m.', { day: dayWords(ends_on) })
  return life === 'active' && state === 'scheduled' ? say(NOT_STARTED) : say(LIFE[life])
}

const STATUSES = {
  open: 'We have it.',
  with_carrier: 'The insurance company has it.',
  done: 'Done.',
  declined: 'Not possible.',
} as const

const policyRequestsView = (requests: ShownPolicy['requests'], href: string, number: string): Html => html`
${
  requests.length === 0
    ? ''
    : html`<h3>${say('What you asked for')}</h3><ul>${requests.map(
        ({ kind, status, asked_on, answer }) =>
          html`<li>${sayKnown(POLICY_REQUEST_WORDS[kind])}, ${dayWords(asked_on)}: <strong>${say(STATUSES[status])}</strong> ${answer === null ? '' : ownWords(answer)}</li>`,
      )}</ul>`
}
<p class="on-screen"><a href="${href}">${say('Change or cancel this policy')}<span class="hidden"> ${number}</span></a></p>`

type Parts = {
  /** Where the policy is changed, canceled, and renewed. */
  href: string
  about: Html
  facts?: Html
  below?: Html
  more?: Html
  documents: readonly { kind: string; link(words: string): Html }[]
  underlying?: Renewing['underlying']
}

export const policyCard = (
  one: ShownPolicy,
  { href, about, facts, below, more, documents, underlying }: Parts,
): Html => {
  const renewing = renewingOf({ ...one, underlying })
  return html`<article class="card policy" aria-labelledby="${one.policy_id}">
<header><p>${one.carrier}</p>
<h2 id="${one.policy_id}">${one.policy_number}</h2>${one.illustrative ? demonstrationMark : ''}</header>
${runsOn(one) ? renewalCallout(renewing, href) : endCallout(one)}
<dl class="facts">
<dt>${say('Status')}</dt><dd>${lifeWords(one)}</dd>
${about}
${periodFacts(one, one.covered_from)}
<dt>${say('Price')}</dt><dd>${say('{price} a year', { price: usd(one.annual_price) })}</dd>
${paidFacts(one.paid)}
${carrierInfoFacts(one.carrier_info)}
${facts ?? ''}
</dl>
${below ?? ''}
<p class="row">
${documents.map(({ kind, link }) => link(downloadWords(kind)))}
</p>
${documentsLanguage(documents)}
${more ?? ''}
${runsOn(one) ? renewalView(renewing, href) : ''}
${policyRequestsView(one.requests, href, one.policy_number)}
</article>`
}

type Words = { heading: string; lede: string | Html }

const unreal = (policies: readonly ShownPolicy[], sandbox: boolean): Words | null => {
  const isOne = policies.length === 1
  if (sandbox)
    return {
      heading: say('Your test is complete'),
      lede: isOne
        ? say('This is the sandbox. The policy covers nothing, and its binder says so.')
        : say('This is the sandbox. These policies cover nothing, and their binders say so.'),
    }
  return policies.length > 0 && policies.every(({ illustrative }) => illustrative)
    ? {
        heading: say('Your demonstration is complete'),
        lede: isOne
          ? say('The insurance company is invented. This policy covers nothing, and its binder says so.')
          : say('Everything here is invented. These policies cover nothing, and their binders say so.'),
      }
    : null
}

const isSameEnd = (one: ShownPolicy, other: ShownPolicy): boolean =>
  !runsOn(one) && one.is_void === other.is_void && (one.is_void || lastDayOf(one) === lastDayOf(other))

const headingFor = (policies: readonly ShownPolicy[]): string => {
  const [first, ...others] = policies
  if (first === undefined) return say('Your policy')
  if (!policies.every(runsOn))
    return others.every(one => isSameEnd(one, first)) ? endHeading(first) : say('Your policies')
  return others.every(({ covered_from }) => covered_from === first.covered_from)
    ? say('You’re covered from {start}', { start: first.covered_from })
    : say('Your policies have been issued')
}

/** `again`: how to get another policy, once these have ended. */
export const policyWords = (
  policies: readonly ShownPolicy[],
  { sandbox, lede, again }: { sandbox: boolean; lede: string | Html; again: string },
): Words & { isReal: boolean } => {
  const words = unreal(policies, sandbox)
  if (words) return { ...words, isReal: false }
  const first = policies.find(one => !one.is_void) ?? policies[0]
  return {
    heading: headingFor(policies),
    lede: first && !policies.some(runsOn) ? `${endLede(first)} ${again}` : lede,
    isReal: true,
  }
}
