import { buffer } from 'node:stream/consumers'
import { descriptionWords } from '../../../agency/emails/rules/payment-description.ts'
import { footer } from '../../../agency/policies/binder.ts'
import { neverTookEffect, numberOn } from '../../../agency/policies/life/policy-end.ts'
import {
  chooseFonts,
  createPdfDocument,
  createPdfPage,
  drawOnEachPage,
  type PdfPage,
} from '../../../agency/policies/pdf-page.ts'
import type { Policy } from '../../../agency/policies/policies.ts'
import { nameTitle } from '../../../platform/lib/name-words.ts'
import { usd, usdCents } from '../../../platform/values/money.ts'
import { proofWords, purposeWords, standingWords } from '../../../products/line/record/consent-words.ts'
import { deliveryWords } from '../customer/paper-delivery.ts'
import { END_REASONS } from '../parts/end-words.ts'
import { type AuditPart, carrierParts, type NameOf, offerParts, spaced, utcTime } from './audit-carriers.ts'
import type { AuditFile } from './audit-file.ts'

const lines = (page: PdfPage, texts: readonly string[]): void => {
  if (texts.length === 0) page.paragraph('None.', { color: page.colors.QUIET })
  for (const text of texts) page.paragraph(text)
}

const endWords = (policy: Policy, nameOf: NameOf): string => {
  if (!policy.end) return ''
  const { ended_on, end_reason, recorded_by, recorded_at } = policy.end
  const what = neverTookEffect(policy)
    ? 'Canceled from the start: it never took effect'
    : `Canceled: coverage ends on ${ended_on}`
  return `. ${what}. ${END_REASONS[end_reason]}, recorded by ${nameOf(recorded_by)} at ${utcTime(recorded_at)}`
}

type Standing = Pick<AuditFile['tasks'][number], 'outcome' | 'done_at' | 'done_by' | 'isMoot'>

const taskStanding = ({ outcome, done_at, done_by, isMoot }: Standing, nameOf: NameOf): string => {
  if (done_at) return `${nameTitle(outcome ?? 'done')}, ${utcTime(done_at)}, ${nameOf(done_by)}`
  return isMoot ? 'No longer needed' : 'Open'
}

const renewalTexts = (policy: Policy): string[] =>
  policy.renewals.map(({ due_on, status, period_to, annual_price, payment, answer, recorded_at }) =>
    [
      `${numberOn(policy, due_on)}, ${nameTitle(status)}, recorded ${utcTime(recorded_at)}, due ${due_on}`,
      ...(period_to && annual_price ? [`to ${period_to} for ${usd(annual_price)} a year`] : []),
      ...[payment, answer].flatMap(words => words ?? []),
    ].join(', '),
  )

const consentParts = (file: AuditFile, nameOf: NameOf): AuditPart[] => [
  ...file.application.answers.map(({ title, answers }) => ({
    title: `Answers: ${title}`,
    texts: answers.map(({ label, value, source }) => `${label}: ${value} (${source})`),
  })),
  {
    title: 'Consents and signatures',
    texts: file.consents.map(
      ({ purpose, version, given_at, proof, address, words: said, words_sha256, state, ...row }) =>
        `${purposeWords(purpose)}, version ${version}, ${utcTime(given_at)}: ${proofWords[proof].toStaff}. ${standingWords[state]}${row.withdrawn_at ? ` ${utcTime(row.withdrawn_at)} by ${nameOf(row.withdrawn_by)}` : ''}. From ${address || 'an unknown address'}. Words (SHA-256 ${words_sha256}): ${said}`,
    ),
  },
  { title: 'Delivery of documents', texts: [`${deliveryWords(file.delivery_withdrawal)}.`] },
]

const policyParts = (file: AuditFile, nameOf: NameOf): AuditPart[] => [
  {
    title: 'Policies',
    texts: file.policies.map(
      policy =>
        `${policy.issued.policy_number}, ${policy.carrier}, ${usd(policy.annual_price)} a year, ${policy.effective_date} to ${policy.expiration_date}${endWords(policy, nameOf)}`,
    ),
  },
  { title: 'Renewals', texts: file.policies.flatMap(renewalTexts) },
  {
    title: 'Requests about policies',
    texts: file.policies.flatMap(({ policy_number, requests }) =>
      requests.map(
        ({ kind, details, wanted_on, asked_by, asked_at, status, answer }) =>
          `${policy_number}, ${nameTitle(kind)}${wanted_on ? `, from ${wanted_on}` : ''}, asked by ${asked_by} at ${utcTime(asked_at)}: ${details} ${nameTitle(status)}. ${answer ?? ''}`,
      ),
    ),
  },
  {
    title: 'Orders',
    texts: file.orders.map(({ terms, outcome, ordered_at }) => {
      const result = outcome ? nameTitle(outcome) : 'Waiting for the carrier'
      return `${terms.product}, ${terms.carrier}, ordered ${utcTime(ordered_at)}: ${result}`
    }),
  },
]

