import type { FieldProblem } from '../../../platform/errors.ts'
import type { FieldError } from '../../../platform/pages/fields.ts'
import { problemWords } from '../../../platform/problem-catalog.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { signAndOrder } from '../../../products/homeowners/buying/bind.ts'
import { holdForStaff } from '../../../products/homeowners/buying/held-purchase.ts'
import { choosePayment } from '../../../products/homeowners/buying/payment.ts'
import { signingProblems } from '../../../products/homeowners/buying/signing.ts'
import type { PortalBilling, PortalSigning, PortalView } from '../../../products/homeowners/portal/view.ts'
import { notAgreed } from '../form/agreement.ts'
import { notSameName, signatureIn, unansweredOffers } from '../form/signature-field.ts'
import { chosenAnewWords } from '../frame/ways-view.ts'
import { say } from '../words/say.ts'
import { homeownerFlow } from './flow.ts'
import { choicesIn } from './payment-form.ts'
import { PAYMENT_CHOICE } from './payment-view.ts'
import { startWarnings } from './sign-view.ts'

const WORDS: Readonly<Record<string, (signing: PortalSigning) => string>> = {
  effective_date: ({ earliest_date, latest_date }) =>
    say('Start date: choose a day from {first} to {last}.', {
      first: dayWords(earliest_date),
      last: dayWords(latest_date),
    }),
  signed_name: notSameName,
}

const errorsOf = (problems: readonly FieldProblem[], { signing }: PortalView): FieldError[] =>
  problems.map(problem => {
    const { path } = problem
    const words = signing && WORDS[path]?.(signing)
    return words
      ? { name: path, message: words }
      : { name: null, message: `${path} ${problemWords(problem)}.` }
  })

const limitsOf = ({ earliest_date, latest_date, full_name }: PortalSigning) => ({
  earliest: earliest_date,
  latest: latest_date,
  full_name,
})

const ORDER = ['effective_date', 'disclosures', 'electronic_records', 'signed_name']

const inOrder = (a: FieldError, b: FieldError): number =>
  ORDER.indexOf(a.name ?? '') - ORDER.indexOf(b.name ?? '')

const chosenAnew = (view: PortalView, form: URLSearchParams): PortalBilling['choices'] =>
  (view.signing?.payment.billings ?? []).flatMap(({ offer_id, choices }) => {
    const value = form.get(`${PAYMENT_CHOICE}${offer_id}`)
    return choices.filter(choice => choice.value === value && !choice.chosen)
  })

export const signForm = homeownerFlow.form({
  path: '/sign',
  here: '/portal/sign',
  errorsOf: (problems, { view }) => errorsOf(problems, view),
  async send(app, caller, { view, typed: form }) {
    const text = (name: string): string => form.get(name)?.trim() ?? ''
    const signed = {
      ...signatureIn(form),
      effective_date: text('effective_date'),
      disclosures_accepted: true,
    }
    const anew = chosenAnew(view, form)
    const problems = view.signing ? signingProblems(signed, limitsOf(view.signing)) : []
    const errors = [
      ...(view.signing ? unansweredOffers(view.signing, form) : []),
      ...notAgreed(form),
      ...errorsOf(problems, view),
    ]
    if (view.step === 'sign' && anew.length > 0) {
      await choosePayment(app, caller, choicesIn(form))
      const choice = anew.map(({ label }) => label).join('; ')
      return {
        again: chosenAnewWords(choice),
        errors: errors.toSorted(inOrder),
      }
    }
    if (view.step === 'sign' && errors.length > 0) return { errors: errors.toSorted(inOrder) }
    const isWarned = text('checked_start') === signed.effective_date
    if (view.step === 'sign' && view.signing && !isWarned) {
      const warnings = startWarnings(signed.effective_date, view.signing)
      if (warnings.length > 0)
        return { again: say('You haven’t signed yet. Check the start date, then sign.'), errors: [] }
    }
    if (view.step === 'sign' && (await holdForStaff(app, caller, signed.effective_date)))
      return {
        again: say(
          'We can’t complete this purchase online. The agency has been notified and will contact you.',
        ),
        errors: [],
      }
    await signAndOrder(app, caller, signed)
    return { next: '/portal' }
  },
})
