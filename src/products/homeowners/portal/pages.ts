import type { Line } from '../../line/line.ts'
import { portalEnterPages } from './enter-page.ts'
import { stepPages } from './flow.ts'
import { homeownerLenderLinkPages } from './lender-link-pages.ts'
import { lenderPages } from './lender-page.ts'
import { portalLoginPages } from './login-page.ts'
import { binder, cancelLetter, policyRequests } from './policy-pages.ts'
import { sharedPage, sharePages } from './share-pages.ts'
import { findSignedInHomeowner, portalSignIn, portalSignOut } from './sign-in.ts'
import { withdrawPages } from './withdraw-pages.ts'

export const homeownersPortal = {
  pages: (line: Line) => [
    ...portalLoginPages,
    ...portalEnterPages,
    portalSignOut,
    ...stepPages,
    binder,
    cancelLetter,
    ...lenderPages,
    ...homeownerLenderLinkPages,
    ...sharePages,
    sharedPage,
    ...withdrawPages,
    ...policyRequests(line),
  ],
  jobs: [portalSignIn],
  signedIn: findSignedInHomeowner,
}
