import { deflateSync } from 'node:zlib'
import { rawPdf, streamObject } from './pdf.ts'

const MIB = 2 ** 20

const PAGE = [
  '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 8 0 R >> >> >>',
  '<< /Type /Pages /Kids [5 0 R] /Count 1 >>',
  '<< /Type /Catalog /Pages 6 0 R >>',
]

/** One page with this stream for its drawing. The first of `more` is object 8, its font. */
const pdfDrawing = (filter: string, data: Buffer, more: (string | Buffer)[] = []): Buffer =>
  rawPdf([streamObject(filter, data), ...PAGE, ...more], '/Root 7 0 R')

const FLATE = '/Filter /FlateDecode'
const HELVETICA = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const EMBEDDED = [
  '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [9 0 R] /ToUnicode 10 0 R >>',
  '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /CIDSystemInfo << /Ordering (Identity) /Registry (Adobe) /Supplement 0 >> /FontDescriptor << /Type /FontDescriptor /FontName /X /Flags 4 /FontFile2 10 0 R >> >>',
]

const packed = (piece: string, mib: number): Buffer =>
  deflateSync(Buffer.alloc(mib * MIB, piece), { level: 9 })

const twice = (): Buffer => deflateSync(packed('1 0 0 1 0 0 cm q ', 128))

/** Each is small, and takes its reader much time or memory. */
export const pdfBombs = {
  chained: () => pdfDrawing('/Filter [/FlateDecode /FlateDecode]', twice()),
  'chained under escaped names': () => pdfDrawing('/Filter [/Flate#44ecode /Fl#61teDecode]', twice()),
  'chained out of sight': () => pdfDrawing('/Filter 8 0 R', twice(), ['[/FlateDecode /FlateDecode]']),
  'packed once': () => pdfDrawing(FLATE, packed('q ', 64)),
  'one long string': () => pdfDrawing(FLATE, packed('(aaaaaaaaaaaaaaa', 64)),
  'many words': () => pdfDrawing(FLATE, packed('BT (a) Tj 9 9 Td ET ', 60), [HELVETICA]),
  'a large font': () =>
    pdfDrawing('', Buffer.from('BT /F1 12 Tf <0001> Tj ET'), [
      ...EMBEDDED,
      streamObject(FLATE, packed('<0000> <ffff> ', 64)),
    ]),
  'wide rows': () =>
    pdfDrawing(`${FLATE} /DecodeParms << /Predictor 12 /Columns 2000000000 >>`, packed('q ', 1)),
  'objects in a stream': () =>
    rawPdf([streamObject(`/Type /ObjStm /N 1 /First 4 ${FLATE}`, packed(' ', 64))]),
  'runs of one letter': () =>
    pdfDrawing('/Filter /LZWDecode', Buffer.alloc(8 * MIB, '\x80\x0b\x60\x50', 'latin1')),
}
