import { endAccess, keyPage } from './keys/key-page.ts'
import { rotateNow, rotatePage } from './keys/rotate-page.ts'
import { operatorLenderLinkPages } from './request/lender-links.ts'
import { requestPage, sendHomeownerEmail } from './request/request-page.ts'
import { exportRequests } from './requests/export.ts'
import { requestsPage } from './requests/requests-page.ts'
import { sandboxQuote } from './requests/sandbox-quote.ts'
import { searchPage } from './requests/search-page.ts'
import { dashboardEnterPages } from './sign-in/enter-page.ts'
import { signInPages } from './sign-in/sign-in.ts'
import { dashboardSignOut } from './sign-in/sign-out.ts'

export const dashboardPages = [
  ...dashboardEnterPages,
  ...signInPages,
  requestsPage,
  exportRequests,
  searchPage,
  sandboxQuote,
  requestPage,
  sendHomeownerEmail,
  ...operatorLenderLinkPages,
  keyPage,
  endAccess,
  rotatePage,
  rotateNow,
  dashboardSignOut,
]
