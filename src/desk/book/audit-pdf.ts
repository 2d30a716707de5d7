import { usd, usdCents } from '../../line/fields/money.ts'
import { proofWords, purposeWords } from '../../line/record/consent-words.ts'
import { bytesOf, footer } from '../../policies/binder.ts'
import { chooseFonts } from '../../policies/pdf-fonts.ts'
import { createPdfPage, MARGIN, type PdfPage } from '../../policies/pdf-page.ts'
import { words } from '../cards.ts'
import type { AuditFile } from './audit-file.ts'

const time = (at: Date | null): string =>
  at ? `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC` : 'never'

const lines = (page: PdfPage, texts: readonly string[]): void => {
  if (texts.length === 0) page.paragraph('None.', { color: page.colors.QUIET })
  for (const text of texts) page.paragraph(text)
}

type Part = { title: string; texts: string[] }

const partsOf = (file: AuditFile): Part[] => {
  const nameOf = (actor: string | null): string => (actor === null ? 'nobody' : (file.names[actor] ?? actor))
  return [
    ...file.application.answers.map(({ title, answers }) => ({
      title: `Answers: ${title}`,
      texts: answers.map(({ label, value, source }) => `${label}: ${value} (${source})`),
    })),
    {
      title: 'Consents and signatures',
      texts: file.consents.map(
        ({ purpose, version, given_at, proof, address, words: said, words_sha256 }) =>
          `${purposeWords(purpose)}, version ${version}, ${time(given_at)}: ${proofWords[proof].toStaff}. From ${address || 'an unknown address'}. Words (SHA-256 ${words_sha256}): ${said}`,
      ),
    },
    {
      title: 'Offers',
      texts: file.offers.map(({ offer, published_at, selected_at }) => {
        const { carrier, annual_price } = offer as { carrier: string; annual_price: number }
        return `${carrier}, ${usd(annual_price)} a year, published ${time(published_at)}${selected_at ? `, selected ${time(selected_at)}` : ''}`
      }),
    },
    {
      title: 'Policies',
      texts: file.policies.map(
        ({ policy_number, carrier, annual_price, effective_date, expiration_date, end }) =>
          `${policy_number}, ${carrier}, ${usd(annual_price)} a year, ${effective_date} to ${expiration_date}${end ? `. Canceled: coverage ends on ${end.ended_on}, recorded by ${nameOf(end.recorded_by)} at ${time(end.recorded_at)}` : ''}`,
      ),
    },
    {
      title: 'Requests about policies',
      texts: file.policies.flatMap(({ policy_number, requests }) =>
        requests.map(
          ({ kind, details, wanted_on, asked_by, asked_at, status, answer }) =>
            `${policy_number}, ${words(kind)}${wanted_on ? `, from ${wanted_on}` : ''}, asked by ${asked_by} at ${time(asked_at)}: ${details} ${words(status)}. ${answer ?? ''}`,
        ),
      ),
    },
    {
      title: 'Orders',
      texts: file.orders.map(({ terms, outcome, ordered_at }) => {
        const result = outcome ? words(outcome) : 'Waiting for the carrier'
        return `${terms.product}, ${terms.carrier}, ordered ${time(ordered_at)}: ${result}`
      }),
    },
    {
      title: 'Money',
      texts: [
        ...file.payments.map(
          ({ reference, description, amount, status }) =>
            `${reference}, ${description}, ${usd(amount)}: ${words(status)}`,
        ),
        ...file.refunds.map(
          ({ amount_cents, status, created_at, settled_at }) =>
            `Refund of ${usdCents(amount_cents)}, decided ${time(created_at)}: ${words(status)}, ${time(settled_at)}`,
        ),
        ...file.disputes.map(
          ({ dispute_id, amount_cents, status, opened_at }) =>
            `Dispute ${dispute_id} of ${usdCents(amount_cents)}, opened ${time(opened_at)}: ${words(status)}`,
        ),
      ],
    },
    {
      title: 'Carrier tasks',
      texts: file.tasks.map(
        ({ kind, carrier_id, created_at, question, answer, outcome, done_at, done_by }) =>
          `${words(kind)}, ${carrier_id}, created ${time(created_at)}${question ? `. Asked: ${question} Answered: ${answer ?? 'not yet'}` : ''}. ${outcome ? words(outcome) : 'Open'}, ${time(done_at)}, ${nameOf(done_by)}`,
      ),
    },
    {
      title: 'Staff decisions',
      texts: file.decisions.map(
        ({ act, actor, at, note }) =>
          `${time(at)}, ${nameOf(actor)}: ${words(act)}${note ? `. Reason: ${note}` : ''}`,
      ),
    },
    {
      title: 'Documents',
      texts: file.documents.map(
        ({ filename, type, status, created_at, sha256 }) =>
          `${filename} (${words(type)}), ${words(status)}, received ${time(created_at)}, SHA-256 ${sha256}`,
      ),
    },
    {
      title: 'Emails',
      texts: file.emails.map(
        ({ subject, purpose, status, created_at }) =>
          `${time(created_at)}: ${subject || words(purpose ?? 'email')} (${words(status)})`,
      ),
    },
    {
      title: 'Notes',
      texts: file.notes.map(
        ({ words: said, written_by, written_at }) => `${time(written_at)}, ${nameOf(written_by)}: ${said}`,
      ),
    },
    {
      title: 'Who looked at this application',
      texts: file.reads.map(({ read_at, read_by, what }) => `${time(read_at)}, ${nameOf(read_by)}: ${what}`),
    },
    {
      title: 'History',
      texts: file.history.entries.map(
        ({ seq, at, actor, event, facts, hash }) =>
          `${seq}. ${time(at)}, ${nameOf(actor)}: ${words(event)} ${JSON.stringify(facts)} [${hash.slice(0, 16)}]`,
      ),
    },
  ]
}

export const auditPdf = async (file: AuditFile, color: string): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const { uid, person, line, status, created_at } = file.application
  const doc = new PDFDocument({
    size: 'LETTER',
    font: '',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: `Audit file ${uid}`,
      Author: file.agency.name,
      CreationDate: file.exported_at,
      ModDate: file.exported_at,
    },
  })
  chooseFonts(doc, JSON.stringify(file))
  const bytes = bytesOf(doc)
  const page = createPdfPage(doc, color)
  page.skip(page.write('H1', 'Audit file', { look: { size: 22, bold: true, color: page.colors.accent } }) + 4)
  lines(page, [
    `${person.name ?? 'No name'}, ${uid}, ${words(line)}, ${words(status)}, created ${time(created_at)}.`,
    `Exported ${time(file.exported_at)} by ${file.names[file.exported_by] ?? file.exported_by} at ${file.agency.name}.`,
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
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    doc.markContent('Artifact', { type: 'Pagination' })
    footer(doc, `Audit file ${uid}  ·  Page ${at + 1} of ${count}`)
    doc.endMarkedContent()
  }
  doc.end()
  return bytes
}
