import { renew } from '../../../../products/homeowners/answering/renew-offers.ts'
import { selectOffers } from '../../../../products/homeowners/buying/select.ts'
import { say } from '../../words/say.ts'
import { homeownerFlow } from '../flow.ts'
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

export const chooseForms = [chooseForm, renewForm]
