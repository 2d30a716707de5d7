import { choosePayment } from '../../../products/homeowners/buying/payment.ts'
import { wayIn } from '../../../products/line/buying/offered-ways.ts'
import { homeownerFlow } from './flow.ts'
import { PAYMENT_CHOICE } from './payment-view.ts'

export const choicesIn = (form: URLSearchParams) =>
  [...form].flatMap(([name, value]) => {
    if (!name.startsWith(PAYMENT_CHOICE)) return []
    return [{ offer_id: name.slice(PAYMENT_CHOICE.length), ...wayIn(value) }]
  })

export const paymentForm = homeownerFlow.form({
  path: '/payment',
  here: '/portal/sign',
  async send(app, caller, { typed }) {
    const payment = await choosePayment(app, caller, choicesIn(typed))
    const isSetUp = payment === null || payment.status === 'authorized'
    return { next: isSetUp ? '/portal/sign' : new URL(payment.page_url).pathname }
  },
})
