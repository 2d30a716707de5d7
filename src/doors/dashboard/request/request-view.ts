import type { App } from '../../../platform/app.ts'
import type { Failure } from '../../../platform/errors.ts'
import type { DocumentRequest } from '../../../platform/http/pages/document.ts'
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
