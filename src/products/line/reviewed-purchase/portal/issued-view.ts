import { html } from 'hono/html'
import { dayIn } from '../../../../platform/lib/local-day.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { contactSlot } from '../../../../platform/pages/service-marks.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import { usd } from '../../../../platform/values/money.ts'
import { UNNAMED_OPERATOR } from '../../buying/signature.ts'
import { paperView } from '../../portal/consents-view.ts'
import { policyCard, policyWords } from '../../portal/policy-card.ts'
import { countdownWords, runsOn } from '../../portal/policy-end.ts'
import { agreement } from '../../portal/signing.ts'
import { lineOf } from '../reviewed-line.ts'
import { electronicToAgree } from './buyers-review.ts'
import type { ReviewContext } from './review-context.ts'
import { say, sayHtml, sayKnown } from './say.ts'

type Signature = NonNullable<NonNullable<ReviewContext['session']['policy']>['signature']>

const isUnnamed = (by: string): boolean => by === UNNAMED_OPERATOR || by.startsWith('operator opr_')

const signatureWords = ({ kind, by, at }: Signature, state: string): string => {
  const day = dayWords(dayIn(state, new Date(at)))
  const who = isUnnamed(by) ? say('the business that applied for you') : sayKnown(by)
  return kind === 'person'
    ? say('By {by}, on {day}', { by, day })
    : `${say('By {by}, who told us that you confirmed the purchase on {day}', { by: who, day })}. ${say('If you didn’t, contact the agency right away.')}`
}

const limit = (coverage_limit: number, isOld: boolean): Html =>
  html`<dt>${say('Limit')}</dt><dd>${usd(coverage_limit)}${isOld ? html`<p class="soft small">${say('This is the limit of the first period. The declarations page of your renewal has the current one.')}</p>` : ''}</dd>`

const signed = ({ view, session }: ReviewContext): Html => {
  const { signature } = session.policy ?? {}
  return signature
    ? html`<dt>${signature.kind === 'person' ? say('Signed') : say('Ordered')}</dt><dd>${signatureWords(signature, view.household.state ?? '')}</dd>`
    : html``
}

const card = (context: ReviewContext): Html => {
  const { policy, session, path } = context
  if (!policy || !session.policy) return html``
  const { coverage_limit, documents } = session.policy
  return policyCard(policy, {
    href: `${path}/request`,
    about: limit(coverage_limit, policy.isLimitOld),
    facts: signed(context),
    documents: documents.map(({ name, url }) => ({
      kind: name.split('-')[0] ?? '',
      link: (words: string) => html`<a class="button" href="${url}" download>${words}</a>`,
    })),
    underlying: policy.underlying,
  })
}

const countdown = ({ policy }: ReviewContext): Html => {
  const words = policy && runsOn(policy) ? countdownWords(policy.today, policy.effective_date) : ''
  return words === '' ? html`` : html`<p class="callout info">${words}</p>`
}

const after = ({ view, session: { policy: one } }: ReviewContext): Html =>
  one
    ? html`<section class="card bound sheet" aria-labelledby="after">
<h2 id="after">${say('What to know from now on')}</h2>
<ul><li>${sayKnown(lineOf(view).portal.afterwards)}</li>
<li>${sayHtml('If you have a question, {contact}.', { contact: contactSlot })}</li></ul>
</section>`
    : html``

/** E-SIGN, 15 U.S.C. 7001(c): the consent is the buyer's own. */
const electronicView = (context: ReviewContext): Html => {
  const { signature } = context.session.policy ?? {}
  if (signature === undefined || signature.kind === 'person') return html``
  const words = electronicToAgree(context.consents, context)
  return words
    ? html`<form method="post" action="${context.path}/electronic" class="on-screen" novalidate>${context.token}
${agreement(context, words, {
  name: 'electronic_records',
  heading: say('Your documents by email'),
  intro: html`<p>${say('We were told on your behalf that you agree to this. If that’s right, tell us yourself. If not, choose postal mail below.')}</p>`,
  label: say('I agree to receive documents electronically.'),
})}
<p class="row"><button class="secondary">${say('Agree')}</button></p>
</form>`
    : html``
}

export const issued = (context: ReviewContext): { heading: string; lede: Html | string; more: Html } => {
  const { policy, session, path } = context
  const { isReal, ...words } = policyWords(policy ? [policy] : [], {
    sandbox: session.sandbox,
    lede: sayKnown(lineOf(context.view).portal.issued),
    again: say('Your agent can start a new application with you.'),
  })
  return {
    ...words,
    more: html`${isReal ? countdown(context) : ''}
${card(context)}
${after(context)}
${electronicView(context)}
${paperView({ ...context, action: `${path}/paper` })}`,
  }
}
