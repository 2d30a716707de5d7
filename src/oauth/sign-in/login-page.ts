import { html } from 'hono/html'
import type { Document, DocumentRequest } from '../../http/pages/document.ts'
import { tokenField } from '../../pages/form-token.ts'
import { type Html, page } from '../../pages/frame.ts'
import { PATHS } from '../protocol/urls.ts'

/** Nothing leads away from a decision but the decision. */
export const noNav = html``

type Shown = {
  request: Pick<DocumentRequest, 'formToken'>
  uid: string
  client: string
  email: string
  problem?: string
}

/** `mailbox`: no mail server is set, and mail is read in the mailbox for development. */
type ShownCode = Shown & { mailbox: boolean }

export const interactionPath = (uid: string, act = ''): string => `${PATHS.interaction}/${uid}${act}`

const errorText = (problem: string | undefined): Html =>
  html`${problem ? html`<p class="error-text" id="problem" role="alert">${problem}</p>` : ''}`

const invalid = (problem: string | undefined): Html =>
  html`${problem ? html` aria-invalid="true" aria-describedby="problem"` : ''}`

/** The first of two steps: whose address? */
export const emailPage = ({ request, uid, client, email, problem }: Shown): Promise<Document> =>
  page({
    title: 'Sign in',
    nav: noNav,
    status: problem ? 400 : 200,
    body: html`<div class="narrow">
<h1>Sign in</h1>
<p class="lede">${client} wants to use Bindery in your name. First, tell us who you are.</p>
<form method="post" action="${interactionPath(uid, '/code')}" class="card bound" novalidate>
${tokenField(request)}
<div class="field">
<label for="email">Your email</label>
<p class="hint small">The address of the operator, where your keys are mailed to. Never a customer’s.</p>
${errorText(problem)}
<input id="email" name="email" type="email" value="${email}" autocomplete="email" required${invalid(problem)}>
</div>
<button>Mail me a code</button>
</form>
</div>`,
  })

/** The second: the code that was mailed there. It says the same for every address. */
export const codePage = ({ request, uid, client, email, problem, mailbox }: ShownCode): Promise<Document> =>
  page({
    title: 'Enter the code',
    nav: noNav,
    status: problem ? 400 : 200,
    body: html`<div class="narrow">
<h1>Look in your mailbox</h1>
<p class="lede">We mailed six digits to <strong>${email}</strong>. They are good for 10 minutes.</p>
${mailbox ? html`<p class="callout info">No mail server is set: read the code in the <a href="/dev/mailbox" target="_blank">mailbox</a>.</p>` : ''}
<form method="post" action="${interactionPath(uid, '/login')}" class="card bound" novalidate>
${tokenField(request)}
<input type="hidden" name="email" value="${email}">
<div class="field">
<label for="code">Code</label>
${errorText(problem)}
<input id="code" name="code" class="short" inputmode="numeric" autocomplete="one-time-code" maxlength="12" required${invalid(problem)}>
</div>
<button>Sign in</button>
</form>
<p><a href="${interactionPath(uid)}">Use another address, or have a new code mailed</a></p>
<p class="soft small">You are signing in to decide whether ${client} may use Bindery in your name. Nothing is granted yet.</p>
</div>`,
  })

export const endedPage = (): Promise<Document> =>
  page({
    title: 'This sign-in has ended',
    nav: noNav,
    status: 410,
    body: html`<div class="narrow">
<h1>This sign-in has ended</h1>
<p class="lede">It took too long, was finished already, or was begun in another browser.</p>
<p>Nothing was granted by this page. Go back to the app and start again.</p>
</div>`,
  })
