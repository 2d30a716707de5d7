import type { App } from '../../../platform/app.ts'
import { type DocumentRow, redirect } from '../../../platform/http/pages/document.ts'
import { endSession } from '../operator-session.ts'

export const dashboardSignOut: DocumentRow<App> = {
  method: 'POST',
  path: '/dashboard/sign-out',
  page: true,
  contract: null,
  respond: async (app, request) => redirect('/dashboard', [await endSession(app, request)]),
}
