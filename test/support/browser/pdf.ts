import PDFDocument from 'pdfkit'
import { extractText, getDocumentProxy } from 'unpdf'

type Options = ConstructorParameters<typeof PDFDocument>[0]
export type PdfSketch = InstanceType<typeof PDFDocument>

/** A real PDF with what `draw` puts on it. */
export const drawnPdf = (draw: (page: PdfSketch) => void, options: Options = {}): Promise<Buffer> =>
  new Promise(resolve => {
    const document = new PDFDocument(options)
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => resolve(Buffer.concat(chunks)))
    draw(document)
    document.end()
  })

/** A real PDF with these lines of text, each on a line of its own. */
export const pdfOf = (...lines: string[]): Promise<Buffer> =>
  drawnPdf(page => {
    for (const line of lines) page.text(line)
  })

/** What a person reads in it. */
export const textOfPdf = async (document: Buffer): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(document))
  return (await extractText(pdf, { mergePages: true })).text
}

/** A PDF written by hand: these objects, a page tree, a trailer. For what no honest program would write. */
export const rawPdf = (objects: (string | Buffer)[], trailer = ''): Buffer => {
  const all = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
    ...objects,
  ]
  const parts = [Buffer.from('%PDF-1.7\n')]
  for (const [at, body] of all.entries())
    parts.push(Buffer.from(`${at + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n'))
  parts.push(Buffer.from(`trailer\n<< /Root 1 0 R /Size ${all.length + 1} ${trailer} >>\n%%EOF\n`))
  return Buffer.concat(parts)
}

export const streamObject = (dictionary: string, data: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])
