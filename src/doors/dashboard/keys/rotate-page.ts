import { html } from 'hono/html'
import type { App } from '../../../platform/app.ts'
import { Failure } from '../../../platform/errors.ts'
import { type Document, type DocumentRequest, redirect } from '../../../platform/http/pages/document.ts'
import { perform } from '../../../platform/http/perform.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import { findCredential } from '../../../platform/key/store.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import type { AgentKeyResponse } from '../../key/issue.ts'
import { rotate } from '../../key/rotate.ts'
import { operatorPage } from '../frame.ts'
import { dateOf } from '../labels.ts'
import { forOperator } from '../operator-row.ts'
import { type SignedInOperator, startSession } from '../operator-session.ts'
import { signedOutPage } from '../signed-out-page.ts'
import { keyDetails } from './key-page.ts'
import { keyShownOnce } from './new-key-page.ts'

const path = '/dashboard/key/rotate'

export const rotatePage = forOperator({
  path,
  aboutKeys: true,
  async respond(app, request, signedIn) {
    if (!signedIn.key) return redirect('/dashboard/key')
    return operatorPage(request, signedIn, {
      title: 'Rotate the key',
      at: '/dashboard/key',
      body: html`<div class="narrow">
<h1>Rotate the key?</h1>
<div class="callout warning">
<p><strong>The old key stops working immediately.</strong> Agents that still use it are refused until you give them the new one. We show the new key only once, so be ready to store it.</p>
</div>
${keyDetails(signedIn.key, app.clock.now())}
<form method="post">
${tokenField(request)}
<p class="row"><button>Rotate now</button> <a href="/dashboard/key">Keep the old key</a></p>
</form>
</div>`,
    })
  },
})

const shownOnce = (
  request: DocumentRequest,
  signedIn: SignedInOperator,
  { api_key, expires_at }: AgentKeyResponse,
): Promise<Document> =>
  operatorPage(request, signedIn, {
    title: 'Your new key',
    at: '/dashboard/key',
    body: html`<div class="narrow">
<h1>Your new key</h1>
<p class="lede">Copy it now and store it on your server. We won’t show it again.</p>
${keyShownOnce({ api_key })}
<p>The old key no longer works. This one expires on ${dateOf(expires_at)}. We’ve emailed you to confirm that it was created.</p>
<p><a href="/dashboard/key">I’ve stored it</a></p>
</div>`,
  })

const rotated = async (app: App, { caller }: SignedInOperator): Promise<AgentKeyResponse | null> => {
  try {
    return await perform(app, rotate, { caller, input: {} })
  } catch (error) {
    if (error instanceof Failure && error.status === 401) return null
    throw error
  }
}

export const rotateNow = forOperator({
  method: 'POST',
  path,
  aboutKeys: true,
  async respond(app, request, signedIn) {
    if (!signedIn.key) return redirect('/dashboard/key')
    const issued = await rotated(app, signedIn)
    const key = issued && (await findCredential(app.db, keyHash(issued.api_key)))
    if (!key) return signedOutPage(app, request)
    const { operatorUid } = signedIn.caller
    const cookie = await startSession(app, request, { operatorUid, credentialId: key.credential_id })
    const page = await shownOnce(request, signedIn, issued)
    return { ...page, cookies: [cookie] }
  },
})
