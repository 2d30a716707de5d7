import { html } from 'hono/html'
import type { App } from '../../platform/app.ts'
import type { Budget } from '../../platform/http/budgets/budget.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  ownForms,
} from '../../platform/http/pages/document.ts'
import { operatorPage } from './frame.ts'
import { findSignedInOperator, type SignedInOperator } from './operator-session.ts'
import { pagesBudget } from './pages-budget.ts'
import { signedOutPage } from './signed-out-page.ts'

type OperatorRow = {
  method?: 'POST'
  path: string
  budget?: Budget
  aboutKeys?: true
  respond(app: App, request: DocumentRequest, signedIn: SignedInOperator): Promise<Document>
}

const SOMEONE_ELSES =
  'Nothing was saved: another operator has signed in with this browser since you opened this form. Sign in again, then enter it once more.'

const endedPage = (request: DocumentRequest, signedIn: SignedInOperator): Promise<Document> =>
  operatorPage(request, signedIn, {
    title: 'Your access has ended',
    at: '/dashboard',
    status: 403,
    body: html`<div class="narrow">
<h1>Your access has ended</h1>
<p class="lede">You can no longer see your requests here. Your customers can still finish what they started themselves.</p>
</div>`,
  })

export const forOperator = ({ respond, aboutKeys, ...row }: OperatorRow): DocumentRow<App> => ({
  budget: pagesBudget,
  ...row,
  page: true,
  contract: null,
  async respond(app, request) {
    const signedIn = await findSignedInOperator(app, request)
    if (!signedIn) return signedOutPage(app, request)
    if (signedIn.caller.accessEnded !== undefined && !aboutKeys) return endedPage(request, signedIn)
    const own = ownForms(app, request, { owner: signedIn.caller.operatorUid, refusal: SOMEONE_ELSES })
    return respond(app, own, signedIn)
  },
})
