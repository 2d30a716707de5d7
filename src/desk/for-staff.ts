import type { App } from '../app.ts'
import { type Document, type DocumentRequest, type DocumentRow, redirect } from '../http/pages/document.ts'
import { signedInStaff } from './staff.ts'

export const common = { page: true, contract: null } as const

type Seen = (app: App, request: DocumentRequest, staffId: string) => Promise<Document>

export const forStaff =
  (respond: Seen): DocumentRow<App>['respond'] =>
  async (app, request) => {
    const staffId = await signedInStaff(app, request.cookies)
    return staffId === null ? redirect('/desk/sign-in') : respond(app, request, staffId)
  }
