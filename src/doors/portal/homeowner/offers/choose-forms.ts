import type { FieldError } from '../../../../platform/pages/fields.ts'
import { renew } from '../../../../products/homeowners/answering/renew-offers.ts'
import { confirmEstimates, correctionProblems } from '../../../../products/homeowners/buying/confirm.ts'
import { selectOffers } from '../../../../products/homeowners/buying/select.ts'
import { pathWithNotice } from '../../flow/flow.ts'
import { questionErrors } from '../../form/question-errors.ts'
import { say } from '../../words/say.ts'
import { homeownerFlow } from '../flow.ts'
import { chosenCoverage, coverageQuestions } from './coverage-choices.ts'
import { CHOICE } from './offer-card.ts'

const chosenIn = (form: URLSearchParams): string[] =>
  [...form].flatMap(([name, value]) => (name.startsWith(CHOICE) && value !== '' ? [value] : []))

const chooseForm = homeownerFlow.form({
  path: '/quotes',
  here: '/portal/quotes',
  errorsOf: problems =>
    problems
      .map(() => ({
        name: null,
        message: say('Choose a quote for at least one home, and no more than one for each.'),
      }))
      .slice(0, 1),
  async send(app, caller, { typed }) {
    await selectOffers(app, caller, { offer_ids: chosenIn(typed) })
    return { next: '/portal' }
  },
})

const renewForm = homeownerFlow.form({
  path: '/quotes/renew',
  here: '/portal/quotes',
  async send(app, caller) {
    await renew(app, caller, { uid: caller.uid })
    return { next: '/portal' }
  },
})

const nothingChosen = (): FieldError => ({ name: null, message: say('You didn’t change any coverage.') })

const coverageForm = homeownerFlow.form({
  path: '/quotes/coverage',
  here: '/portal/quotes',
  errorsOf: (problems, portal) => questionErrors(coverageQuestions(portal), problems),
  async send(app, caller, portal) {
    const corrected = chosenCoverage(portal, portal.typed)
    const problems = correctionProblems(app, portal.application, corrected)
    if (problems.length > 0) return { errors: questionErrors(coverageQuestions(portal), problems) }
    if (Object.keys(corrected).length === 0) return { errors: [nothingChosen()] }
    const review_token = portal.typed.get('token') ?? ''
    await confirmEstimates(app, caller, { review_token, confirmed: [], corrected })
    return { next: pathWithNotice('/portal', 'corrected') }
  },
})

export const chooseForms = [chooseForm, renewForm, coverageForm]
