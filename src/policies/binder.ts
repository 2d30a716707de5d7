import type PDFKit from 'pdfkit'
import type { Brand } from '../config/agency.ts'
import { DEMONSTRATION } from '../config/demonstration.ts'
import { DEFAULT_COLOR } from '../config/palette.ts'
import { usd } from '../line/fields/money.ts'
import { binderBody } from './binder-body.ts'
import { BOLD, chooseFonts, REGULAR } from './pdf-fonts.ts'
import { createPdfPage, MARGIN } from './pdf-page.ts'
import { printable } from './pdf-text.ts'
import type { PolicyFacts } from './terms.ts'

const markOf = ({ sandbox, illustrative }: PolicyFacts): string | null => {
  if (sandbox) return 'SANDBOX – not insurance'
  return illustrative ? DEMONSTRATION : null
}

export const bytesOf = async (doc: PDFKit.PDFDocument): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of doc) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

const watermark = (doc: PDFKit.PDFDocument, mark: string): void => {
  const { width, height } = doc.page
  doc.save().rotate(-52, { origin: [width / 2, height / 2] })
  doc.font(BOLD).fontSize(46).fillColor('#b3261e', 0.16)
  doc.text(mark, width / 2 - 330, height / 2 - 24, { width: 660, align: 'center', lineBreak: false })
  doc.restore()
}

export const footer = (doc: PDFKit.PDFDocument, text: string): void => {
  // PDFKit would start a new page for text below the margin.
  doc.page.margins.bottom = 0
  doc.font(REGULAR).fontSize(8).fillColor('#55616a', 1)
  doc.text(printable(text), MARGIN, doc.page.height - 42, {
    width: doc.page.width - 2 * MARGIN,
    align: 'center',
    lineBreak: false,
  })
}

const finishPages = (doc: PDFKit.PDFDocument, facts: PolicyFacts): void => {
  const { policy_number, policy_id } = facts
  const mark = markOf(facts)
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    if (mark !== null) watermark(doc, mark)
    footer(doc, `Policy ${policy_number}  ·  ${policy_id}  ·  Page ${page + 1} of ${count}`)
    doc.endMarkedContent()
  }
}

export const binderPdf = async (
  facts: PolicyFacts,
  { logo, color }: Pick<Brand, 'logo' | 'color'>,
): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const issuedAt = new Date(facts.issued_at)
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
      Title: `${facts.product} binder ${facts.policy_number}`,
      Author: facts.producer.name,
      Subject: `${facts.carrier}, ${usd(facts.annual_price)} a year from ${facts.effective_date}`,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  })
  chooseFonts(doc, JSON.stringify(facts))
  const bytes = bytesOf(doc)
  const page = createPdfPage(doc, color ?? DEFAULT_COLOR)
  binderBody(page, facts, { mark: markOf(facts), logo })
  page.root.end()
  finishPages(doc, facts)
  doc.end()
  return bytes
}
