import { fileURLToPath } from 'node:url'
import type PDFKit from 'pdfkit'
import { projectFile } from '../../platform/project-file.ts'
import { needsEmbeddedFont } from './pdf-text.ts'

export const REGULAR = 'Regular'
export const BOLD = 'Bold'

/**
 * With `ccmp` on, Noto Sans splits a letter with a mark below into two glyphs, which breaks search and copy. The type
 * lists only enabled features, hence the cast. Without features, pdfkit remembers the widths of words: text in plain
 * letters is laid out in a fifth of the time.
 */
export const wholeLetters = (text: string) =>
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
