import { type Payment, paymentsOf } from '../../../src/agency/payments/payments.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { choosePayment } from '../../../src/products/homeowners/buying/payment.ts'
import { getKey, mailbox, newEmail } from '../people/client.ts'
import { completeIntake, quotesCall, untilQuoted } from '../people/homeowner-applications.ts'
import { asHomeowner, offersIn, selectedHomeowner } from '../people/homeowner-in-portal.ts'
import { newVisitor } from '../people/visitor.ts'
import { until } from '../runs/until.ts'
import type { TestService } from '../servers/service.ts'

/** A homeowner who has chosen the far carrier and now chooses how to pay. */
export const choosing = async (at: TestService, home: object = {}) => {
  const ada = await selectedHomeowner(at, await getKey(at.url, newEmail()), { home })
  const offer = offersIn(await ada.homeowner.view()).find(({ carrier }) => carrier === 'The far carrier')
  const offer_id = String(offer?.offer_id)
  await ada.homeowner.select([offer_id])
  const choose = (choice: object) =>
    transact(at.app, inside => choosePayment(inside, ada.homeowner.caller, [{ offer_id, ...choice }]))
  return { ...ada, choose }
}

/** A homeowner with two homes on one hold: the first is paid in four parts, the second in full. */
export const twoHomesHeld = async (at: TestService) => {
  const key = await getKey(at.url, newEmail())
  const [first, second] = [completeIntake(), completeIntake()]
  const intake = { ...first, home: [...first.home, ...second.home] }
  const { body } = await quotesCall(at.url, key, { intake, credit_check_authorized: true })
  const uid = String(body.uid)
  await untilQuoted(at.url, key, uid)
  const homeowner = asHomeowner(at, uid)
  const offers = offersIn(await homeowner.view()).filter(({ carrier }) => carrier === 'The far carrier')
  await homeowner.select(offers.map(({ offer_id }) => offer_id))
  await homeowner.confirmAll()
  const chosen = offers.map(({ offer_id }, home) => ({
    offer_id,
    bill_to: 'insured',
    plan_id: home === 0 ? 'quarterly' : 'full',
  }))
  const payment = await transact(at.app, inside => choosePayment(inside, homeowner.caller, chosen))
  await payAt(at, payment as Payment)
  return { uid, homeowner, email: first.email }
}

export const payAt = async (at: TestService, { page_url }: Pick<Payment, 'page_url'>, method = 'card') => {
  const path = new URL(page_url).pathname
  const visitor = newVisitor(at.url)
  await visitor.open(path)
  const hosted = (await visitor.send(path, { method })).headers.get('location') ?? ''
  const form = new URLSearchParams({ outcome: 'pay' })
  const done = await fetch(hosted, { method: 'POST', redirect: 'manual', body: form })
  const back = new URL(done.headers.get('location') ?? '')
  return visitor.open(back.pathname + back.search)
}

/** Waits for the payment to be there. One that is being charged has the number of its charge at the provider. */
export const paymentAt = (at: TestService, uid: string, status: Payment['status']) =>
  until(async () => {
    const found = (await paymentsOf(at.app, uid)).find(payment => payment.status === status)
    return status === 'capturing' && found?.refs.intent === undefined ? null : found
  }) as Promise<Payment>

/** From the choice to the policy and the charge. */
export const paidHome = async (at: TestService, plan_id: string) => {
  const { homeowner, choose, uid, intake } = await choosing(at)
  await payAt(at, (await choose({ bill_to: 'insured', plan_id })) as Payment)
  await homeowner.sign()
  await homeowner.untilAt('bound')
  return { homeowner, uid, email: intake.email, paid: await paymentAt(at, uid, 'paid') }
}

export const subjects = async (at: TestService, email: string) =>
  (await mailbox(at.url, email)).map(({ subject }) => subject)

export const textOf = async (at: TestService, email: string, subject: string) =>
  (await mailbox(at.url, email)).find(mail => mail.subject === subject)?.text.replaceAll(/\s+/g, ' ') ?? ''
