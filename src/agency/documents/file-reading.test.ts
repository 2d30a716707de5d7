import { deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { drawnPdf, pdfOf, rawPdf, streamObject } from '../../../test/support/browser/pdf.ts'
import { readPdfBytes } from './file-reading.ts'
import { inReadingOrder } from './pdf-text.ts'

/** The library takes the bytes for itself. */
const read = (bytes: Buffer) => readPdfBytes(new Uint8Array(bytes))

const problemOf = async (bytes: Buffer): Promise<string | null> => {
  const reading = await read(bytes)
  return reading.kind === 'refused' ? reading.problem : null
}

const hidden = (objects: string, filter = '/Filter /FlateDecode', pack = deflateSync): Buffer =>
  rawPdf([streamObject(`/Type /ObjStm /N 1 /First 4 ${filter}`, pack(Buffer.from(`9 0 ${objects}`)))])

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>'

describe('a PDF', () => {
  test('is read from top to bottom and from left to right', async () => {
    const bytes = await drawnPdf(page => {
      page.text('Bodily Injury', 72, 200)
      page.text('Named Insured: Ada Lovelace', 72, 100)
      page.text('$250,000', 300, 201)
    })
    expect(await read(bytes)).toMatchObject({
      kind: 'read',
      text: {
        pages: 1,
        lines: [
          { page: 1, line: 1, text: 'Named Insured: Ada Lovelace' },
          { page: 1, line: 2, text: 'Bodily Injury $250,000', cells: [{ x: 72 }, { x: 300 }] },
        ],
      },
    })
  })

  test('is read for its first 40 pages, and refused with more than 500', async () => {
    const pages = (count: number) =>
      drawnPdf(page => {
        for (let number = 1; number <= count; number++) page.addPage().text(`Page ${number}`)
      })
    const reading = await read(await pages(60))
    expect(reading).toMatchObject({ kind: 'read', text: { pages: 61 } })
    expect(JSON.stringify(reading)).toContain('Page 39')
    expect(JSON.stringify(reading)).not.toContain('Page 40')
    expect(await problemOf(await pages(500))).toContain('500 pages')
  })

  test('with a picture and links is fine', async () => {
    expect(
      await problemOf(
        await drawnPdf(page => page.text('Look here', { link: 'https://example.com' }), {
          info: { Title: 'Declarations' },
        }),
      ),
    ).toBeNull()
  })

  test.each([
    ['a script', rawPdf([SCRIPT])],
    ['a script with an escaped name', rawPdf(['<< /S /J#61va#53cript /JS (app.alert(1)) >>'])],
    ['a script hidden in an object stream', hidden(SCRIPT)],
    [
      'a script in an object stream with an escaped type',
      hidden(SCRIPT, '/Type /Obj#53tm /Filter [/FlateDecode]'),
    ],
    ['a script in an object stream that is not packed', hidden(SCRIPT, '', bytes => bytes as never)],
  ])('with %s is refused', async (_name, bytes) => {
    expect(await problemOf(bytes)).toContain('runs a script')
  })

  test.each([
    ['a launch action', '<< /S /Launch /F (cmd.exe) >>', 'starts a program'],
    ['an attachment', '<< /Type /Annot /Subtype /FileAttachment >>', 'other files inside'],
    ['a list of files', '<< /Names << /EmbeddedFiles 5 0 R >> >>', 'other files inside'],
    ['a way into an embedded file', '<< /S /GoToE >>', 'other files inside'],
    ['a film', '<< /Type /Annot /Subtype /RichMedia >>', 'plays media'],
  ])('with %s is refused, in the open and hidden', async (_name, object, word) => {
    expect(await problemOf(rawPdf([object]))).toContain(word)
    expect(await problemOf(hidden(object))).toContain(word)
  })

  test('with a file that an honest program put inside is refused', async () => {
    const bytes = await drawnPdf(page => void page.file(Buffer.from('hello'), { name: 'x.txt' }))
    expect(await problemOf(bytes)).toContain('other files inside')
  })

  test('with a password, or protected without one, is refused', async () => {
    for (const options of [{ userPassword: 'secret', ownerPassword: 'other' }, { ownerPassword: 'other' }]) {
      const bytes = await drawnPdf(page => void page.text('secret'), options)
      expect(await problemOf(bytes)).toContain('password or other protection')
    }
  })

  test('whose object streams cannot be looked into is refused', async () => {
    const bomb = hidden(' '.repeat(65 * 2 ** 20))
    const odd = hidden(SCRIPT, '/Filter /ASCIIHexDecode')
    const twice = hidden(SCRIPT, '/Filter [/FlateDecode /FlateDecode]', bytes =>
      deflateSync(deflateSync(bytes)),
    )
    const predicted = hidden(SCRIPT, '/DecodeParms << /Predictor 12 >> /Filter /FlateDecode')
    const damaged = hidden(SCRIPT, undefined, bytes => deflateSync(bytes).subarray(0, 9) as never)
    for (const bytes of [bomb, odd, predicted, damaged])
      expect(await problemOf(bytes)).toContain('cannot be looked into')
    expect(await problemOf(twice)).toContain('packed more than once')
  })

  test('that is something else too is refused', async () => {
    const good = await pdfOf('Declarations')
    const followedBy = (more: string) => Buffer.concat([good, Buffer.from(more)])
    const page = Buffer.concat([
      Buffer.from('%PDF-1.7\n%<html><script>alert(1)</script>\n'),
      good.subarray(9),
    ])
    expect(await problemOf(followedBy('<html>'))).toContain('after the end')
    expect(await problemOf(followedBy('PK\x03\x04'))).toContain('after the end')
    expect(await problemOf(page)).toContain('web page')
    expect(await problemOf(Buffer.concat([Buffer.from('\n'), good]))).toContain('first byte')
    expect(await problemOf(followedBy('\r\n\0\0'))).toBeNull()
  })

  test('that is cut off or damaged is refused', async () => {
    const good = await pdfOf('Declarations')
    expect(await problemOf(good.subarray(0, good.length - 20))).toContain('cut off')
    expect(await problemOf(Buffer.from('%PDF-1.7\nnothing of the kind\n%%EOF'))).toContain('damaged')
  })
})

test('words on one line belong together though they were drawn apart, and words close by are one cell', () => {
  const at = (str: string, x: number, y: number) => ({ str, transform: [10, 0, 0, 10, x, y], width: 30 })
  const pieces = [
    at('second', 10, 80),
    at('$1', 200, 101),
    at('first', 10, 100),
    at('one', 43, 100),
    at(' ', 50, 100),
  ]
  const lines = inReadingOrder(pieces)
  expect(lines.map(({ text }) => text)).toEqual(['first one $1', 'second'])
  expect(lines[0]?.cells).toEqual([
    { text: 'first one', x: 10, width: 63 },
    { text: '$1', x: 200, width: 30 },
  ])
})
