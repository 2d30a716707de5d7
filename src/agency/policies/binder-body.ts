import type { Logo } from '../../platform/config/logo.ts'
import { capitalized } from '../../platform/lib/name-words.ts'
import { dayWords } from '../../platform/values/calendar.ts'
import { usd, usdCents } from '../../platform/values/money.ts'
import { carrierInfoRows } from '../carriers/contract/carrier-info.ts'
import { momentIn } from './coverage-start.ts'
import { MARGIN, type PdfPage } from './pdf-page.ts'
import {
  type Fact,
  type IssuedFacts,
  insuredNames,
  type LabelledRow,
  type PolicyBilling,
  stateOf,
} from './terms.ts'

export const surplusLegend = (
  page: PdfPage,
  { surplus_lines = [] }: Pick<IssuedFacts, 'surplus_lines'>,
): void => {
  if (surplus_lines.length === 0) return
  page.heading('Surplus lines insurance')
  for (const text of surplus_lines) page.paragraph(text, { bold: true })
}

const momentOf = (facts: IssuedFacts, iso: string): string => momentIn(stateOf(facts), new Date(iso))

const EVIDENCE =
  'This binder is temporary evidence of the insurance described below, effective from the moment stated. It ends when the insurance company delivers the policy, whose terms then govern, or on the day stated, whichever comes first.'
export const NOT_INSURANCE =
  'This was made to try the service. No insurance company issued this document, and it provides no coverage.'

const CONTACTS_APART = '  ·  '

export const letterhead = (
  page: PdfPage,
  { producer }: Pick<IssuedFacts, 'producer'>,
  logo: Logo | null,
): void => {
  const { accent, QUIET } = page.colors
  const { name, phone, license, address } = producer
  const contacts = [address, phone, license && `License ${license}`].filter(Boolean).join(CONTACTS_APART)
  if (logo?.type === 'image/png') page.image(logo.bytes, name, [160, 32])
  page.skip(page.write('P', name, { look: { size: 11, bold: true, color: accent } }))
  if (contacts !== '') page.skip(page.write('P', contacts, { look: { size: 8.5, color: QUIET } }))
  page.skip(4)
  page.rule()
  page.skip(8)
}

const title = (page: PdfPage, facts: IssuedFacts, mark: string | null): void => {
  const { product, carrier, policy_number } = facts
  const { accent, QUIET } = page.colors
  const half = page.width / 2
  if (mark !== null) page.paragraph(mark, { bold: true, color: '#b3261e', size: 11 })
  page.write('P', carrier, { look: { size: 11, bold: true, width: half } })
  page.write('P', `Policy number ${policy_number}`, {
    x: MARGIN + half,
    look: { size: 11, bold: true, width: half, align: 'right' },
  })
  page.skip(16)
  page.skip(page.write('H1', `${product} binder`, { look: { size: 18, bold: true, color: accent } }) + 2)
  page.paragraph(mark === null ? EVIDENCE : NOT_INSURANCE, { color: QUIET })
}

const GAP = 24

const looksOf = (page: PdfPage) => {
  const width = (page.width - GAP) / 2
  return { label: { size: 8.5, bold: true, color: page.colors.QUIET, width }, lines: { width } }
}

const heightsOf = (page: PdfPage, { label, lines }: Fact): { label: number; lines: number } => {
  const looks = looksOf(page)
  return { label: page.heightOf(label, looks.label) + 1, lines: page.heightOf(lines.join('\n'), looks.lines) }
}

export const grid = (page: PdfPage, facts: readonly Fact[]): void => {
  const looks = looksOf(page)
  for (let first = 0; first < facts.length; first += 2) {
    const row = facts.slice(first, first + 2).map(fact => ({ fact, height: heightsOf(page, fact) }))
    const tallest = Math.max(...row.map(({ height }) => height.label + height.lines))
    page.room(tallest)
    const at = page.at()
    row.forEach(({ fact, height }, column) => {
      const x = MARGIN + column * (looks.lines.width + GAP)
      page.write('P', fact.label, { x, at, look: looks.label })
      page.write('P', fact.lines.join('\n'), { x, at: at + height.label, look: looks.lines })
    })
    page.skip(tallest + 6)
  }
}

const mailingLines = ({ address, mailing_address }: IssuedFacts['insured']): string[] => {
  if (mailing_address !== undefined) return [mailing_address]
  return address ? [address.street, `${address.city}, ${address.state} ${address.zip}`] : []
}

/** The first agreed sentence is about the first payment, which has since been received or invoiced. */
const paymentLines = (
  { words = [], due_cents, due_on, paid_on }: PolicyBilling,
  agency: string,
): string[] => {
  if (paid_on !== undefined)
    return [`${usdCents(due_cents)} was paid on ${dayWords(paid_on)}, to ${agency}.`, ...words.slice(1)]
  return due_on === undefined
    ? words
    : [`${usdCents(due_cents)} is invoiced and due by ${dayWords(due_on)}, to ${agency}.`, ...words.slice(1)]
}