const moneyParts = (file: AuditFile): AuditPart[] => [
  {
    title: 'Money',
    texts: [
      ...file.payments.map(
        ({ reference, description, amount_cents, status }) =>
          `${reference}, ${descriptionWords(description)}, ${usdCents(amount_cents)}: ${nameTitle(status)}`,
      ),
      ...file.refunds.map(
        ({ amount_cents, status, created_at, settled_at }) =>
          `Refund of ${usdCents(amount_cents)}, decided ${utcTime(created_at)}: ${nameTitle(status)}, ${utcTime(settled_at)}`,
      ),
      ...file.disputes.map(
        ({ dispute_id, amount_cents, status, opened_at }) =>
          `Dispute ${dispute_id} of ${usdCents(amount_cents)}, opened ${utcTime(opened_at)}: ${nameTitle(status)}`,
      ),
    ],
  },
]

const staffParts = (file: AuditFile, nameOf: NameOf): AuditPart[] => [
  {
    title: 'Carrier tasks',
    texts: file.tasks.map(
      ({ kind, carrier_id, created_at, question, answer, ...task }) =>
        `${nameTitle(kind)}, ${carrier_id}, created ${utcTime(created_at)}${question ? `. Asked: ${question} Answered: ${answer ?? 'not yet'}` : ''}. ${taskStanding(task, nameOf)}`,
    ),
  },
  {
    title: 'Staff decisions',
    texts: file.decisions.map(
      ({ act, actor, at, note }) =>
        `${utcTime(at)}, ${nameOf(actor)}: ${nameTitle(act)}${note ? `. Reason: ${note}` : ''}`,
    ),
  },
]

const fileParts = (file: AuditFile): AuditPart[] => [
  {
    title: 'Documents',
    texts: [
      ...file.policy_documents.map(
        ({ filename, kind, sha256 }) => `${filename} (${nameTitle(kind)}), of a policy, SHA-256 ${sha256}`,
      ),
      ...file.documents.map(
        ({ filename, type, status, created_at, sha256 }) =>
          `${filename} (${nameTitle(type)}), ${nameTitle(status)}, received ${utcTime(created_at)}, SHA-256 ${sha256}`,
      ),
    ],
  },
  {
    title: 'Emails',
    texts: file.emails.flatMap(({ subject, purpose, status, created_at, recipient, text }) => [
      `${utcTime(created_at)}: ${subject || nameTitle(purpose ?? 'email')} (${nameTitle(status)})${recipient === null ? '' : `, to ${recipient}`}`,
      ...(text?.split('\n\n') ?? []),
    ]),
  },
]

const recordParts = (file: AuditFile, nameOf: NameOf): AuditPart[] => [
  {
    title: 'Notes',
    texts: file.notes.map(
      ({ words: said, written_by, written_at }) => `${utcTime(written_at)}, ${nameOf(written_by)}: ${said}`,
    ),
  },
  {
    title: 'Who looked at this application',
    texts: file.reads.map(({ read_at, read_by, what }) => `${utcTime(read_at)}, ${nameOf(read_by)}: ${what}`),
  },
  {
    title: 'History',
    texts: file.history.entries.map(
      ({ seq, at, actor, event, facts, hash }) =>
        `${seq}. ${utcTime(at)}, ${nameOf(actor)}: ${nameTitle(event)} ${spaced(facts)} [${hash.slice(0, 16)}]`,
    ),
  },
]

const partsOf = (file: AuditFile): AuditPart[] => {
  const nameOf: NameOf = actor => (actor === null ? 'nobody' : (file.names[actor] ?? actor))
  return [
    ...consentParts(file, nameOf),
    ...offerParts(file),
    ...carrierParts(file, nameOf),
    ...policyParts(file, nameOf),
    ...moneyParts(file),
    ...staffParts(file, nameOf),
    ...fileParts(file),
    ...recordParts(file, nameOf),
  ]
}

export const auditPdf = async (file: AuditFile, color: string): Promise<Buffer> => {
  const { uid, person, line, status_words, created_at } = file.application
  const doc = await createPdfDocument({
    title: `Audit file ${uid}`,
    author: file.agency.name,
    at: file.exported_at,
  })
  chooseFonts(doc, JSON.stringify(file))
  const bytes = buffer(doc)
  const page = createPdfPage(doc, color)
  page.skip(page.write('H1', 'Audit file', { look: { size: 22, bold: true, color: page.colors.accent } }) + 4)
  lines(page, [
    `${person.name ?? 'No name'}, ${uid}, ${nameTitle(line)}, ${status_words}, created ${utcTime(created_at)}.`,
    `Exported ${utcTime(file.exported_at)} by ${file.names[file.exported_by] ?? file.exported_by} at ${file.agency.name}.`,
    file.history.intact
      ? `The history is intact: ${file.history.last.seq} entries, last hash ${file.history.last.hash}.`
      : `The history was changed outside the service: ${file.history.problem}.`,
    'The JSON file has every detail and says how to check the hashes.',
  ])
  for (const { title, texts } of partsOf(file)) {
    page.heading(title)
    lines(page, texts)
  }
  page.root.end()
  drawOnEachPage(doc, ({ words }) => footer(doc, `Audit file ${uid}  ·  ${words}`))
  doc.end()
  return bytes
}
