import { createRequire } from 'node:module'
import type PDFKit from 'pdfkit'
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

const require = createRequire(import.meta.url)

const ofReader = { [REGULAR]: 'Helvetica', [BOLD]: 'Helvetica-Bold' }

const embedded = (): typeof ofReader => ({
  [REGULAR]: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  [BOLD]: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
})

/** One face for the whole document: that of the reader, or, where its letters do not do, one that goes along. */
export const chooseFonts = (doc: PDFKit.PDFDocument, text: string): void => {
  const fonts = needsMoreLetters(text) ? embedded() : ofReader
  for (const [name, source] of Object.entries(fonts)) doc.registerFont(name, source)
}
