import { nameWords } from '../../../platform/lib/name-words.ts'
import { usd } from '../../../platform/values/money.ts'
import { tableLines } from '../table.ts'
import type { Path } from './answers.ts'
import type { Homeowners, Umbrella } from './command.ts'

const heading = ({ uid, sandbox, status }: { uid: string; sandbox: boolean; status: string }): string =>
  `${uid} (${sandbox ? 'sandbox' : 'live'}): ${nameWords(status)}`

type Asked = { path: Path; label: string; description: string; enum?: string[] }

const pathOf = (path: Path): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('')

const indented = (rows: readonly (readonly string[])[]): string[] => tableLines(rows).map(line => `  ${line}`)

const askedRow = ({ label, path, description, enum: values }: Asked): string[] => [
  `${label} (${pathOf(path)})`,
  `${description}${values ? ` One of: ${values.join(', ')}.` : ''}`,
]

type OfferRow = { carrier: string; annual_price: number; recommended?: boolean; detail: string }

const offerLines = (offers: readonly OfferRow[] = []): string[] =>
  offers.length === 0
    ? []
    : [
        'Offers:',
        ...indented([
          ['', 'Carrier', 'A year', 'Coverage'],
          ...offers.map(({ carrier, annual_price, recommended, detail }) => [
            recommended ? '*' : '',
            carrier,
            usd(annual_price),
            detail,
          ]),
        ]),
        ...(offers.some(({ recommended }) => recommended) ? ['  * recommended'] : []),
      ]

const declineLines = (declines: Umbrella['declines'] = []): string[] =>
  declines.length === 0
    ? []
    : ['Declined:', ...indented(declines.map(({ carrier, reason }) => [carrier, reason]))]

const hintLines = (hints: Umbrella['field_hints'] = []): string[] =>
  hints.map(({ field, did_you_mean }) => `Unknown field ${field}. Did you mean ${did_you_mean}?`)

export const homeownersLines = (session: Homeowners): string[] => {
  const { offers = [], missing_field_details: missing = [], policies = [] } = session
  const link = session.homeowner_quotes_request_login_url ?? session.homeowner_fix_issues_request_login_url
  return [
    heading({ ...session, status: session.detail_status ?? session.status }),
    session.response_summary,
    ...hintLines(session.field_hints),
    ...(missing.length > 0 ? ['Missing:', ...indented(missing.map(askedRow))] : []),
    ...offerLines(offers.map(offer => ({ ...offer, detail: offer.coverage_summary }))),
    ...declineLines(session.declines),
    ...policies.map(
      ({ policy_number, carrier, effective_date }) =>
        `Policy ${policy_number} from ${carrier}, starting ${effective_date}`,
    ),
    ...(link ? [`For the homeowner: ${link}`] : []),
    ...(session.status === 'pending_quotes' ? nextLines(session) : []),
  ]
}

export const missingAnswers = ({ pending_fields = [], next_question }: Umbrella): string[] => {
  const asked = new Set(next_question?.fields.map(({ path }) => pathOf(path)))
  const missing = pending_fields.filter(({ estimated, field }) => !estimated && !asked.has(field))
  return [
    ...(missing.length > 0
      ? ['Missing:', ...missing.map(({ label, field }) => `  ${label} (${field})`)]
      : []),
    ...(next_question
      ? [`Next question: ${next_question.prompt}`, ...indented(next_question.fields.map(askedRow))]
      : []),
  ]
}

export const reviewLines = ({ review = [] }: Umbrella): string[] =>
  review.flatMap(({ title, items }) => [
    `${title}:`,
    ...indented(
      items.map(({ label, display, mark }) => [
        label,
        `${display}${mark === 'estimated' ? ' (estimated)' : ''}`,
      ]),
    ),
  ])

export const previewLines = ({ purchase_preview: preview, statement }: Umbrella): string[] => [
  ...(preview
    ? [
        'You are about to buy:',
        `  ${preview.carrier}: ${usd(preview.annual_price)} a year, limit ${usd(preview.coverage_limit)}`,
        ...indented(preview.coverages.map(({ label, amount }) => [label, amount])),
        `  Starts ${preview.effective_date}`,
        `  ${preview.payment.summary}`,
        ...(preview.signature_required ? ['  The carrier also requires the buyer’s own signature.'] : []),
        'Notices to show the buyer, word for word:',
        ...preview.notices.map(({ title, text }) => `  ${title}: ${text}`),
      ]
    : []),
  ...(statement ? ['By buying, you state:', `  ${statement.text}`] : []),
]

const policyLines = ({ policy }: Umbrella): string[] =>
  policy
    ? [
        `Policy ${policy.policy_number} from ${policy.carrier}, starting ${policy.effective_date}`,
        ...policy.documents.map(({ name, url }) => `  ${name}: ${url}`),
      ]
    : []

const handOver = ({
  review_url,
  sign_url,
  payment_url,
  required_upload_types: uploads,
}: Umbrella): string[] => [
  ...(review_url ? [`The buyer can review and correct it here: ${review_url}`] : []),
  ...(sign_url ? [`The buyer signs here: ${sign_url}`] : []),
  ...(payment_url ? [`The buyer pays here: ${payment_url}`] : []),
  ...(uploads && uploads.length > 0
    ? [`Send these documents with buy --document TYPE=FILE: ${uploads.join(', ')}`]
    : []),
]

const nextLines = ({ uid, status }: { uid: string; status: string }): string[] => {
  if (status === 'pending_quotes') return [`Next: bindery watch ${uid}`]
  return ['quoted', 'ready_to_finalize'].includes(status) ? [`Next: bindery buy ${uid}`] : []
}

export const umbrellaLines = (session: Umbrella): string[] => [
  heading(session),
  session.response_summary,
  ...(session.ineligible_reasons ?? []),
  ...hintLines(session.field_hints),
  ...missingAnswers(session),
  ...reviewLines(session),
  ...offerLines(session.offers?.map(offer => ({ ...offer, detail: `limit ${usd(offer.coverage_limit)}` }))),
  ...declineLines(session.declines),
  ...handOver(session),
  ...policyLines(session),
  ...nextLines(session),
]
