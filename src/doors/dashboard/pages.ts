import type { App } from '../../platform/app.ts'
import { type DocumentRow, redirect } from '../../platform/http/pages/document.ts'
import { endAccess, keyPage } from './keys/key-page.ts'
import { rotateNow, rotatePage } from './keys/rotate-page.ts'
import { linePages } from './lines.ts'
import { endSession } from './operator-session.ts'
import { requestPage, sendEmail } from './request/request-page.ts'
import { exportRequests } from './requests/export.ts'
import { requestsPage } from './requests/requests-page.ts'
import { searchPage } from './requests/search-page.ts'
import { dashboardEnterPages } from './sign-in/enter-page.ts'
import { signInPages } from './sign-in/sign-in.ts'

const dashboardSignOut: DocumentRow<App> = {
  method: 'POST',
  path: '/dashboard/sign-out',
  page: true,
  contract: null,
  respond: async (app, request) => redirect('/dashboard', [await endSession(app, request)]),
}

export const dashboardPages = [
  ...dashboardEnterPages,
  ...signInPages,
  requestsPage,
  exportRequests,
  searchPage,
  requestPage,
  sendEmail,
  ...Object.values(linePages).flatMap(({ pages }) => pages),
  keyPage,
  endAccess,
  rotatePage,
  rotateNow,
  dashboardSignOut,
]
