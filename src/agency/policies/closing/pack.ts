import { keysOf } from '../../../platform/lib/keys-of.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { drawTable, grid, surplusLegend } from '../binder-body.ts'
import { momentIn } from '../coverage-start.ts'
import type { Mortgagee, NextPeriod, PropertyEvidence } from '../evidence.ts'
import { mortgageeLabel } from '../mortgagee-label.ts'
import type { PdfPage } from '../pdf-page.ts'
import { POLICY_REQUEST_WORDS } from '../policy-request.ts'
import { say } from '../say.ts'
import type { Fact } from '../terms.ts'
import { type Printing, type Sheet, sheetPdf } from './sheet.ts'

const droppedWords = (dropped: readonly string[]): string[] =>
  dropped.map(label => `Not part of the renewed policy: ${label}. The policy was issued with it.`)

const NOT_CERTIFIED =
  'Not all limits of that period are on record with the agency. This document does not certify them. Ask the agency or the insurance company for evidence of them.'

const periodWords = (
  { carrier, policy_number: number }: PropertyEvidence,
  { effective_date, expiration_date, annual_price, policy_number }: NextPeriod,
): string[] => [
  `${carrier.name} has renewed this policy from ${dayWords(effective_date)} to ${dayWords(expiration_date)}, 12:01 a.m., for ${usd(annual_price)} for the year, with fees and taxes.`,
  ...(policy_number === number ? [] : [`From that day its policy number is ${policy_number}.`]),
]

type Print = (title: string, rows: PropertyEvidence['coverages'], unit: string) => void

const printNextPeriod = (page: PdfPage, evidence: PropertyEvidence, print: Print): void => {
  const { next_period: next } = evidence
  if (!next) return
  const from = dayWords(next.effective_date)
  page.heading(`Next period, from ${from}`)
  for (const line of periodWords(evidence, next)) page.paragraph(line)
  if (!next.coverages || !next.deductibles) {
    page.paragraph(NOT_CERTIFIED)
    return
  }
  for (const line of droppedWords(next.dropped ?? [])) page.paragraph(line)
  print(`Coverages from ${from}`, next.coverages, 'Limit')
  print(`Deductibles from ${from}`, next.deductibles, 'Amount')
}

const NOT_STATED = 'Not stated'

const or = (value: string | undefined, label: string): string => `${label}: ${value ?? NOT_STATED}`

export const propertyLine = ({ property: { street, city, state, zip } }: PropertyEvidence): string =>
  `${street}, ${city}, ${state} ${zip}`

const mortgageeFact = (mortgagee: Mortgagee): Fact => {
  const { name, clause, loan_number, address, escrow } = mortgagee
  return {
    label: mortgageeLabel(mortgagee),
    lines: [
      name,
      or(clause, 'Clause'),
      or(address, 'Address'),
      or(loan_number, 'Loan number'),
      ...(escrow === undefined ? [] : [`Pays from escrow: ${escrow ? 'yes' : 'no'}`]),
    ],
  }
}

const noticesOf = ({ canceled_on, changed_since, dropped = [] }: PropertyEvidence): string[] => [
  ...(canceled_on === undefined
    ? []
    : [
        `THIS POLICY ENDS ${dayWords(canceled_on)} at 12:01 a.m. This is not evidence of insurance after that.`,
      ]),
  ...droppedWords(dropped),
  ...changed_since.map(
    ({ kind, done_on }) =>
      `Changed on ${dayWords(done_on)}: ${POLICY_REQUEST_WORDS[kind].toLowerCase()}. This document does not show the change. Ask the agency for it.`,
  ),
]

const binderWords = ({ binder_number, binder_ends, canceled_on }: PropertyEvidence): string[] => {
  if (binder_number === undefined || binder_ends === undefined) return []
  const ends = canceled_on !== undefined && canceled_on < binder_ends ? canceled_on : binder_ends
  return [`Binder ${binder_number}, until ${dayWords(ends)}`]
}

const whoAndWhat = (evidence: PropertyEvidence): Fact[] => {
  const { insureds, other_owners, title_holder, carrier, property } = evidence
  return [
    { label: 'Named insured', lines: insureds },
    { label: 'Insured property', lines: [propertyLine(evidence)] },
    {
      label: 'Policy',
      lines: [
        `Policy number ${evidence.policy_number}`,
        ...(evidence.renewed_on === undefined
          ? binderWords(evidence)
          : [`Renewed on ${dayWords(evidence.renewed_on)}`]),
        or(evidence.form, 'Form'),
      ],
    },
    {
      label: 'Policy period',
      lines: [
        `Effective from ${momentIn(property.state, new Date(evidence.effective_at))}`,
        `to ${dayWords(evidence.canceled_on ?? evidence.expiration_date)}, 12:01 a.m.`,
      ],
    },
    {
      label: 'Insurance company',
      lines: [carrier.name, or(carrier.naic, 'NAIC number'), or(carrier.address, 'Address')],
    },
    ...(title_holder === undefined ? [] : [{ label: 'Title holder', lines: [title_holder] }]),
    ...(other_owners.length === 0
      ? []
      : [{ label: 'Other owners on the application, not named by the company', lines: other_owners }]),
  ]
}

const amounts = (
  page: PdfPage,
  title: string,
  { rows, unit }: { rows: PropertyEvidence['coverages']; unit: string },
): void => {
  page.heading(title)
  if (rows.length === 0) page.paragraph(NOT_STATED)
  else
    drawTable(
      page,
      { label: title, amount: unit },
      rows.map(({ label, dollars }) => ({ label, amount: usd(dollars) })),
    )
}

