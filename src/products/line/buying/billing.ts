import type { BillTo, PaymentPlan, PaymentTerms } from '../../../agency/carriers/contract/payment-terms.ts'
import { asksForFunds, takesHolds } from '../../../agency/payments/open-payment.ts'
import type { App } from '../../../platform/app.ts'
import { inLocale, speaking } from '../../../platform/language/language.ts'
import { usdCents } from '../../../platform/values/money.ts'
import { say } from '../fields/say.ts'

export type Billing = { bill_to: BillTo; plan_id: string | null }

export type Offered = PaymentTerms & { annual_price: number; carrier: string }

export type BillingChoice = Billing & { plan: PaymentPlan | null }

const plansFor = (bill_to: BillTo, { payment_plans = [] }: Offered): readonly (PaymentPlan | null)[] => {
  const isOnce = bill_to === 'mortgagee_escrow' || bill_to === 'at_closing'
  const plans = isOnce ? payment_plans.filter(({ installments }) => installments.length === 0) : payment_plans
  return plans.length > 0 ? plans : [null]
}

export const billingChoices = (offer: Offered, otherwise: BillTo): BillingChoice[] =>
  (offer.bill_to ?? [otherwise]).flatMap(bill_to =>
    plansFor(bill_to, offer).map(plan => ({ bill_to, plan_id: plan?.plan_id ?? null, plan })),
  )

export const billingOf = (offer: Offered, chosen: Billing | undefined, otherwise: BillTo): BillingChoice => {
  const choices = billingChoices(offer, otherwise)
  const isChosen = ({ bill_to, plan_id }: Billing): boolean =>
    bill_to === chosen?.bill_to && plan_id === chosen.plan_id
  const choice = choices.find(isChosen) ?? choices[0]
  if (!choice) throw new Error('An offer has at least one way to pay.')
  return choice
}

export const readBilling = (
  offer: Offered,
  sent: { bill_to?: string | undefined; plan_id?: string | undefined },
  otherwise: BillTo,
): Billing | null => {
  const fits = billingChoices(offer, otherwise).find(
    ({ bill_to, plan_id }) =>
      (sent.bill_to ?? bill_to) === bill_to && (sent.plan_id === undefined || sent.plan_id === plan_id),
  )
  return fits ? { bill_to: fits.bill_to, plan_id: fits.plan_id } : null
}

const firstPayment = ({ plan }: BillingChoice, { annual_price }: Offered): number =>
  plan?.due_now_cents ?? annual_price * 100

/** All payments of the first year. Installments can cost more than the yearly price. */
export const firstYearCents = ({ annual_price }: Offered, { plan }: BillingChoice): number =>
  plan?.total_cents ?? annual_price * 100

export const dueToAgencyCents = (offer: Offered, choice: BillingChoice): number =>
  choice.bill_to === 'insured' ? firstPayment(choice, offer) : 0

const DUE_TO = {
  insured: 'agency',
  mortgagee_escrow: 'mortgage_company',
  at_closing: 'closing_agent',
  carrier_direct: 'carrier',
} as const satisfies Record<BillTo, string>

const lists = inLocale(name => new Intl.ListFormat(name))

const installmentWords = ({ installments }: PaymentPlan): string =>
  lists().format(
    installments.map(({ amount_cents, due_in_days }, at) =>
      at === 0
        ? say('{amount} due {days} days after the start date', {
            amount: usdCents(amount_cents),
            days: due_in_days,
          })
        : say('{amount} after {days} days', { amount: usdCents(amount_cents), days: due_in_days }),
    ),
  )

const restWords = (plan: PaymentPlan | null, to: string): string[] => [
  ...(plan && plan.installments.length > 0
    ? [
        say('Then {installments}, to {to}. {total} in all.', {
          installments: installmentWords(plan),
          to,
          total: usdCents(plan.total_cents),
        }),
      ]
    : []),
  ...(plan?.note ? [plan.note] : []),
]

type When =
  | { daysAfterIssue: number }
  | 'today'
  | 'at purchase'
  | 'when you buy it'
  | 'after you sign'
  | 'once your documents are approved'
  | 'before we order the policy'

const whenWords = (when: When): string => {
  if (typeof when === 'string') return say(when)
  return when.daysAfterIssue === 0
    ? say('when the policy is issued')
    : say('{days, plural, one {# day} other {# days}} after the policy is issued', {
        days: when.daysAfterIssue,
      })
}

/**
 * A home is ordered on a hold. Without one, the agency sends an invoice: before it orders, or once the policy is issued
 * where it gives credit.
 */
