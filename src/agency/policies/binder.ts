import { buffer } from 'node:stream/consumers'
import type PDFKit from 'pdfkit'
import { type Brand, DEMONSTRATION } from '../../platform/config/agency.ts'
import { DEFAULT_COLOR } from '../../platform/config/palette.ts'
import { usd } from '../../platform/values/money.ts'
import { binderBody } from './binder-body.ts'
import {
  BOLD,
  chooseFonts,
  createPdfDocument,
  createPdfPage,
  drawOnEachPage,
  MARGIN,
  printable,
  REGULAR,
} from './pdf-page.ts'
import type { IssuedFacts } from './terms.ts'

const RED = '#b3261e'

export const markOf = ({
  sandbox,
  illustrative,
}: Pick<IssuedFacts, 'sandbox' | 'illustrative'>): string | null => {
  if (sandbox) return 'SANDBOX – not insurance'
  return illustrative ? DEMONSTRATION : null
}

export const watermark = (doc: PDFKit.PDFDocument, mark: string): void => {
  const { width, height } = doc.page
  doc.save().rotate(-52, { origin: [width / 2, height / 2] })
  doc.font(BOLD).fontSize(46).fillColor(RED, 0.16)
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

/** Drawn in the top margin, so that everything below stays as issued. */
const noticeBox = (doc: PDFKit.PDFDocument): void => {
  doc.rect(MARGIN - 8, 12, doc.page.width - 2 * MARGIN + 16, 32).fillAndStroke('#fdecea', RED)
}

const NOTICE = { at: 17, look: { size: 10, bold: true, color: RED } } as const

const repeatNotice = (doc: PDFKit.PDFDocument, notice: string): void => {
  noticeBox(doc)
  doc.font(BOLD).fontSize(NOTICE.look.size).fillColor(RED)
  doc.text(printable(notice), MARGIN, NOTICE.at, { width: doc.page.width - 2 * MARGIN })
}

const finishPages = (doc: PDFKit.PDFDocument, facts: IssuedFacts, notice: string | null): void => {
  const { policy_number, policy_id } = facts
  const mark = markOf(facts)
  drawOnEachPage(doc, ({ index, words }) => {
    if (mark !== null) watermark(doc, mark)
    if (notice !== null && index > 0) repeatNotice(doc, notice)
    footer(doc, `Policy ${policy_number}  ·  ${policy_id}  ·  ${words}`)
  })
}

export const binderPdf = async (
  facts: IssuedFacts,
  { logo, color }: Pick<Brand, 'logo' | 'color'>,
  notice: string | null = null,
): Promise<Buffer> => {
  const doc = await createPdfDocument({
    title: `${facts.product} binder ${facts.policy_number}`,
    author: facts.producer.name,
    subject: `${facts.carrier}, ${usd(facts.annual_price)} a year from ${facts.effective_date}`,
    at: new Date(facts.issued_at),
  })
  chooseFonts(doc, JSON.stringify(facts))
  const bytes = buffer(doc)
  const page = createPdfPage(doc, color ?? DEFAULT_COLOR)
  if (notice !== null) {
    page.decorate(() => noticeBox(doc))
    page.write('P', notice, NOTICE)
  }
  binderBody(page, facts, { mark: markOf(facts), logo })
  page.root.end()
  finishPages(doc, facts, notice)
  doc.end()
  return bytes
}
