import { html } from 'hono/html'
import { changeKinds } from '../../../agency/carriers/contract/policy-change.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { MOST_DETAILS, POLICY_REQUEST_WORDS } from '../../../agency/policies/policy-request.ts'
import { errorSummary, fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { KEPT_FORM } from '../../../platform/pages/language-switch.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { unusedPremiumCents, type Wanted } from '../aftersale/policy-requests.ts'
import { shownLife } from '../aftersale/shown-life.ts'
import { changeAsked, partFacts, partFields, partsKept } from './change-parts.ts'
import { CHANGE, kindIn, type RequestVisit } from './policy-request.ts'
import { renewalFacts, renewingOf } from './renewal-view.ts'
import { say, sayKnown } from './say.ts'
import { errorAt } from './screen.ts'

const askingIn = ({ policy, typed }: Pick<RequestVisit, 'policy' | 'typed'>) => {
  const kind = changeAsked(typed)
  return kind && { kind, policy, typed }
}

const startField = (visit: RequestVisit, hint: string): Html =>
  fieldView({
    name: 'wanted_on',
    label: say('From when'),
    hint,
    error: errorAt(visit, 'wanted_on'),
    texts: [visit.typed.get('wanted_on') ?? ''],
    control: { kind: 'line', type: 'date', short: true },
  })

const notYet = (): Html => html`<p class="row"><button>${say('Continue')}</button></p>
<p class="soft small">${say('Nothing is sent yet. You’ll see it once more first.')}</p>`

const partsView = (visit: RequestVisit, asking: NonNullable<ReturnType<typeof askingIn>>): Html =>
  html`<form method="post" action="${visit.action}" id="${KEPT_FORM}" class="card bound sheet" novalidate>${visit.token}
<p>${say('We’ll ask {carrier} to change it. Your policy stays as it is until it has agreed.', { carrier: visit.policy.carrier })}</p>
${partFields(asking, name => errorAt(visit, name))}
${startField(visit, say('You can leave it empty.'))}
${notYet()}
</form>`

const otherForms = ({ hasLender, action }: RequestVisit): Html =>
  html`<ul>${changeKinds
    .filter(kind => hasLender || kind !== 'lender')
    .map(
      kind => html`<li><a href="${action}?kind=${kind}">${sayKnown(POLICY_REQUEST_WORDS[kind])}</a></li>`,
    )}</ul>`

const formView = (visit: RequestVisit): Html => {
  const { typed, action, token } = visit
  const problem = errorAt(visit, 'details')
  return html`<form method="post" action="${action}" id="${KEPT_FORM}" class="card bound sheet" novalidate>${token}
${fieldView({
  name: 'kind',
  label: say('What you want'),
  error: errorAt(visit, 'kind'),
  texts: [typed.get('kind') ?? ''],
  control: {
    kind: 'select',
    options: [
      { value: '', label: say('Choose') },
      ...(['cancellation', 'documents'] as const).map(value => ({
        value,
        label: sayKnown(POLICY_REQUEST_WORDS[value]),
      })),
    ],
  },
})}
${startField(visit, say('If you cancel, this day is not covered. Otherwise you can leave it empty.'))}
<div class="field wide"><label for="details">${say('Which document, or anything else')}</label>
<p class="hint small" id="details-hint">${say('In your own words. You don’t need to give a reason to cancel.')}</p>
${problem ? html`<p class="error-text small" id="details-error">${problem}</p>` : ''}
<textarea id="details" name="details" rows="4" maxlength="${MOST_DETAILS}" aria-describedby="details-hint${problem ? ' details-error' : ''}"${problem ? html` aria-invalid="true"` : ''}>${typed.get('details') ?? ''}</textarea></div>
${notYet()}
</form>`
}

const moneyWords = (policy: Policy, { kind, wanted_on }: Wanted): Html =>
  kind === 'cancellation' && wanted_on !== null
    ? html`<p>${say('About {amount} of the yearly price is for the days after that, without fees and taxes. If you’ve paid it, {carrier} decides how much you get back.', { amount: usdCents(unusedPremiumCents(policy, wanted_on)), carrier: policy.carrier })}</p>
<p class="callout warning">${say('Don’t cancel before another policy covers you. If you have a lender, it requires insurance.')}</p>`
    : html``

const renewalPreview = ({ policy, now }: RequestVisit): Html | null => {
  const renewing = renewingOf({ ...shownLife(policy, now), carrier: policy.carrier })
  return renewing && renewalFacts(renewing)
}

const previewView = (visit: RequestVisit, wanted: Wanted): Html => {
  const { policy, action, back, token } = visit
  const { kind, wanted_on, details } = wanted
  const parts = askingIn(visit)
  const offer = kind === 'renewal' ? renewalPreview(visit) : null
  return html`<form method="post" action="${action}" id="${KEPT_FORM}" class="card bound sheet">${token}
<input type="hidden" name="kind" value="${kind}"><input type="hidden" name="wanted_on" value="${wanted_on ?? ''}">
${parts ? partsKept(parts) : html`<input type="hidden" name="details" value="${details}">`}<input type="hidden" name="confirmed" value="yes">
<h2>${say('Check your request')}</h2>
<dl class="facts"><dt>${say('Policy')}</dt><dd>${policy.policy_number}, ${policy.carrier}</dd>
<dt>${say('What you want')}</dt><dd>${sayKnown(POLICY_REQUEST_WORDS[kind])}</dd>
${wanted_on === null || offer ? '' : html`<dt>${say('From when')}</dt><dd>${dayWords(wanted_on)}${kind === 'cancellation' ? ', 12:01 a.m.' : ''}</dd>`}
${parts ? partFacts(parts) : ''}
${parts || details === '' || offer ? '' : html`<dt>${say('What should change')}</dt><dd>${details}</dd>`}</dl>
${offer ?? ''}
${moneyWords(policy, wanted)}
<p>${
    offer
      ? say(
          'We’ll tell {carrier} that you accept. The policy is renewed once it confirms, and we’ll email you then. Nothing is charged here.',
          { carrier: policy.carrier },
        )
      : say(
          'We’ll ask {carrier}. Your policy stays as it is until it has agreed, and we’ll email you its answer.',
          { carrier: policy.carrier },
        )
  }</p>
<p class="row"><button>${say('Send my request')}</button> ${offer ? '' : html`<button class="secondary" name="${CHANGE}" value="yes">${say('Change it')}</button> `}<a href="${back}">${say('Don’t send it')}</a></p>
</form>`
}

export const requestTitle = ({ preview, typed }: Pick<RequestVisit, 'preview' | 'typed'>): string => {
  if (preview?.kind === 'renewal') return say('Accept the renewal offer')
  const kind = kindIn(typed)
  return kind && changeAsked(typed)
    ? sayKnown(POLICY_REQUEST_WORDS[kind])
    : say('Change or cancel your policy')
}

const formFor = (visit: RequestVisit): Html => {
  if (visit.preview !== null) return previewView(visit, visit.preview)
  const parts = askingIn(visit)
  return parts ? partsView(visit, parts) : html`${otherForms(visit)}${formView(visit)}`
}

export const policyRequestBody = (visit: RequestVisit): Html => html`<div class="leaf">
<p><a href="${visit.back}">${say('Back to your policy')}</a></p>
${visit.errors.length > 0 ? errorSummary(visit.errors) : ''}
<h1>${requestTitle(visit)}</h1>
<p class="lede">${say('{number} from {carrier}', { number: visit.policy.policy_number, carrier: visit.policy.carrier })}</p>
${formFor(visit)}
</div>`
