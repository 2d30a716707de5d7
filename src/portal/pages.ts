import type { App } from '../app.ts'
import type { DocumentRow } from '../http/document.ts'
import { answersForm } from './answers-form.ts'
import { binder } from './binder.ts'
import { chooseForms } from './choose-forms.ts'
import { enterPages } from './enter-page.ts'
import { loginPages } from './login-page.ts'
import { signOut } from './person.ts'
import { reviewForms } from './review-forms.ts'
import { signForm } from './sign-form.ts'
import { stepPages } from './step-pages.ts'
import { withdrawPages } from './withdraw-pages.ts'

/** The homeowner's way from a link in a mail to a policy. */
export const portalPages: readonly DocumentRow<App>[] = [
  ...loginPages,
  ...enterPages,
  signOut,
  ...stepPages,
  answersForm,
  ...chooseForms,
  ...reviewForms,
  signForm,
  binder,
  ...withdrawPages,
]
