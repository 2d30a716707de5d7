import { html } from 'hono/html'
import type { Html } from '../../../platform/pages/html.ts'
import { demonstrationMark } from '../../../platform/pages/service-marks.ts'
import { usd } from '../../../platform/values/money.ts'
import type { ShownPolicy } from '../../../products/line/aftersale/shown-policy.ts'
import { carrierInfoFacts } from '../frame/carrier-info-view.ts'
import { lifeWords } from '../frame/life-words.ts'
import { paidFacts } from '../frame/paid-facts.ts'
import { documentsLanguage, downloadWords } from '../frame/policy-documents.ts'
import { endCallout, endHeading, endLede, lastDayOf, periodFacts, runsOn } from '../frame/policy-end.ts'
import { say } from '../words/say.ts'
import { policyRequestsView } from './policy-requests-view.ts'
import { type Renewing, renewalCallout, renewalView, renewingOf } from './renewal-view.ts'

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
<dt>${say('Status')}</dt><dd>${lifeWords(one.life, one)}</dd>
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
