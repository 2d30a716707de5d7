import type { App } from '../app.ts'
import type { Budget } from '../http/budgets/budget.ts'
import type { Document, DocumentRequest, DocumentRow } from '../http/pages/document.ts'
import { findSignedInOperator, type SignedInOperator } from './operator-session.ts'
import { signedOutPage } from './signed-out-page.ts'

/** Generous, because an open page polls every few seconds and an office shares one address. */
export const pagesBudget: Budget = { name: 'dashboard_pages', points: 600, seconds: 60, by: 'address' }

type OperatorRow = {
  method?: 'POST'
  path: string
  respond(app: App, request: DocumentRequest, signedIn: SignedInOperator): Promise<Document>
}

export const forOperator = ({ respond, ...row }: OperatorRow): DocumentRow<App> => ({
  ...row,
  page: true,
  contract: null,
  budget: pagesBudget,
  async respond(app, request) {
    const signedIn = await findSignedInOperator(app, request)
    return signedIn ? respond(app, request, signedIn) : signedOutPage(app, request)
  },
})
