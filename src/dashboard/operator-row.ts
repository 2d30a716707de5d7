import type { App } from '../app.ts'
import type { Budget } from '../http/budgets/budget.ts'
import type { Document, DocumentRequest, DocumentRow } from '../http/pages/document.ts'
import { ownForms } from '../http/pages/form-owner.ts'
import { findSignedInOperator, type SignedInOperator } from './operator-session.ts'
import { pagesBudget } from './pages-budget.ts'
import { signedOutPage } from './signed-out-page.ts'

type OperatorRow = {
  method?: 'POST'
  path: string
  budget?: Budget
  respond(app: App, request: DocumentRequest, signedIn: SignedInOperator): Promise<Document>
}

const SOMEONE_ELSES =
  'Nothing was saved: another operator has signed in with this browser since you opened this form. Sign in again, then enter it once more.'

export const forOperator = ({ respond, ...row }: OperatorRow): DocumentRow<App> => ({
  budget: pagesBudget,
  ...row,
  page: true,
  contract: null,
  async respond(app, request) {
    const signedIn = await findSignedInOperator(app, request)
    if (!signedIn) return signedOutPage(app, request)
    const own = ownForms(app, request, { owner: signedIn.caller.operatorUid, refusal: SOMEONE_ELSES })
    return respond(app, own, signedIn)
  },
})
