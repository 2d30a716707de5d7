import type PDFKit from 'pdfkit'
import { BOLD, REGULAR, wholeLetters } from './pdf-fonts.ts'
import { printable } from './pdf-text.ts'

type Doc = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

export const MARGIN = 48
const INK = '#1f2a30'
const QUIET = '#55616a'
const RULE = '#d9d2c3'

type DocumentFacts = { title: string; author: string; subject?: string; at: Date }

export const createPdfDocument = async ({ title, author, subject, at }: DocumentFacts): Promise<Doc> => {
  const { default: PDFDocument } = await import('pdfkit')
  return new PDFDocument({
    size: 'LETTER',
    font: '',
    margin: MARGIN,
    pdfVersion: '1.7',
    lang: 'en-US',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: author,
      ...(subject !== undefined && { Subject: subject }),
      CreationDate: at,
      ModDate: at,
    },
  })
}

type Place = { index: number; words: string }

/** Drawings here are not part of the text for screen readers. */
export const drawOnEachPage = (doc: Doc, draw: (place: Place) => void): void => {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    doc.markContent('Artifact', { type: 'Pagination' })
    draw({ index, words: `Page ${index + 1} of ${count}` })
    doc.endMarkedContent()
  }
}

type Look = { size?: number; bold?: boolean; color?: string; width?: number; align?: 'left' | 'right' }

const writerOn = (doc: Doc, width: number) => {
  const set = ({ size = 9.5, bold = false, color = INK }: Look): Doc =>
    doc
      .font(bold ? BOLD : REGULAR)
      .fontSize(size)
      .fillColor(color)

  const optionsOf = (text: string, { width: own, align = 'left' }: Look) => ({
    width: own ?? width,
    align,
    lineGap: 1,
    ...wholeLetters(text),
  })

  return {
    heightOf: (text: string, look: Look): number =>
      set(look).heightOfString(printable(text), optionsOf(text, look)),
    draw: (text: string, look: Look, x: number, at: number): Doc =>
      set(look).text(printable(text), x, at, optionsOf(text, look)),
  }
}

const decorateOn = (doc: Doc, draw: () => void): void => {
  doc.markContent('Artifact', { type: 'Layout' })
  draw()
  doc.endMarkedContent()
}

type Placed = { parent?: Element; x?: number; at?: number; look?: Look }

/** For screen readers, everything drawn is either a structure element or marked as an artifact. */
export const createPdfPage = (doc: Doc, accent: string) => {
  const width = doc.page.width - 2 * MARGIN
  const bottom = doc.page.height - MARGIN - 12
  const root = doc.struct('Document')
  doc.addStructure(root)
  const { heightOf, draw } = writerOn(doc, width)
  const decorate = (drawn: () => void): void => decorateOn(doc, drawn)
  let y = MARGIN

  const element = (tag: string, parent: Element = root): Element => {
    const made = doc.struct(tag)
    parent.add(made)
    return made
  }

  const place = (
    tag: string,
    text: string,
    { parent = root, x = MARGIN, at = y, look = {} }: Placed,
  ): void => {
    parent.add(doc.struct(tag, {}, () => void draw(text, look, x, at)))
  }

  const write = (tag: string, text: string, placed: Placed): number => {
    place(tag, text, placed)
    return heightOf(text, placed.look ?? {})
  }

  const room = (needed: number): void => {
    if (y + needed <= bottom) return
    doc.addPage()
    y = MARGIN
  }

  const rule = (color = RULE): void => {
    const at = y
    decorate(() =>
      doc
        .moveTo(MARGIN, at)
        .lineTo(MARGIN + width, at)
        .lineWidth(0.75)
        .strokeColor(color)
        .stroke(),
    )
  }

  return {
    width,
    root,
    element,
    write,
    room,
    rule,
    heightOf,
    decorate,
    skip: (points: number) => {
      y += points
    },
    at: () => y,
    image: (bytes: Buffer, alt: string, fit: [width: number, height: number]) => {
      const at = y
      root.add(doc.struct('Figure', { alt }, () => void doc.image(bytes, MARGIN, at, { fit })))
      y += fit[1] + 8
    },
    heading: (text: string) => {
      room(90)
      y += 9
      y += write('H2', text, { look: { size: 12, bold: true, color: accent } }) + 2
      rule()
      y += 7
    },
    paragraph: (text: string, look: Look = {}) => {
      const height = heightOf(text, look)
      room(height)
      place('P', text, { look })
      y += height + 6
    },
    colors: { accent, INK, QUIET, RULE },
  }
}

export type PdfPage = ReturnType<typeof createPdfPage>
