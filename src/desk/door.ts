import type { App } from '../app.ts'
import { fail } from '../errors.ts'
import { type Document, type DocumentRequest, type DocumentRow, redirect } from '../http/pages/document.ts'
import { type Action, mayDo } from './staff/roles.ts'
import { type Staff, signedInStaff } from './staff.ts'

type Respond = (app: App, request: DocumentRequest, staff: Staff) => Promise<Document> | Document

const staffRow =
  (method: 'GET' | 'POST') =>
  (path: string, action: Action, respond: Respond): DocumentRow<App> => ({
    ...(method === 'POST' && { method }),
    path,
    page: true,
    contract: null,
    async respond(app, request) {
      const staff = await signedInStaff(app, request.cookies)
      if (staff === null) return redirect('/desk/sign-in')
      if (!staff.isProven) return redirect('/desk/second-factor')
      if (!mayDo(staff.role, action))
        fail('forbidden', {
          message: `Your role, ${staff.role}, does not allow this. Ask an admin of your agency.`,
        })
      return respond(app, request, staff)
    },
  })

export const staffPage = staffRow('GET')
export const staffForm = staffRow('POST')

export const staffUpload = (
  path: string,
  action: Action,
  { mostBytes, respond }: { mostBytes: number; respond: Respond },
): DocumentRow<App> => ({
  ...staffForm(path, action, respond),
  upload: {
    mostBytes,
    async admits(app, cookies) {
      const staff = await signedInStaff(app, cookies)
      return staff !== null && mayDo(staff.role, action)
    },
  },
})
