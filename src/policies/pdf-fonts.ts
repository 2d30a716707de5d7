import { fileURLToPath } from 'node:url'
import type PDFKit from 'pdfkit'
import { projectFile } from '../lib/project-file.ts'
import { needsMoreLetters } from './pdf-text.ts'

export const REGULAR = 'Regular'
export const BOLD = 'Bold'

/**
 * Noto Sans writes a letter with a mark below as two, and whoever searches or copies the text would get two. The
 * types know only features that are switched on.
 */
export const WHOLE_LETTERS = {
  features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
}

const ofReader = { [REGULAR]: 'Helvetica', [BOLD]: 'Helvetica-Bold' }

const embedded = (): typeof ofReader => ({
  [REGULAR]: fileURLToPath(projectFile('vendor/noto-sans-regular.ttf')),
  [BOLD]: fileURLToPath(projectFile('vendor/noto-sans-bold.ttf')),
})

/** One face for the whole document: that of the reader, or, where its letters do not do, one that goes along. */
export const chooseFonts = (doc: PDFKit.PDFDocument, text: string): void => {
  const fonts = needsMoreLetters(text) ? embedded() : ofReader
  for (const [name, source] of Object.entries(fonts)) doc.registerFont(name, source)
}
