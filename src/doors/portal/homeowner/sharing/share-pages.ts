import { html } from 'hono/html'
import type { App } from '../../../../platform/app.ts'
import { transact } from '../../../../platform/db/transact.ts'
import { type Document, type DocumentRow, redirect } from '../../../../platform/http/pages/document.ts'
import type { Html } from '../../../../platform/pages/html.ts'
import { dayWords } from '../../../../platform/values/calendar.ts'
import type { HomeownerCaller } from '../../../../products/homeowners/intake/intake.ts'
import {
  lastDayShared,
  sharedUntil,
  sharedUrl,
  shareQuotes,
  stopSharing,
} from '../../../../products/homeowners/portal/share.ts'
import type { PortalView } from '../../../../products/homeowners/portal/view.ts'
import { pathWithNotice } from '../../flow/flow.ts'
import { askedCookie, readAsked } from '../../sign-in/asked.ts'
import { say } from '../../words/say.ts'
import { elsewhere, homeownerFlow } from '../flow.ts'
import type { StepContext } from '../step-context.ts'

const PATH = '/portal/share'

const canShare = ({ homes }: PortalView): boolean => homes.some(({ offers }) => offers.length > 0)

const created = (
  url: string,
  lastDay: string,
): Html => html`<section class="card bound sheet" aria-labelledby="link">
<h2 id="link" tabindex="-1" autofocus>${say('Your link')}</h2>
<p class="one-time-key">${url}</p>
<p>${say('Copy it now: we won’t show it again later. It works until {day}.', { day: dayWords(lastDay) })}</p>
</section>`

const active = (
  token: Html,
  lastDay: string,
): Html => html`<form method="post" action="${PATH}/stop" class="card bound sheet" aria-labelledby="active">${token}
<h2 id="active">${say('You’re sharing your quotes')}</h2>
<p>${say('The link works until {day}. You can turn it off at any time.', { day: dayWords(lastDay) })}</p>
<p><button class="secondary">${say('Stop sharing')}</button></p>
</form>`

const create = (
  token: Html,
  isAgain: boolean,
): Html => html`<form method="post" action="${PATH}" class="card bound sheet" aria-labelledby="create">${token}
<h2 id="create">${isAgain ? say('Create another link') : say('Create a link')}</h2>
<ul>
<li>${say('The other person sees your first name, your city, the quotes, and which one you chose.')}</li>
<li>${say('They can’t see your address or your answers, and they can’t choose or buy.')}</li>
<li>${say('The link works for seven days. Anyone who has it can open it.')}${isAgain ? ` ${say('A new link replaces the previous one.')}` : ''}</li>
</ul>
<p><button class="${isAgain ? 'secondary' : ''}">${say('Create a link to share')}</button></p>
</form>`

const shown = (
  app: App,
  context: StepContext,
  { until, url }: { until: Date | null; url?: string },
): Promise<Document> => {
  const { view, token } = context
  const lastDay = until && lastDayShared(view, until)
  return homeownerFlow.frame(app, context, {
    title: say('Share your quotes'),
    body: html`<div class="leaf">
<p><a href="/portal">${say('Back to your quotes')}</a></p>
<h1>${say('Share your quotes')}</h1>
<p class="lede">${say('Show them to your spouse, your partner or anyone else before you decide.')}</p>
${lastDay && url !== undefined ? created(url, lastDay) : ''}
${lastDay ? active(token, lastDay) : ''}
${create(token, lastDay !== null)}
</div>`,
  })
}

type Made = { url: string }

const linkOf = ({ uid }: HomeownerCaller): string => `share ${uid}`

const sharePage = homeownerFlow.page({ path: '/share' }, async (app, caller, context) => {
  const { view, nextPath, request } = context
  if (!canShare(view)) return elsewhere(nextPath)
  const made = request.query.created === undefined ? null : readAsked<Made>(app, request, linkOf(caller))
  return shown(app, context, { until: await sharedUntil(app, caller), ...made })
})

/** We keep only the link's hash, so this browser keeps the link for the next page. */
const shareForm = homeownerFlow.page({ method: 'POST', path: '/share' }, async (app, caller, context) => {
  if (!canShare(context.view)) return elsewhere(context.nextPath)
  const { token } = await transact(app, inside => shareQuotes(inside, caller))
  return redirect(`${PATH}?created`, [askedCookie(app, linkOf(caller), { url: sharedUrl(app, token) })])
})

const stopForm = homeownerFlow.form({
  path: '/share/stop',
  async send(app, caller) {
    await stopSharing(app, caller)
    return { next: pathWithNotice('/portal', 'sharing_stopped') }
  },
})

export const sharePages: readonly DocumentRow<App>[] = [sharePage, shareForm, stopForm]
