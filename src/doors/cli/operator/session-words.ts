import { nameWords } from '../../../platform/lib/name-words.ts'
import { usd } from '../../../platform/values/money.ts'
import type { Homeowners, Umbrella } from './command.ts'

const heading = ({ uid, sandbox, status }: { uid: string; sandbox: boolean; status: string }): string =>
  `${uid} (${sandbox ? 'sandbox' : 'live'}): ${nameWords(status)}`

type Asked = { path: readonly (string | number)[]; label: string; description: string; enum?: string[] }

const pathOf = (path: Asked['path']): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${part}`)).join('')

const askedLine = (field: Asked): string =>
  `  ${field.label} (${pathOf(field.path)}): ${field.description}${field.enum ? ` One of: ${field.enum.join(', ')}.` : ''}`

const offerLine = (offer: {
  carrier: string
  annual_price: number
  recommended: boolean
  detail: string
}): string =>
  `  ${offer.recommended ? '*' : ' '} ${offer.carrier}: ${usd(offer.annual_price)} a year, ${offer.detail}`

const RECOMMENDED = '  * recommended'

const declineLines = (declines: Umbrella['declines'] = []): string[] =>
  declines.length === 0
    ? []
    : ['Declined:', ...declines.map(({ carrier, reason }) => `    ${carrier}: ${reason}`)]

const hintLines = (hints: Umbrella['field_hints'] = []): string[] =>
  hints.map(({ field, did_you_mean }) => `Unknown field ${field}. Did you mean ${did_you_mean}?`)

export const homeownersLines = (session: Homeowners): string[] => {
  const { offers = [], missing_field_details: missing, policies = [] } = session
  const link = session.homeowner_quotes_request_login_url ?? session.homeowner_fix_issues_request_login_url
  return [
    heading({ ...session, status: session.detail_status ?? session.status }),
    session.response_summary,
    ...hintLines(session.field_hints),
    ...(missing.length > 0 ? ['Missing:', ...missing.map(askedLine)] : []),
    ...(offers.length > 0 ? ['Offers:'] : []),
    ...offers.map(({ carrier, annual_price, recommended, coverage_summary: detail }) =>
      offerLine({ carrier, annual_price, recommended, detail }),
    ),
    ...(offers.some(({ recommended }) => recommended) ? [RECOMMENDED] : []),
    ...declineLines(session.declines),
    ...policies.map(
      ({ policy_number, carrier, effective_date }) =>
        `Policy ${policy_number} from ${carrier}, starting ${effective_date}`,
    ),
    ...(link ? [`For the homeowner: ${link}`] : []),
  ]
}

export const missingAnswers = ({ pending_fields, next_question }: Umbrella): string[] => {
  const missing = pending_fields.filter(({ estimated }) => !estimated)
  return [
    ...(missing.length > 0
      ? ['Missing:', ...missing.map(({ label, field }) => `  ${label} (${field})`)]
      : []),
    ...(next_question
      ? [`Next question: ${next_question.prompt}`, ...next_question.fields.map(askedLine)]
      : []),
  ]
}

export const reviewLines = ({ review = [] }: Umbrella): string[] =>
  review.flatMap(({ title, items }) => [
    `${title}:`,
    ...items.map(
      ({ label, display, mark }) => `  ${label}: ${display}${mark === 'estimated' ? ' (estimated)' : ''}`,
    ),
  ])

export const previewLines = ({ purchase_preview: preview, statement }: Umbrella): string[] => [
  ...(preview
    ? [
        'You are about to buy:',
        `  ${preview.carrier}: ${usd(preview.annual_price)} a year, limit ${usd(preview.coverage_limit)}`,
        ...preview.coverages.map(({ label, amount }) => `  ${label}: ${amount}`),
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

export const umbrellaLines = (session: Umbrella): string[] => [
  heading(session),
  session.response_summary,
  ...(session.ineligible_reasons ?? []),
  ...hintLines(session.field_hints),
  ...missingAnswers(session),
  ...reviewLines(session),
  ...(session.offers ? ['Offers:'] : []),
  ...(session.offers ?? []).map(({ carrier, annual_price, recommended, coverage_limit }) =>
    offerLine({ carrier, annual_price, recommended, detail: `limit ${usd(coverage_limit)}` }),
  ),
  ...(session.offers?.some(({ recommended }) => recommended) ? [RECOMMENDED] : []),
  ...declineLines(session.declines),
  ...handOver(session),
  ...policyLines(session),
]
