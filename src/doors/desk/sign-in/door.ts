import type { App } from '../../../platform/app.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import {
  type Document,
  type DocumentRequest,
  type DocumentRow,
  ownForms,
  redirect,
} from '../../../platform/http/pages/document.ts'
import { tellingTimesIn } from '../../../platform/pages/moment.ts'
import { type Action, staffMay } from '../staff/roles.ts'
import { type Staff, signedInStaff } from '../staff/staff.ts'
import { notSavedPage, toSignIn } from './unsent.ts'

type Respond = (app: App, request: DocumentRequest, staff: Staff) => Promise<Document> | Document

const SEARCH = '/desk/book'

const pathIn = (path: string, { params }: DocumentRequest): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

const SOMEONE_ELSES =
  'Nothing was saved: someone else has signed in with this browser since you opened this form. Sign in again, then enter it once more.'

const answerForm = async (
  path: string,
  respond: Respond,
  ...[app, request, staff]: Parameters<Respond>
): Promise<Document> => {
  try {
    return await respond(app, request, staff)
  } catch (error) {
    if (!(error instanceof Failure) || (error.status !== 400 && error.status !== 409)) throw error
    return notSavedPage(request, staff, { path: pathIn(path, request), error })
  }
}

const staffRow =
  (method: 'GET' | 'POST') =>
  (path: string, action: Action, respond: Respond): DocumentRow<App> => ({
    ...(method === 'POST' && { method }),
    path,
    page: true,
    contract: null,
    async respond(app, request) {
      const staff = await signedInStaff(app, request.cookies)
      if (staff === null)
        return toSignIn(app, request, {
          path: pathIn(path, request),
          isForm: method === 'POST' && path !== SEARCH,
        })
      if (!staff.isProven) return redirect('/desk/second-factor')
      if (!staffMay(staff, action))
        fail('forbidden', {
          message: `Your role, ${staff.role}, does not allow this. Ask an admin of your agency.`,
        })
      const own = ownForms(app, request, { owner: staff.staffId, refusal: SOMEONE_ELSES })
      return tellingTimesIn(app.config.timeZone, () =>
        method === 'POST' ? answerForm(path, respond, app, own, staff) : respond(app, own, staff),
      )
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
      return staff !== null && staffMay(staff, action)
    },
  },
})
