import { getDocumentProxy } from 'unpdf'

const MOST_PAGES = 500
const PAGES_READ = 40
const MOST_CHARACTERS = 200_000

export type PdfText = { pages: number; lines: string[] }

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>
type Piece = { str: string; transform: number[] }

const SAME_LINE_POINTS = 3

export const inReadingOrder = (pieces: readonly Piece[]): string[] => {
  const rows: { y: number; pieces: { x: number; str: string }[] }[] = []
  for (const { str, transform } of pieces) {
    const [x = 0, y = 0] = transform.slice(4)
    if (str.trim() === '') continue
    const row = rows.findLast(known => Math.abs(known.y - y) <= SAME_LINE_POINTS)
    if (row) row.pieces.push({ x, str })
    else rows.push({ y, pieces: [{ x, str }] })
  }
  return rows
    .sort((a, b) => b.y - a.y)
    .map(row =>
      row.pieces
        .sort((a, b) => a.x - b.x)
        .map(({ str }) => str.trim())
        .join(' '),
    )
}

const linesOf = async (document: Proxy): Promise<string[]> => {
  const lines: string[] = []
  let characters = 0
  for (let number = 1; number <= Math.min(document.numPages, PAGES_READ); number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    for (const line of inReadingOrder(items as Piece[])) {
      characters += line.length
      if (characters > MOST_CHARACTERS) return lines
      lines.push(line)
    }
    page.cleanup()
  }
  return lines
}

export const readPdfText = async (bytes: Uint8Array): Promise<PdfText | string> => {
  const document = await getDocumentProxy(bytes, {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
  })
  if (document.numPages > MOST_PAGES) return `has more than ${MOST_PAGES} pages; send only those that matter`
  if (await document.hasJSActions()) return 'is a PDF that runs a script; print it to a new PDF'
  if (await document.getAttachments()) return 'is a PDF with other files inside; print it to a new PDF'
  return { pages: document.numPages, lines: await linesOf(document) }
}
