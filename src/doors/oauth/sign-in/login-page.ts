import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../../platform/http/pages/document.ts'
import { page } from '../../../platform/pages/frame.ts'
import { tokenField } from '../../../platform/pages/html.ts'
import { agencyNameSlot } from '../../../platform/pages/service-marks.ts'
import { codeField, codeSentIntro, emailField } from '../../../platform/pages/sign-in-fields.ts'
import { PATHS } from '../protocol/urls.ts'

export const noNav = html``

type Shown = {
  request: Pick<DocumentRequest, 'formToken'>
  uid: string
  client: string
  email: string
  problem?: string
}

type ShownCode = Shown & { mailbox: boolean }

export const interactionPath = (uid: string, act = ''): string => `${PATHS.interaction}/${uid}${act}`

export const emailPage = ({ request, uid, client, email, problem }: Shown): Promise<Document> =>
  page({
    title: 'Sign in',
    nav: noNav,
    status: problem ? 400 : 200,
    body: html`<div class="narrow">
<h1>Sign in</h1>
<p class="lede">${client} wants to use your account with ${agencyNameSlot}. First, sign in with your email.</p>
<form method="post" action="${interactionPath(uid, '/code')}" class="card bound" novalidate>
${tokenField(request)}
${emailField({ label: 'Your email', hint: 'The operator’s email, where we send your keys. Never a customer’s.', email, problem })}
<button>Email me a code</button>
</form>
</div>`,
  })

export const codePage = ({ request, uid, client, email, problem, mailbox }: ShownCode): Promise<Document> =>
  page({
    title: 'Enter the code',
    nav: noNav,
    status: problem ? 400 : 200,
    body: html`<div class="narrow">
${codeSentIntro(email, { mailbox })}
<form method="post" action="${interactionPath(uid, '/login')}" class="card bound" novalidate>
${tokenField(request)}
<input type="hidden" name="email" value="${email}">
${codeField({ problem })}
<button>Sign in</button>
</form>
<p><a href="${interactionPath(uid)}">Use a different email or get a new code</a></p>
<p class="soft small">After you sign in, you’ll decide whether ${client} can use your account with ${agencyNameSlot}. It has no access yet.</p>
</div>`,
  })

export const endedPage = (): Promise<Document> =>
  page({
    title: 'This sign-in has expired',
    nav: noNav,
    status: 410,
    body: html`<div class="narrow">
<h1>This sign-in has expired</h1>
<p class="lede">It expired, you already finished it, or you started it in another browser.</p>
<p>The app gets no further access from this page. If it isn’t connected, go back to the app and start again.</p>
</div>`,
  })
