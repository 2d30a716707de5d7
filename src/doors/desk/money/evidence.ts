import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { installmentsOf } from '../../../agency/payments/installment-store.ts'
import { firstPaymentOf, type Payment, paymentsOf } from '../../../agency/payments/payments.ts'
import type { DisputeEvidence } from '../../../agency/payments/provider.ts'
import { coversOrder } from '../../../agency/policies/closing/paid.ts'
import { neverTookEffect } from '../../../agency/policies/life/policy-end.ts'
import { ordersOf } from '../../../agency/policies/orders.ts'
import { type Policy, policiesOf } from '../../../agency/policies/policies.ts'
import { openPolicyDocument } from '../../../agency/policies/policy-documents.ts'
import { receiptDocument } from '../../../agency/policies/receipt.ts'
import { type IssuedFacts, isSoldHere, stateOf } from '../../../agency/policies/terms.ts'
import type { App } from '../../../platform/app.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { findGivenConsent } from '../../../products/line/record/consent.ts'
import type { ConsentRow } from '../../../products/line/record/consent-store.ts'

const at = (iso: string): string => `${dayWords(iso)}, ${iso.slice(11, 16)} UTC`

const signedWords = ({ signature, insured }: IssuedFacts, consent: ConsentRow | undefined): string[] => {
  const statement = consent
    ? [
        `The statement (version ${consent.version}, SHA-256 ${consent.words_hash.toString('hex')}): “${consent.words}”`,
      ]
    : []
  if (signature.kind === 'person')
    return [
      `${signature.signed_name} signed the application electronically on ${at(signature.signed_at)}, on our website, after proving control of the email address ${insured.email}.`,
      ...(consent ? [`IP address ${consent.address}; browser: ${consent.user_agent}.`] : []),
      ...statement,
    ]
  if (signature.kind === undefined) return statement
  return [
    `${signature.attested_by} ordered the policy on behalf of ${insured.full_name} and stated that they confirmed the purchase on ${at(signature.attested_at)}.`,
    ...statement,
  ]
}

const policyWords = (policy: Policy): string[] => [
  `${policy.carrier} issued ${policy.product} number ${policy.issued.policy_number} on ${at(policy.issued_at)}, effective from ${dayWords(policy.effective_date)} to ${dayWords(policy.expiration_date)}, for ${usd(policy.annual_price)} a year.${policy.binder_number === undefined ? '' : ` Binder ${policy.binder_number}.`}`,
  ...(policy.end
    ? [
        neverTookEffect(policy)
          ? 'The policy was canceled from the start. It never took effect.'
          : `The policy was canceled. Its coverage ends on ${dayWords(policy.end.ended_on)}, at 12:01 a.m.`,
      ]
    : []),
  ...(policy.billing?.words ? [`The agreed payment: ${policy.billing.words.join(' ')}`] : []),
]

type Sold = Policy & IssuedFacts

const isSold = (policy: Policy): policy is Sold => isSoldHere(policy)

export type Bought = { policy: Sold; consent: ConsentRow | undefined }

export const evidenceText = (payment: Payment, bought: readonly Bought[]): string => {
  const { charged_cents, amount_cents, settled_at, reference, description } = payment
  return [
    ...bought.flatMap(({ policy, consent }) => [...signedWords(policy, consent), ...policyWords(policy)]),
    `The card or bank account was entered on the payment provider’s page. ${usdCents(charged_cents ?? amount_cents)} was charged${settled_at ? ` on ${at(settled_at.toISOString())}` : ''}, reference ${reference}, for: ${descriptionWords(description)}.`,
  ].join('\n\n')
}

const boughtWith = async (app: App, payment: Payment) => {
  const { uid } = payment
  const all = await paymentsOf(app, uid)
  const origin = firstPaymentOf(payment, all)
  const orders = (await ordersOf(app, uid)).filter(({ outcome }) => outcome === 'bound')
  const later = await installmentsOf(app.db, uid)
  const installment = later.find(one => one.payment_id === origin.payment_id)
  const bought: Bought[] = []
  for (const policy of await policiesOf(app, uid)) {
    const order = orders.find(({ item }) => item === policy.item)
    const isFor = installment
      ? installment.policy_id === policy.policy_id
      : order !== undefined && coversOrder(origin, order, all)
    if (isFor && isSold(policy))
      bought.push({ policy, consent: await findGivenConsent(app, policy.signature.consent_id) })
  }
  return bought
}

export const disputeEvidenceFor = async (app: App, payment: Payment): Promise<DisputeEvidence | null> => {
  const bought = await boughtWith(app, payment)
  const [first] = bought
  if (!first) return null
  const { policy, consent } = first
  const { insured, product, carrier, effective_date, signature, documents } = policy
  const { address } = insured
  const binder = documents.find(({ kind }) => kind === 'binder')
  const { body } = await receiptDocument(app, payment, {
    customer: insured.full_name,
    state: stateOf(policy),
  })
  return {
    customer_name: insured.full_name,
    customer_email: insured.email,
    customer_address: address ? `${address.street}, ${address.city}, ${address.state} ${address.zip}` : null,
    purchase_address: signature.kind === 'person' && consent ? consent.address : null,
    product: `${product} from ${carrier}`,
    starts: dayWords(effective_date),
    text: evidenceText(payment, bought),
    binder: binder
      ? await openPolicyDocument(app, { uid: payment.uid, document_id: binder.document_id })
      : null,
    receipt: { filename: `receipt-${payment.reference}.pdf`, content: body },
  }
}
