import { enterPages } from './enter-page.ts'
import { endAccess, keyPage } from './key-page.ts'
import { requestPage, sendFixIssuesEmail } from './request-page.ts'
import { requestsPage } from './requests-page.ts'
import { rotateNow, rotatePage } from './rotate-page.ts'
import { signOut } from './sign-out.ts'

export const dashboardPages = [
  ...enterPages,
  requestsPage,
  requestPage,
  sendFixIssuesEmail,
  keyPage,
  endAccess,
  rotatePage,
  rotateNow,
  signOut,
]
