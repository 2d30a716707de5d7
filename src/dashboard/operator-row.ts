import type { App } from '../app.ts'
import type { Budget } from '../http/budgets/budget.ts'
import type { Document, DocumentRequest, DocumentRow } from '../http/pages/document.ts'
import { findSignedInOperator, type SignedInOperator } from './operator-session.ts'
import { pagesBudget } from './pages-budget.ts'
import { signedOutPage } from './signed-out-page.ts'

type OperatorRow = {
  method?: 'POST'
  path: string
  budget?: Budget
  respond(app: App, request: DocumentRequest, signedIn: SignedInOperator): Promise<Document>
}

export const forOperator = ({ respond, ...row }: OperatorRow): DocumentRow<App> => ({
  budget: pagesBudget,
  ...row,
  page: true,
  contract: null,
  async respond(app, request) {
    const signedIn = await findSignedInOperator(app, request)
    return signedIn ? respond(app, request, signedIn) : signedOutPage(app, request)
  },
})
