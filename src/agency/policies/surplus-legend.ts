import type { PdfPage } from './pdf-page.ts'
import type { PolicyFacts } from './terms.ts'

export const surplusLegend = (
  page: PdfPage,
  { surplus_lines = [] }: Pick<PolicyFacts, 'surplus_lines'>,
): void => {
  if (surplus_lines.length === 0) return
  page.heading('Surplus lines insurance')
  for (const text of surplus_lines) page.paragraph(text, { bold: true })
}
