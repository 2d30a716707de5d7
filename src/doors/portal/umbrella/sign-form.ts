import type { FieldError } from '../../../platform/pages/fields.ts'
import { wayIn } from '../../../products/line/buying/offered-ways.ts'
import { isSameName } from '../../../products/line/buying/signed-name.ts'
import { choosePaymentAsBuyer } from '../../../products/umbrella/portal/buyers-purchase.ts'
import { signAsBuyer } from '../../../products/umbrella/portal/buyers-signature.ts'
import { agreedVersion, notAgreed } from '../form/agreement.ts'
import { chosenAnewWords } from '../frame/ways-view.ts'
import { say } from '../words/say.ts'
import type { ReviewContext } from './review-context.ts'
import { formRow } from './review-page.ts'
import { WAY_TO_PAY } from './sign-view.ts'

const nameError = (full_name: string): FieldError => ({
  name: 'signed_name',
  message: say('Your signature: type your name as it appears on the application, {name}.', {
    name: full_name,
  }),
})

const chosenAnew = ({ purchase: { ways }, typed }: ReviewContext) =>
  ways.find(({ value, chosen }) => value === typed.get(WAY_TO_PAY) && !chosen)

export const signForm = formRow('sign', async (app, caller, context) => {
  const { signing, typed, path } = context
  const signed_name = typed.get('signed_name') ?? ''
  if (signing?.tooLate) return { next: path }
  if (signing) {
    const { full_name } = signing
    const errors = [
      ...notAgreed(typed),
      ...(isSameName(signed_name, full_name) ? [] : [nameError(full_name)]),
    ]
    const anew = chosenAnew(context)
    if (anew) {
      await choosePaymentAsBuyer(app, caller, wayIn(anew.value))
      return { again: chosenAnewWords([anew.label, anew.plan ?? []].flat().join(': ')), errors }
    }
    if (errors.length > 0) return { errors }
  }
  await signAsBuyer(app, caller, {
    sign_token: typed.get('token') ?? '',
    signed_name,
    disclosures_version: agreedVersion(typed, 'disclosures'),
    electronic_records_version: agreedVersion(typed, 'electronic_records'),
  })
  return { next: path }
})
