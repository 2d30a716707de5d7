import { dashboardEnterPages } from './enter-page.ts'
import { endAccess, keyPage } from './key-page.ts'
import { requestPage, sendFixIssuesEmail } from './request-page.ts'
import { requestsPage } from './requests-page.ts'
import { rotateNow, rotatePage } from './rotate-page.ts'
import { dashboardSignOut } from './sign-out.ts'

export const dashboardPages = [
  ...dashboardEnterPages,
  requestsPage,
  requestPage,
  sendFixIssuesEmail,
  keyPage,
  endAccess,
  rotatePage,
  rotateNow,
  dashboardSignOut,
]
