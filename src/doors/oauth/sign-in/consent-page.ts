import { html } from 'hono/html'
import { accessGrantedEmail } from '../../../agency/emails/keys.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  drawingFor,
  isDrawnFor,
  redirect,
  withoutHostCookie,
} from '../../../platform/http/pages/document.ts'
import type { OperatorRow } from '../../../platform/key/store.ts'
import { DAY } from '../../../platform/lib/clock.ts'
import { page } from '../../../platform/pages/frame.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { agencyNameSlot } from '../../../platform/pages/service-marks.ts'
import { oauthCalls } from '../protocol/budgets.ts'
import { SCOPES } from '../protocol/scopes.ts'
import { LIFETIMES, PATHS } from '../protocol/urls.ts'
import { objectKey } from '../provider/adapter.ts'
import { consumeObject } from '../tokens/store.ts'
import { type Asking, findAsking, INTERACTION_COOKIE, signedInOperator } from './interaction.ts'
import { askForEmail, interactionForm, loginForms } from './login.ts'
import { endedPage, interactionPath, noNav } from './login-page.ts'

const finish = async ({ interaction }: Asking, result: typeof interaction.result): Promise<string> => {
  interaction.result = result
  await interaction.persist()
  return interaction.returnTo
}

const grantIdOf = ({ sealer }: App, { interaction }: Asking): string =>
  sealer.mac('oauth-grant', interaction.uid).toString('base64url')

const allow = async (app: App, asking: Asking, operator: OperatorRow): Promise<string> => {
  const { provider, clientId, resources, scopes, client, where } = asking
  const grant = new provider.Grant({ accountId: operator.operator_uid, clientId })
  grant.jti = grantIdOf(app, asking)
  for (const resource of resources) grant.addResourceScope(resource, scopes.join(' '))
  const grantId = await grant.save()
  const words = scopes.map(scope => SCOPES[scope])
  await transact(app, async inside => {
    const decided = objectKey('Interaction', asking.interaction.uid)
    if (!(await consumeObject(inside.db, decided, app.clock.now()))) return
    const written = accessGrantedEmail(operator.email, { client, where, scopes: words })
    await queueEmail(inside, written, { purpose: 'access_granted' })
  })
  return finish(asking, {
    login: { accountId: operator.operator_uid, remember: false },
    consent: { grantId },
  })
}

const deny = (asking: Asking): Promise<string> =>
  finish(asking, { error: 'access_denied', error_description: 'the operator denied access' })

const consentPage = async (
  app: App,
  request: DocumentRequest,
  { asking, operator }: { asking: Asking; operator: OperatorRow },
): Promise<Document> => {
  const { client, where, scopes, origin, interaction } = asking
  const token = tokenField(drawingFor(app, request, operator.operator_uid))
  const at = (act: string) => interactionPath(interaction.uid, act)
  const document = await page({
    title: `Allow ${client}?`,
    nav: noNav,
    body: html`<div class="narrow">
<h1>Allow ${client} to use your account?</h1>
<p class="lede">It will act on your behalf with ${agencyNameSlot}. Allow this only if you started it yourself and trust the app.</p>
<dl class="facts card bound">
<dt>App</dt><dd><strong>${client}</strong></dd>
<dt>Runs at</dt><dd><code>${where}</code></dd>
<dt>Your account</dt><dd>${operator.email}</dd>
</dl>
<h2>What it will be able to do</h2>
<ul>
${scopes.map(scope => html`<li>${SCOPES[scope]} <span class="soft small">(${scope})</span></li>`)}
</ul>
<p class="soft">You can end its access at any time on the key page of your dashboard. Access also ends if the app doesn’t use it for ${LIFETIMES.refreshToken / DAY} days. The app never sees your keys.</p>
<form method="post" action="${at('/consent')}">
${token}
<div class="row">
<button name="decision" value="allow">Allow</button>
<button name="decision" value="deny" class="secondary">Don’t allow</button>
</div>
</form>
<form method="post" action="${at('/logout')}">
${token}
<p class="small soft">Not you? <button class="quiet">Use a different email</button></p>
</form>
</div>`,
  })
  // The redirect after this form leads to the app, so the content security policy must allow its origin.
  return { ...document, formAction: [origin] }
}

const interactionPage: DocumentRow<App> = {
  path: `${PATHS.interaction}/{uid}`,
  page: true,
  contract: null,
  budget: oauthCalls,
  async respond(app, request) {
    const asking = await findAsking(app, request)
    if (!asking) return endedPage()
    const operator = await signedInOperator(app, request)
    return operator ? consentPage(app, request, { asking, operator }) : askForEmail(asking, request)
  },
}

const decide = async (app: App, request: DocumentRequest, asking: Asking): Promise<Document> => {
  const operator = await signedInOperator(app, request)
  if (!operator) return askForEmail(asking, request)
  // If someone else has signed in since, in another tab, the page is shown again with their account.
  if (!isDrawnFor(app, request, operator.operator_uid)) return consentPage(app, request, { asking, operator })
  const agreed = request.form.get('decision') === 'allow'
  const goesTo = agreed ? await allow(app, asking, operator) : await deny(asking)
  return redirect(goesTo, [withoutHostCookie(INTERACTION_COOKIE)])
}

export const interactionPages: DocumentRow<App>[] = [
  interactionPage,
  ...loginForms,
  interactionForm('/consent', decide),
]
