import { buffer } from 'node:stream/consumers'
import type { Brand } from '../../../platform/config/agency.ts'
import { DEFAULT_COLOR } from '../../../platform/config/palette.ts'
import { speaking } from '../../../platform/language/language.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { footer, markOf, watermark } from '../binder.ts'
import { letterhead, NOT_INSURANCE } from '../binder-body.ts'
import type { PropertyEvidence } from '../evidence.ts'
import { chooseFonts, createPdfDocument, createPdfPage, drawOnEachPage, type PdfPage } from '../pdf-page.ts'

export type Sheet = { title: string; intro: string; notices: readonly string[]; body(page: PdfPage): void }

export type Printing = { brand: Pick<Brand, 'logo' | 'color'>; now: Date }

const RED = '#b3261e'

type Headed = Sheet & Pick<Printing, 'now'>

const head = (page: PdfPage, evidence: PropertyEvidence, { title, intro, notices, now }: Headed): void => {
  const mark = markOf(evidence)
  const { accent, QUIET } = page.colors
  if (mark !== null) page.paragraph(mark, { bold: true, color: RED, size: 11 })
  page.skip(page.write('H1', title, { look: { size: 18, bold: true, color: accent } }) + 2)
  const day = dayWords(dayIn(evidence.property.state, now))
  page.paragraph(mark === null ? `As of ${day}. ${intro}` : NOT_INSURANCE, { color: QUIET })
  for (const notice of notices) page.paragraph(notice, { bold: true, color: RED })
}

/** In English, as binders are. It prints only what the evidence says. */
export const sheetPdf = async (
  evidence: PropertyEvidence,
  sheet: Sheet,
  { brand, now }: Printing,
): Promise<Buffer> => {
  const { producer, policy_number } = evidence
  const doc = await createPdfDocument({
    title: `${sheet.title} ${policy_number}`,
    author: producer.name,
    at: now,
  })
  chooseFonts(doc, JSON.stringify([evidence, sheet]))
  const bytes = buffer(doc)
  const page = createPdfPage(doc, brand.color ?? DEFAULT_COLOR)
  const { name, license = null, phone = null, address = null } = producer
  speaking('en', () => {
    letterhead(page, { producer: { name, license, phone, address } }, brand.logo)
    head(page, evidence, { ...sheet, now })
    sheet.body(page)
  })
  page.root.end()
  const mark = markOf(evidence)
  drawOnEachPage(doc, ({ words }) => {
    if (mark !== null) watermark(doc, mark)
    footer(doc, `${sheet.title}  ·  Policy ${policy_number}  ·  ${words}`)
  })
  doc.end()
  return bytes
}
