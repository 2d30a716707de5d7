import { getDocumentProxy } from 'unpdf'

const MOST_PAGES = 500
const PAGES_READ = 40
const MOST_CHARACTERS = 200_000

/** Words that stand together on a line. `x` and `width` are in points. */
export type Cell = { text: string; x: number; width: number }

/** `page` and `line` count from 1. */
export type PrintedLine = { page: number; line: number; text: string; cells: Cell[] }

export type PdfText = { pages: number; lines: PrintedLine[] }

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>
export type Piece = { str: string; transform: number[]; width: number }

const SAME_LINE_POINTS = 3
/** Of the size of the letters: a space is about 0.3 wide. */
const SAME_CELL_GAP = 0.9

type Placed = Cell & { size: number }

const placed = ({ str, transform, width }: Piece): Placed => ({
  text: str.trim(),
  x: transform[4] ?? 0,
  width,
  size: Math.abs(transform[3] ?? 0) || 10,
})

const joined = (pieces: readonly Placed[]): Cell[] => {
  const cells: Cell[] = []
  for (const { text, x, width, size } of pieces) {
    const last = cells.at(-1)
    const gap = last ? x - last.x - last.width : Number.POSITIVE_INFINITY
    if (!last || gap > size * SAME_CELL_GAP) cells.push({ text, x, width })
    else {
      last.text += (gap > size * 0.1 ? ' ' : '') + text
      last.width = x + width - last.x
    }
  }
  return cells
}

export const inReadingOrder = (pieces: readonly Piece[]): Pick<PrintedLine, 'text' | 'cells'>[] => {
  const rows: { y: number; pieces: Placed[] }[] = []
  for (const piece of pieces) {
    if (piece.str.trim() === '') continue
    const y = piece.transform[5] ?? 0
    const row = rows.findLast(known => Math.abs(known.y - y) <= SAME_LINE_POINTS)
    if (row) row.pieces.push(placed(piece))
    else rows.push({ y, pieces: [placed(piece)] })
  }
  return rows
    .sort((a, b) => b.y - a.y)
    .map(row => {
      const ordered = row.pieces.sort((a, b) => a.x - b.x)
      return { text: ordered.map(({ text }) => text).join(' '), cells: joined(ordered) }
    })
}

const linesOf = async (document: Proxy): Promise<PrintedLine[]> => {
  const lines: PrintedLine[] = []
  let characters = 0
  for (let page = 1; page <= Math.min(document.numPages, PAGES_READ); page++) {
    const opened = await document.getPage(page)
    const { items } = await opened.getTextContent()
    for (const [at, line] of inReadingOrder(items as Piece[]).entries()) {
      characters += line.text.length
      if (characters > MOST_CHARACTERS) return lines
      lines.push({ page, line: at + 1, ...line })
    }
    opened.cleanup()
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
