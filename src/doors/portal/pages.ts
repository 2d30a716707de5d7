import type { App } from '../../platform/app.ts'
import type { DocumentRow } from '../../platform/http/pages/document.ts'
import { answersForm } from './homeowner/answers-form.ts'
import { stepPages } from './homeowner/flow.ts'
import { lenderForm } from './homeowner/lender-form.ts'
import { chooseForms } from './homeowner/offers/choose-forms.ts'
import { paymentForm } from './homeowner/payment-form.ts'
import { binder, cancelLetter, policyRequests } from './homeowner/policy-pages.ts'
import { reviewForms } from './homeowner/review-forms.ts'
import { homeownerLenderLinkPages } from './homeowner/sharing/lender-link-pages.ts'
import { lenderPages } from './homeowner/sharing/lender-page.ts'
import { sharePages } from './homeowner/sharing/share-pages.ts'
import { sharedPage } from './homeowner/sharing/shared-page.ts'
import { signForm } from './homeowner/sign-form.ts'
import { portalEnterPages } from './homeowner/sign-in/enter-page.ts'
import { portalLoginPages } from './homeowner/sign-in/login-page.ts'
import { portalSignOut } from './homeowner/sign-in/signed-in-homeowner.ts'
import { withdrawPages } from './homeowner/withdraw-pages.ts'
import { keepTyped, languagePage } from './language-page.ts'

export const portalPages: readonly DocumentRow<App>[] = keepTyped([
  languagePage,
  ...portalLoginPages,
  ...portalEnterPages,
  portalSignOut,
  ...stepPages,
  answersForm,
  ...chooseForms,
  ...reviewForms,
  signForm,
  paymentForm,
  binder,
  cancelLetter,
  lenderForm,
  ...lenderPages,
  ...homeownerLenderLinkPages,
  ...sharePages,
  sharedPage,
  ...withdrawPages,
  ...policyRequests,
])
