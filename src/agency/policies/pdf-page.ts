import { fileURLToPath } from 'node:url'
import type PDFKit from 'pdfkit'
import { projectFile } from '../../platform/project-file.ts'

const SEE_APPLICATION = '(see application)'

// Helvetica has exactly the letters of Windows code page 1252.
const HELVETICA = /^[\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/u

const NOTO_SANS =
  /[\n\x20-\x7e\xa0-\u024f\u02c6\u02dc\u0400-\u052f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a€№™]|[\u0300-\u036f]|(?=\p{Script=Greek})[\u0370-\u03ff\u1f00-\u1fff]/u

const UNKNOWN = '\ufffd'

const isPrintable = (text: string): boolean => [...text].every(letter => NOTO_SANS.test(letter))

const nearest = (letter: string): string => [letter, letter.normalize('NFKC')].find(isPrintable) ?? UNKNOWN

export const printable = (text: string): string =>
  [...text.normalize('NFC').replaceAll(/(?!\n)\p{Cc}|\p{Default_Ignorable_Code_Point}/gu, '')]
    .map(nearest)
    .join('')
    .replaceAll(/\ufffd(?:[ ,·]*\ufffd)*/g, SEE_APPLICATION)

export const needsEmbeddedFont = (text: string): boolean =>
  [...new Set(text.normalize('NFC'))].some(letter => !HELVETICA.test(printable(letter)))

export const REGULAR = 'Regular'
export const BOLD = 'Bold'

/**
 * With `ccmp` on, Noto Sans splits a letter with a mark below into two glyphs, which breaks search and copy. The type
 * lists only enabled features, hence the cast. Without features, pdfkit remembers the widths of words: text in plain
 * letters is laid out in a fifth of the time.
 */
const wholeLetters = (text: string) =>
  /^[\n\x20-\x7e]*$/.test(text)
    ? {}
    : { features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[] }

const standardFonts = { [REGULAR]: 'Helvetica', [BOLD]: 'Helvetica-Bold' }

const embeddedFonts = (): typeof standardFonts => ({
  [REGULAR]: fileURLToPath(projectFile('vendor/noto-sans-regular.ttf')),
  [BOLD]: fileURLToPath(projectFile('vendor/noto-sans-bold.ttf')),
})

export const chooseFonts = (doc: PDFKit.PDFDocument, text: string): void => {
  const fonts = needsEmbeddedFont(text) ? embeddedFonts() : standardFonts
  for (const [name, source] of Object.entries(fonts)) doc.registerFont(name, source)
}

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
