import type { UploadType } from '../../../products/umbrella/buying/uploads.ts'

const POLICIES: Record<UploadType, string> = {
  declarations: 'homeowners policy',
  auto_declarations: 'auto policy',
}

export const declarationsPage = async (type: UploadType, fullName: string): Promise<Buffer> => {
  const { default: PDFDocument } = await import('pdfkit')
  const document = new PDFDocument({ size: 'LETTER', info: { Title: 'Demonstration' } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const written = new Promise(resolve => document.on('end', resolve))
  document.fontSize(18).text('Demonstration, not insurance').moveDown()
  document.fontSize(12).text(`This stands for the declarations page of the ${POLICIES[type]} of ${fullName}.`)
  document.text('The person and the policy are invented. Accept or reject the page at the desk.')
  document.end()
  await written
  return Buffer.concat(chunks)
}