const paidWords = ({ payment, renewed_on }: PropertyEvidence): string[] => {
  const { paid_cents, unpaid, scheduled } = payment
  const isUnknown = paid_cents === 0 && unpaid.length + scheduled.length === 0
  if (renewed_on !== undefined && isUnknown)
    return ['We have no record of payments for the renewed period. Ask the insurance company what was paid.']
  return receivedWords(payment)
}

const receivedWords = (payment: PropertyEvidence['payment']): string[] => [
  ...(payment.paid_cents > 0 && payment.paid_on !== undefined
    ? [
        `${usdCents(payment.paid_cents)} was received by the agency. The last payment was on ${dayWords(payment.paid_on)}.`,
      ]
    : [
        payment.bill_to === undefined || payment.bill_to === 'insured'
          ? 'The agency has received no payment for this policy.'
          : 'The agency does not collect the premium of this policy, so it cannot say what was paid.',
      ]),
  ...payment.unpaid.map(
    ({ cents, due_on, reference }) =>
      `Invoice ${reference}: ${usdCents(cents)}${due_on === undefined ? '' : `, due by ${dayWords(due_on)}`}. Not paid.`,
  ),
  ...payment.scheduled.map(
    ({ cents, due_on }) =>
      `${usdCents(cents)} is due by ${dayWords(due_on)}. Not invoiced yet, and not paid.`,
  ),
]

export const asOf = ({ version: { basis, effective_from } }: PropertyEvidence): string => {
  const day = dayWords(effective_from)
  switch (basis) {
    case 'issued':
      return say('This shows the policy as it was issued.')
    case 'declarations':
      return say('This shows the policy as its declarations page states it from {day}.', { day })
    case 'endorsement':
      return say('This shows the policy as the insurance company changed it from {day}.', { day })
    case 'renewal':
      return say('This shows the policy as it was renewed on {day}.', { day })
    case 'correction':
      return say('This shows the policy as it was corrected from {day}.', { day })
  }
}

const evidenceSheet = (evidence: PropertyEvidence): Sheet => ({
  title: 'Evidence of property insurance',
  intro: `${asOf(evidence)} It does not change the policy, whose terms govern. What nobody stated to us is marked as not stated.`,
  notices: noticesOf(evidence),
  body(page) {
    const { mortgagees } = evidence
    surplusLegend(page, evidence)
    page.heading('Policy')
    grid(page, whoAndWhat(evidence))
    page.heading('Mortgagees')
    if (mortgagees.length === 0) page.paragraph(NOT_STATED)
    grid(page, mortgagees.map(mortgageeFact))
    amounts(page, 'Coverages', { rows: evidence.coverages, unit: 'Limit' })
    amounts(page, 'Deductibles', { rows: evidence.deductibles, unit: 'Amount' })
    page.heading('Premium')
    page.paragraph(`${usd(evidence.annual_price)} for the year, with fees and taxes.`)
    for (const line of paidWords(evidence)) page.paragraph(line)
    printNextPeriod(page, evidence, (title, rows, unit) => amounts(page, title, { rows, unit }))
  },
})

/** No invoice or receipt for money that the agency does not collect, and no “paid” while more is due. */
export const paymentTitle = ({
  payment,
}: PropertyEvidence): 'Invoice' | 'Paid receipt' | 'Premium statement' => {
  if (payment.unpaid.length > 0) return 'Invoice'
  return payment.paid_cents > 0 && payment.scheduled.length === 0 ? 'Paid receipt' : 'Premium statement'
}

const payeeOf = ({ payment: { unpaid }, producer: { name, address, phone } }: PropertyEvidence): Fact[] =>
  unpaid.length === 0
    ? []
    : [
        { label: 'Payable to', lines: [name, ...(address ? [address] : []), ...(phone ? [phone] : [])] },
        {
          label: 'Write on the payment',
          lines: unpaid.map(({ reference, cents }) => `${reference}, for ${usdCents(cents)}`),
        },
      ]

const paymentSheet = (evidence: PropertyEvidence): Sheet => {
  const { payment } = evidence
  return {
    title: paymentTitle(evidence),
    intro: 'This is what the agency has on record about the premium of this policy.',
    notices: noticesOf(evidence),
    body(page) {
      page.heading('Policy')
      grid(page, [
        { label: 'Named insured', lines: evidence.insureds },
        { label: 'Insured property', lines: [propertyLine(evidence)] },
        { label: 'Policy', lines: [`Policy number ${evidence.policy_number}`, evidence.carrier.name] },
        { label: 'Price for the year', lines: [usd(evidence.annual_price)] },
        ...payeeOf(evidence),
      ])
      page.heading('Paid and due')
      for (const line of paidWords(evidence)) page.paragraph(line)
      page.heading(
        evidence.renewed_on === undefined
          ? 'As agreed with the insured'
          : 'As the insurance company stated it for the renewed period',
      )
      for (const line of payment.terms.length > 0 ? payment.terms : [NOT_STATED]) page.paragraph(line)
    },
  }
}

const SHEETS = {
  'evidence.pdf': evidenceSheet,
  'payment.pdf': paymentSheet,
} as const

export type PackFile = keyof typeof SHEETS

export const packFileIn = (name: string): PackFile | null =>
  keysOf(SHEETS).find(file => file === name) ?? null

export const packPdf = (file: PackFile, evidence: PropertyEvidence, printing: Printing): Promise<Buffer> =>
  sheetPdf(evidence, SHEETS[file](evidence), printing)
