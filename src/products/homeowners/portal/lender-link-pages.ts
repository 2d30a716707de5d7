import { html } from 'hono/html'
import { isLive, type LenderLink, lenderLinksOf } from '../../../agency/policies/closing/links.ts'
import type { PropertyEvidence } from '../../../agency/policies/evidence.ts'
import { stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { fieldView } from '../../../platform/pages/fields.ts'
import type { Html } from '../../../platform/pages/html.ts'
import { moment } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { pathWithNotice } from '../../line/portal/flow.ts'
import { askedCookie, readAsked } from '../../line/portal/sign-in.ts'
import { createLenderLink, lastDayOfLink, readEvidence, revokeLenderLink } from '../buying/lender-links.ts'
import { homeownerFlow } from './flow.ts'
import { ownPolicy } from './policy-pages.ts'
import { say } from './say.ts'

const PATH = '/policy/{id}/lender-links'

const pathOf = (policy_id: string): string => `/portal${PATH.replace('{id}', policy_id)}`

const MADE_BY = {
  insured: 'Created by you',
  operator: 'Created by the business that referred you',
  staff: 'Created by our staff',
} as const

const WHAT: Readonly<Record<string, string>> = { page: 'Page' }

const openings = ({ made_by, openings: all }: LenderLink): Html =>
  made_by !== 'insured' || all.length === 0
    ? html``
    : html`<details><summary>${say('Who opened it')}</summary><ul class="small">${all.map(
        ({ what, opened_at, address, userAgent }) =>
          html`<li>${moment(opened_at)}: ${WHAT[what] ?? what}, ${address}, ${userAgent}</li>`,
      )}</ul></details>`

type Shown = { token: Html; now: Date; state: string }

const linkCard = (link: LenderLink, { token, now, state }: Shown): Html => {
  const { link_id, policy_id, made_by, created_at, opened } = link
  const live = isLive(link, now)
  return html`<article class="card bound sheet" aria-labelledby="${link_id}">
<h3 id="${link_id}">${say(MADE_BY[made_by])}, ${dayWords(dayIn(state, created_at))}</h3>
<p>${live ? say('The link works until {day}.', { day: dayWords(lastDayOfLink(state, link)) }) : say('This link no longer works.')} ${say('{count, plural, =0 {Not opened yet.} one {Opened once.} other {Opened # times.}}', { count: opened })}</p>
${openings(link)}
${live ? html`<form method="post" action="${pathOf(policy_id)}/${link_id}">${token}<button class="secondary">${say('Turn off this link')}</button></form>` : ''}
</article>`
}

const lenderField = ({ mortgagees }: PropertyEvidence): Html =>
  mortgagees.length < 2
    ? html``
    : html`${fieldView({
        name: 'mortgagee',
        label: say('For which lender'),
        texts: [],
        control: {
          kind: 'select',
          options: [
            { value: '', label: say('All lenders') },
            ...mortgagees.map(({ name }, at) => ({ value: String(at + 1), label: name })),
          ],
        },
      })}`

const createForm = (
  policy_id: string,
  { token, evidence }: { token: Html; evidence: PropertyEvidence },
): Html => html`<form method="post" action="${pathOf(policy_id)}" class="card bound sheet" aria-labelledby="create">${token}
<h2 id="create">${say('Create a link for your lender')}</h2>
<ul><li>${say('Your lender sees the names of the insured, the property, the coverages, the premium, and the lenders on the policy.')}</li>
<li>${say('They can’t see your date of birth, your email or your other answers.')}</li>
<li>${say('The link works for 30 days. Anyone who has it can open it. We record each opening.')}</li></ul>
${lenderField(evidence)}
<p><button>${say('Create a link')}</button></p></form>`

const created = (url: string): Html => html`<section class="card bound sheet" aria-labelledby="link">
<h2 id="link" tabindex="-1" autofocus>${say('Your link')}</h2><p class="one-time-key">${url}</p>
<p>${say('Copy it now: we won’t show it again later.')}</p></section>`

const madeAbout = (policy_id: string): string => `lender ${policy_id}`

const listPage = homeownerFlow.page({ path: PATH }, async (app, caller, context) => {
  const { request, token } = context
  const policy = await ownPolicy(app, caller, request)
  const { uid, policy_id, policy_number, carrier } = policy
  const { evidence } = await readEvidence(app, caller, { uid, policy_number })
  const links = (await lenderLinksOf(app, uid)).filter(link => link.policy_id === policy_id)
  const made =
    request.query.created === undefined
      ? null
      : readAsked<{ url: string }>(app, request, madeAbout(policy_id))
  return homeownerFlow.frame(app, context, {
    title: say('Links for your lender'),
    body: html`<div class="leaf">
<p><a href="/portal/policy">${say('Back to your policy')}</a></p>
<h1>${say('Links for your lender')}</h1>
<p class="lede">${say('{number} from {carrier}', { number: policy_number, carrier })}</p>
${made ? created(made.url) : ''}
${createForm(policy_id, { token, evidence })}
${links.toReversed().map(link => linkCard(link, { token, now: app.clock.now(), state: stateOf(policy) }))}
</div>`,
  })
})

const createPage = homeownerFlow.door({ method: 'POST', path: PATH }, async (app, caller, request) => {
  const { uid, policy_id, policy_number } = await ownPolicy(app, caller, request)
  const number = Number(request.form.get('mortgagee') ?? '')
  const mortgagee = Number.isInteger(number) && number > 0 ? number : undefined
  const { url } = await transact(app, inside =>
    createLenderLink(inside, caller, { uid, policy_number, mortgagee }),
  )
  return redirect(`${pathOf(policy_id)}?created`, [askedCookie(app, madeAbout(policy_id), { url })])
})

const revokePage = homeownerFlow.door(
  { method: 'POST', path: `${PATH}/{link}` },
  async (app, caller, request) => {
    await transact(app, inside => revokeLenderLink(inside, caller, request.params.link ?? ''))
    return redirect(pathWithNotice('/portal/policy', 'lender_link_off'))
  },
)

export const homeownerLenderLinkPages: readonly DocumentRow<App>[] = [listPage, createPage, revokePage]
