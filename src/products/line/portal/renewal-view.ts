import { html } from 'hono/html'
import { type PaidRow, renewalPaidRows } from '../../../agency/policies/how-paid.ts'
import type { Underlying } from '../../../agency/policies/life/limits.ts'
import { isWaiting, type PolicyRequest } from '../../../agency/policies/life/requests.ts'
import type { PolicyRenewal } from '../../../agency/policies/policy-life.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { ownWords } from '../../../platform/pages/own-words.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { priceMove } from '../aftersale/price-move.ts'
import { say } from './say.ts'

export type Renewing = {
  carrier: string
  /** Dollars a year, in the current period. */
  annual_price: number
  renewal: PolicyRenewal
  isAccepted: boolean
  underlying?: Underlying | null | undefined
}

type Renewable = Omit<Renewing, 'renewal' | 'isAccepted'> & {
  renewal?: PolicyRenewal | null | undefined
  requests?: readonly Pick<PolicyRequest, 'kind' | 'status'>[] | undefined
}

export const renewingOf = ({
  carrier,
  annual_price,
  renewal,
  underlying,
  requests = [],
}: Renewable): Renewing | null =>
  renewal
    ? {
        carrier,
        annual_price,
        renewal,
        underlying,
        isAccepted: requests.some(one => one.kind === 'renewal' && isWaiting(one)),
      }
    : null

const reasonList = (carrier: string, reasons: readonly string[]): Html =>
  reasons.length === 0
    ? html`${say('{carrier} gave no reason.', { carrier })}`
    : html`<ul>${reasons.map(reason => html`<li>${ownWords(reason)}</li>`)}</ul>`

export const renewalFacts = ({ carrier, annual_price, renewal }: Renewing): Html => {
  const {
    status,
    annual_price: offered,
    effective_date,
    expiration_date,
    valid_until,
    reasons,
    policy_number,
  } = renewal
  if (offered === undefined || expiration_date === undefined) return html``
  const price = priceMove(annual_price, offered)
  const isRenewed = status === 'renewed'
  return html`<dl class="facts">
<dt>${say('Price now')}</dt><dd>${price.from}</dd>
<dt>${isRenewed ? say('New price') : say('Offered price')}</dt><dd><strong>${price.to}</strong></dd>
<dt>${say('Difference')}</dt><dd>${price.difference}</dd>
<dt>${say('Reasons from {carrier}', { carrier })}</dt><dd>${reasonList(carrier, reasons)}</dd>
<dt>${say('New period')}</dt><dd>${say('{from} to {until}, 12:01 a.m.', { from: dayWords(effective_date), until: dayWords(expiration_date) })}</dd>
${policy_number === undefined ? '' : html`<dt>${say('New policy number')}</dt><dd>${policy_number}</dd>`}
${paidFacts(renewalPaidRows(renewal, { carrier }))}
${isRenewed || valid_until === undefined ? '' : html`<dt>${say('Accept by')}</dt><dd>${dayWords(valid_until)}</dd>`}
</dl>`
}

const underlyingWords = ({ underlying }: Renewing, href: string): Html =>
  underlying
    ? html`<p>${say('When the policy was issued, it required auto liability of at least {auto} (in thousands of dollars) and home liability of at least {home}.', underlying)} ${say('The new period may require other limits. Its declarations page states them.')}</p>
<p>${say('If your auto or home limits, drivers, vehicles or homes have changed since then, tell us before the policy is renewed.')} <a class="on-screen" href="${href}?kind=coverage">${say('Tell us what changed')}</a></p>`
    : html``

const dueWords = (carrier: string, { effective_date, valid_until }: PolicyRenewal): Html =>
  html`${valid_until === undefined ? '' : html`<p>${say('The offer from {carrier} expired after {day}.', { carrier, day: dayWords(valid_until) })}</p>`}
<p>${say('We’re asking {carrier} whether it renews this policy, and at what price. We’ll email you its answer.', { carrier })}</p>
<p>${say('Without a renewal, coverage ends on {day} at 12:01 a.m.', { day: dayWords(effective_date) })}</p>`

const offeredWords = (renewing: Renewing, href: string): Html => {
  const { carrier, renewal, isAccepted } = renewing
  return html`${renewalFacts(renewing)}
${underlyingWords(renewing, href)}
${
  isAccepted
    ? html`<p><strong>${say('You accepted this offer.')}</strong> ${say('The policy is renewed once {carrier} confirms it. We’ll email you.', { carrier })}</p>`
    : html`<p>${say('Nothing is renewed yet. Without a renewal, coverage ends on {day} at 12:01 a.m.', { day: dayWords(renewal.effective_date) })}</p>
<p class="on-screen"><a class="button" href="${href}?kind=renewal">${say('Accept this offer')}</a></p>`
}`
}

const bodyOf = (renewing: Renewing, href: string): Html => {
  const { carrier, renewal } = renewing
  const { status, effective_date, expiration_date } = renewal
  const day = dayWords(effective_date)
  switch (status) {
    case 'due':
      return html`${dueWords(carrier, renewal)}${underlyingWords(renewing, href)}`
    case 'offered':
      return offeredWords(renewing, href)
    case 'renewed':
      return html`<p>${say('{carrier} renewed this policy from {from} to {until}.', { carrier, from: day, until: dayWords(expiration_date ?? '') })}</p>
${renewalFacts(renewing)}`
    case 'not_renewed':
      return html`<p>${say('This policy is not renewed. Coverage ends on {day} at 12:01 a.m.', { day })}</p>`
  }
}

const anchorOf = (href: string): string => `renewal${href.replaceAll('/', '-')}`

export const renewalCallout = (renewing: Renewing | null, href: string): Html => {
  if (renewing === null) return html``
  const { carrier, isAccepted } = renewing
  const { status, effective_date, annual_price } = renewing.renewal
  const day = dayWords(effective_date)
  if (status === 'not_renewed')
    return html`<p class="callout warning">${say('This policy is not renewed. Coverage ends on {day} at 12:01 a.m.', { day })}</p>`
  return status === 'offered' && !isAccepted && annual_price !== undefined
    ? html`<p class="callout info">${say('{carrier} offers to renew this policy from {day}, for {price} a year. Nothing is renewed until you accept.', { carrier, day, price: usd(annual_price) })} <a href="#${anchorOf(href)}">${say('See the offer')}</a></p>`
    : html``
}

export const renewalView = (renewing: Renewing | null, href: string): Html =>
  renewing === null
    ? html``
    : html`<h3 id="${anchorOf(href)}">${say('Renewal')}</h3>
${bodyOf(renewing, href)}`

export const paidFacts = (rows: readonly PaidRow[]): Html =>
  html`${rows.map(
    ({ label, words, recorded }) => html`<dt>${label}</dt><dd>${recorded ? ownWords(words) : words}</dd>`,
  )}`