export const whenDue = (
  app: App,
  { held, ...sold }: { sandbox: boolean; illustrative: boolean; held: Extract<When, string> },
): When => {
  if (takesHolds(app, sold)) return held
  return asksForFunds(app, sold)
    ? 'before we order the policy'
    : { daysAfterIssue: app.config.paymentDueDays }
}

type Billed = { carrier: string; agency: string; plan: PaymentPlan | null; amount: string; when: When }

const nowWords = (when: When): string => say(typeof when === 'string' ? when : 'today')

const directWords = ({ carrier, plan, amount }: Billed): string[] =>
  plan
    ? [
        say('Nothing is due to us. {carrier} bills you.', { carrier }),
        say('It asks for {amount} to start the policy.', { amount }),
        ...restWords(plan, carrier),
      ]
    : [
        say('Nothing is due to us. {carrier} bills you, and tells you the amounts and the due dates.', {
          carrier,
        }),
      ]

const BILLING_WORDS: Record<BillTo, (billed: Billed) => string[]> = {
  insured: ({ agency, plan, amount, when }) => [
    say('{amount} is due {when}, to {agency}.', { amount, when: whenWords(when), agency }),
    ...restWords(plan, agency),
  ],
  mortgagee_escrow: ({ carrier, amount, when }) => [
    say(
      'Nothing is due from you {when}. Your mortgage company pays the insurance company from your escrow account.',
      { when: nowWords(when) },
    ),
    say('{carrier} bills your mortgage company {amount}.', { carrier, amount }),
  ],
  at_closing: ({ carrier, amount, when }) => [
    say('Nothing is due {when}.', { when: nowWords(when) }),
    say('{amount} is paid to {carrier} when you close on the home.', { amount, carrier }),
  ],
  carrier_direct: directWords,
}

export const billingWords = (
  offer: Offered,
  choice: BillingChoice,
  agency: string,
  when: When = 'today',
): string[] => {
  const { carrier } = offer
  const { bill_to, plan } = choice
  const amount = usdCents(firstPayment(choice, offer))
  return BILLING_WORDS[bill_to]({ carrier, agency, plan, amount, when })
}

export const howPaidWords = (takesHolds: boolean): string =>
  takesHolds
    ? say('You authorize a card or a bank account on Stripe’s page. It is charged once the policy is issued.')
    : say('We send you an invoice.')

export const agreedBilling = (
  offer: Offered,
  choice: BillingChoice,
  { agency, when }: { agency: string; when: When },
) => ({
  bill_to: choice.bill_to,
  plan_id: choice.plan_id,
  due_cents: dueToAgencyCents(offer, choice),
  ...(choice.bill_to === 'insured' && choice.plan && { installments: choice.plan.installments }),
  words: speaking('en', () =>
    billingWords(offer, choice, agency, choice.bill_to === 'insured' ? when : 'at purchase'),
  ),
})

const BILL_TO_LABELS = {
  insured: 'Pay us',
  mortgagee_escrow: 'My mortgage company pays from escrow',
  at_closing: 'Paid at closing',
  carrier_direct: 'The insurance company bills me',
} as const satisfies Record<BillTo, string>

export const billToLabel = (bill_to: BillTo): string => say(BILL_TO_LABELS[bill_to])

export const wireTerms = (offer: Offered, otherwise: BillTo) => {
  const { payment_plans = [], fees = [], taxes = [], bill_to = [otherwise] } = offer
  return { payment_plans, fees, taxes, bill_to }
}

const REHEARSED = 'This is a sandbox purchase: nobody is charged.'

export const wireBilling = (
  offer: Offered,
  choice: BillingChoice,
  { agency, sandbox, when }: { agency: string; sandbox: boolean; when?: When },
) => ({
  bill_to: choice.bill_to,
  plan_id: choice.plan_id,
  due_now_cents: dueToAgencyCents(offer, choice),
  due_to: DUE_TO[choice.bill_to],
  summary: [...(sandbox ? [say(REHEARSED)] : []), ...billingWords(offer, choice, agency, when)].join(' '),
})

const isMonthly = ({ installments }: PaymentPlan): boolean =>
  installments.length > 1 &&
  installments.slice(1).every(({ due_in_days }, at) => {
    const days = due_in_days - (installments[at]?.due_in_days ?? 0)
    return days >= 28 && days <= 31
  })

/** Whole dollars of the carrier's own plan, rounded up. Empty: it stated none with monthly payments. */
export const monthlyPart = ({ payment_plans = [] }: PaymentTerms): { monthly_price?: number } => {
  const plan = payment_plans.find(isMonthly)
  if (!plan) return {}
  const highest = Math.max(...plan.installments.map(({ amount_cents }) => amount_cents))
  return { monthly_price: Math.ceil(highest / 100) }
}
