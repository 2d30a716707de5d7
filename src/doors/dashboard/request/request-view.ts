import type { App } from '../../../platform/app.ts'
import type { Failure } from '../../../platform/errors.ts'
import type { DocumentRequest, DocumentRow } from '../../../platform/http/pages/document.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import type { Html } from '../../../platform/pages/html.ts'
import type { SignedInOperator } from '../operator-session.ts'

export type Showing = {
  app: App
  request: DocumentRequest
  signedIn: SignedInOperator
  uid: string
  refusal?: Failure | undefined
}

export type RequestView = { title: string; sandbox: boolean; body: Html }

/** What a line adds to the dashboard. */
export type LinePages = {
  view(showing: Showing): Promise<RequestView | null>
  activity?(
    app: App,
    caller: OperatorCaller,
    asked: Readonly<Record<string, string | undefined>>,
  ): Promise<Html | string>
  email?(app: App, caller: OperatorCaller, asked: { uid: string; email: string | null }): Promise<void>
  pages: readonly DocumentRow<App>[]
}