const companyLines = (facts: IssuedFacts): string[] => {
  const { carrier, carrier_address, carrier_naic, carrier_info, quote_number, form } = facts
  return [
    carrier,
    ...(carrier_address ? [carrier_address] : []),
    ...(carrier_naic ? [`NAIC ${carrier_naic}`] : []),
    ...carrierInfoRows(carrier_info).map(({ label, value }) => `${label}: ${value}`),
    `Quote ${quote_number}`,
    ...(form ? [`Form ${form}`] : []),
  ]
}

const producerLines = ({ name, license, npn, address, phone }: IssuedFacts['producer']): string[] => [
  name,
  ...(license ? [`License ${license}`] : []),
  ...(npn ? [`National Producer Number ${npn}`] : []),
  ...(address ? [address] : []),
  ...(phone ? [phone] : []),
]

const partiesOf = (facts: IssuedFacts): Fact[] => {
  const { insured, producer, billing, charges = [] } = facts
  return [
    {
      label: 'Named insured',
      lines: [...insuredNames(facts), ...mailingLines(insured), insured.email],
    },
    facts.location,
    {
      label: 'Policy period',
      lines: [
        `Effective from ${momentOf(facts, facts.effective_at)}`,
        `to ${dayWords(facts.expiration_date)}, 12:01 a.m.`,
        'Local time at the insured location',
      ],
    },
    {
      label: 'Binder',
      lines: [
        ...(facts.binder_number ? [`Number ${facts.binder_number}`] : []),
        ...(facts.binder_ends
          ? [`Ends ${dayWords(facts.binder_ends)}, 12:01 a.m.,`, 'or when the policy is delivered']
          : ['Ends when the policy is delivered']),
      ],
    },
    { label: 'Insurance company', lines: companyLines(facts) },
    { label: 'Producer', lines: producerLines(producer) },
    {
      label: 'Total price for the year',
      lines: [
        `${usd(facts.annual_price)}, as ordered. The declarations page states it to the cent.`,
        ...charges.map(({ label, amount_cents }) => `Includes ${label} ${usdCents(amount_cents)}`),
      ],
    },
    ...(billing?.words ? [{ label: 'Payment', lines: paymentLines(billing, producer.name) }] : []),
    ...facts.interests,
  ]
}

export const drawTable = (page: PdfPage, head: LabelledRow, rows: readonly LabelledRow[]): void => {
  const amount = 130
  const label = page.width - amount
  const whole = page.element('Table')
  const row = (cells: LabelledRow, tag: 'TH' | 'TD'): void => {
    const bold = tag === 'TH'
    page.room(18)
    const parent = page.element('TR', whole)
    const height = page.write(tag, cells.label, { parent, look: { bold, width: label } })
    const right = { bold, width: amount, align: 'right' as const }
    page.write(tag, cells.amount, { parent, x: MARGIN + label, look: right })
    parent.end()
    page.skip(height + 2)
    page.rule()
    page.skip(3.5)
  }
  row(head, 'TH')
  for (const cells of rows) row(cells, 'TD')
  whole.end()
}

type Signed = { heading: string; fact: Fact }

const orderedFor = (lines: string[]): Signed => ({
  heading: 'Order',
  fact: { label: 'Ordered for the insured', lines },
})

const signatureOf = (facts: IssuedFacts): Signed => {
  const { signature, insured } = facts
  const record = `Record ${signature.consent_id}`
  if (signature.kind === undefined)
    return orderedFor([
      momentOf(facts, signature.signed_at),
      `Statement version ${signature.words_version}`,
      record,
    ])
  const test = signature.sandbox ? ['Test purchase, for no real person'] : []
  const evidence = [`Statement version ${signature.statement_version}`, record, ...test]
  if (signature.kind === 'person')
    return {
      heading: 'Signature',
      fact: {
        label: `Signed electronically by ${signature.signed_name}`,
        lines: [
          momentOf(facts, signature.signed_at),
          'On our website, after proving the email address above',
          ...evidence,
        ],
      },
    }
  const { attested_by, attested_at } = signature
  return orderedFor([
    `Ordered by ${attested_by} on behalf of ${insured.full_name}. ${capitalized(attested_by)} stated on ${momentOf(facts, attested_at)} that ${insured.full_name} had confirmed the purchase to them`,
    `Consent to electronic records rests on that statement alone: ${insured.full_name} had given none on our website`,
    ...evidence,
  ])
}

export type BinderLook = { mark: string | null; logo: Logo | null }

export const binderBody = (page: PdfPage, facts: IssuedFacts, { mark, logo }: BinderLook): void => {
  letterhead(page, facts, logo)
  title(page, facts, mark)
  surplusLegend(page, facts)
  page.heading('Parties and period')
  grid(page, partiesOf(facts))
  page.heading('Coverages')
  drawTable(page, { label: 'Coverage', amount: 'Limit' }, facts.coverages)
  const { heading, fact } = signatureOf(facts)
  page.heading(heading)
  grid(page, [
    fact,
    { label: 'Issued through', lines: [facts.producer.name, momentOf(facts, facts.issued_at)] },
  ])
}
