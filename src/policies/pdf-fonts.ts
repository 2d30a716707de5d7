import { createRequire } from 'node:module'
import type PDFKit from 'pdfkit'
import { needsEmbeddedFont } from './pdf-text.ts'

export const REGULAR = 'Regular'
export const BOLD = 'Bold'

/**
 * With `ccmp` on, Noto Sans splits a letter with a mark below into two glyphs, which breaks search and copy. The type
 * lists only enabled features, hence the cast.
 */
export const WHOLE_LETTERS = {
  features: { ccmp: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
}

const require = createRequire(import.meta.url)

const standardFonts = { [REGULAR]: 'Helvetica', [BOLD]: 'Helvetica-Bold' }

const embeddedFonts = (): typeof standardFonts => ({
  [REGULAR]: require.resolve('@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf'),
  [BOLD]: require.resolve('@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf'),
})

/** Embeds Noto Sans only when the text has letters that the standard fonts lack. */
export const chooseFonts = (doc: PDFKit.PDFDocument, text: string): void => {
  const fonts = needsEmbeddedFont(text) ? embeddedFonts() : standardFonts
  for (const [name, source] of Object.entries(fonts)) doc.registerFont(name, source)
}
