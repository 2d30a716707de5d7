import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  findDocument,
  keepDocuments,
  listDocuments,
  openDocument,
  recordReview,
} from '../../../src/agency/documents/documents.ts'
import { readFile } from '../../../src/agency/documents/file-reader.ts'
import { countNeedingPerson } from '../../../src/agency/documents/store.ts'
import { type GivenFile, readUploads } from '../../../src/agency/documents/upload.ts'
import { asDownload } from '../../../src/doors/desk/overview/preview-page.ts'
import { transact } from '../../../src/platform/db/transact.ts'
import { Failure } from '../../../src/platform/errors.ts'
import { reviewDocument } from '../../../src/products/line/reviewed-purchase/buying/review-documents-job.ts'
import { drawnPdf, pdfOf, rawPdf, streamObject } from '../../support/browser/pdf.ts'
import { pdfBombs } from '../../support/browser/pdf-bombs.ts'
import { heavyPng, jpegOf, pngOf } from '../../support/browser/pictures.ts'
import { query } from '../../support/database/database.ts'
import { anIntake } from '../../support/people/homeowner-intakes.ts'
import { until } from '../../support/runs/until.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const MIB = 2 ** 20

let service: TestService
beforeAll(async () => {
  service = await startTestService({ work: false })
})
afterAll(() => service.stop())

const given = (bytes: Buffer, changes: Partial<GivenFile> = {}): GivenFile => ({
  path: '',
  type: 'auto_declarations',
  filename: 'Declarations of Ada Canary.pdf',
  content: bytes.toString('base64'),
  ...changes,
})

const SENDER = { kind: 'operator', scope: 'opr_test', address: '127.0.0.1' }
const read = (...files: GivenFile[]) => readUploads(service.app, SENDER, files)

const refusalOf = async (...files: GivenFile[]): Promise<object | null> => {
  try {
    await read(...files)
    return null
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.status, ...error.details.fields?.[0] }
  }
}

describe('an upload', () => {
  test('is a PDF, PNG or JPEG by its content, whatever its name says', async () => {
    const uploads = await read(
      given(await pdfOf('Declarations'), { filename: 'a.png' }),
      given(pngOf(800, 600), { filename: 'b.exe' }),
      given(jpegOf(800, 600), { filename: 'c.html' }),
    )
    expect(uploads.map(({ mediaType }) => mediaType)).toEqual(['application/pdf', 'image/png', 'image/jpeg'])
  })

  test.each<[string, Partial<GivenFile>, object]>([
    ['empty', { content: '' }, { path: 'content', code: 'empty' }],
    ['padding alone', { content: '==' }, { path: 'content', code: 'empty' }],
    ['with a data: prefix', { content: 'data:application/pdf;base64,JVBERg==' }, { code: 'not_base64' }],
    ['with line breaks', { content: 'JVBE\nRi0x' }, { code: 'not_base64' }],
    ['no base64 at all', { content: '%%%%' }, { code: 'not_base64' }],
    ['broken off by padding', { content: 'JVBE==RixxJVBE' }, { code: 'not_base64' }],
    ['of no kind that we take', { content: 'aGVsbG8gd29ybGQ=' }, { expected: 'a PDF, PNG or JPEG file' }],
    ['with a path for a name', { filename: '../../etc/passwd' }, { path: 'filename' }],
    ['with a name of 300 characters', { filename: 'x'.repeat(300) }, { path: 'filename' }],
    ['in a list', { path: 'attachments[1].', content: '' }, { path: 'attachments[1].content' }],
  ])('%s is 400 and told why', async (_name, changes, expected) => {
    expect(await refusalOf(given(pngOf(10, 10), changes))).toMatchObject({ status: 400, ...expected })
  })

  test('that is two things at once is 400', async () => {
    const zip = Buffer.concat([Buffer.from('PK\x05\x06', 'latin1'), Buffer.alloc(18)])
    const pdf = await pdfOf('Declarations')
    const inside = rawPdf([streamObject('', zip)])
    for (const bytes of [Buffer.concat([pdf, zip]), inside, Buffer.concat([pngOf(10, 10), zip])])
      expect(await refusalOf(given(bytes))).toMatchObject({
        status: 400,
        code: 'unreadable_file',
        facts: { why: expect.stringContaining('archive') },
      })
    expect(await refusalOf(given(Buffer.concat([jpegOf(10, 10), Buffer.from('<script>')])))).toMatchObject({
      status: 400,
      code: 'unreadable_file',
      facts: { why: expect.stringContaining('after the end') },
    })
    expect(await refusalOf(given(pngOf(60_000, 60_000)))).toMatchObject({ status: 400 })
    expect(await refusalOf(given(rawPdf(['<< /S /JavaScript /JS (x) >>'])))).toMatchObject({
      status: 400,
      path: 'content',
      code: 'unreadable_file',
      facts: { why: expect.stringContaining('script') },
    })
  })

  test('over 10 MiB is 413, and so are files over 25 MiB together', async () => {
    const large = (mib: number) => given(Buffer.alloc(mib * MIB + 1))
    expect(await refusalOf(large(10))).toMatchObject({ status: 413, path: 'content' })
    expect(await refusalOf(large(9), large(9), large(7))).toMatchObject({ status: 413 })
    expect(await refusalOf(given(Buffer.alloc(10 * MIB)))).toMatchObject({ status: 400 })
    expect(await refusalOf(...Array.from({ length: 11 }, () => given(pngOf(9, 9))))).toMatchObject({
      status: 400,
    })
  })
})

describe('a PDF that wants too much', () => {
  test('of memory is refused, or ends only its reader', async () => {
    const outcomeOf = (name: keyof typeof pdfBombs) =>
      readFile(service.app, { bytes: pdfBombs[name](), from: name })
    const [chained, escaped, long] = await Promise.all([
      outcomeOf('chained'),
      outcomeOf('chained under escaped names'),
      outcomeOf('one long string'),
    ])
    for (const refused of [chained, escaped])
      expect(refused).toMatchObject({
        kind: 'refused',
        problem: expect.stringContaining('packed more than once'),
      })
    expect(long).toEqual({ kind: 'gave_up' })
  })
})

test('slow PDFs of one caller hold up nobody else, and only a few of them wait', async () => {
  const slow = pdfBombs['chained out of sight']()
  const order: string[] = []
  const readFrom = (from: string) =>
    readFile(service.app, { bytes: slow, from }, 200).then(
      ({ kind }) => order.push(kind === 'gave_up' ? from : kind),
      error => order.push((error as Failure).code),
    )
  const greedy = Array.from({ length: 8 }, () => readFrom('greedy'))
  const refused = () => order.filter(one => one === 'unavailable')
  await until(() => refused().length > 0)
  const before = order.length
  await readFrom('honest')
  expect(order.slice(before).filter(from => from === 'greedy').length).toBeLessThanOrEqual(2)
  await Promise.all(greedy)
  expect(refused()).toHaveLength(2)
  expect(new Set(order)).toEqual(new Set(['greedy', 'honest', 'unavailable']))
})

const kept = async (uid: string, ...files: GivenFile[]) => {
  const uploads = await read(...files)
  return transact(service.app, inside => keepDocuments(inside, { uid, sandbox: false }, uploads))
}

const anOwner = () => anIntake(service, { owner: 'opr_test' })

describe('a document', () => {
  test('of a rehearsal is described, and none of its bytes is kept', async () => {
    const { uid } = await anOwner()
    const bytes = heavyPng(MIB)
    const uploads = await read(given(bytes))
    const [document] = await transact(service.app, inside =>
      keepDocuments(inside, { uid, sandbox: true }, uploads),
    )
    expect(document).toMatchObject({ size_bytes: bytes.length, status: 'received' })
    const [row] = await query<{ length: number }>(
      service.databaseUrl,
      'select length(content) from documents where uid = $1',
      [uid],
    )
    expect(row?.length).toBeLessThan(100)
  })

  test('is kept under a name of ours, sealed, and comes back as it was', async () => {
    const { uid } = await anOwner()
    const bytes = await pdfOf('Canary of the content')
    const [document] = await kept(uid, given(bytes))
    expect(document).toMatchObject({
      document_id: expect.stringMatching(/^doc_[0-9A-Za-z]{24}$/),
      uid,
      type: 'auto_declarations',
      filename: 'Declarations of Ada Canary.pdf',
      media_type: 'application/pdf',
      size_bytes: bytes.length,
      status: 'received',
    })
    const opened = await openDocument(service.app, String(document?.document_id))
    expect(opened?.bytes.equals(bytes)).toBe(true)
    const [row] = await query<{ text: string; content: Buffer; filename: Buffer }>(
      service.databaseUrl,
      'select documents::text as text, content, filename from documents where uid = $1',
      [uid],
    )
    for (const stored of [row?.text, row?.content.toString('latin1'), row?.filename.toString('latin1')]) {
      expect(stored).not.toContain('Canary')
      expect(stored).not.toContain('%PDF')
    }
    expect(await openDocument(service.app, 'doc_nothing')).toBeNull()
  })

  test('gives way to what comes later under its type; files that come together stay together', async () => {
    const { uid } = await anOwner()
    await kept(uid, given(pngOf(900, 900)), given(pngOf(900, 901), { type: 'declarations' }))
    await kept(uid, given(pngOf(900, 902)), given(pngOf(900, 903)))
    const documents = await listDocuments(service.app, uid)
    expect(documents.map(({ type, status }) => `${type} ${status}`).toSorted()).toEqual([
      'auto_declarations received',
      'auto_declarations received',
      'auto_declarations superseded',
      'declarations received',
    ])
  })

  test('of fifty reviews at once one counts; a person may overrule the machine’s doubt, nobody a decision', async () => {
    const { uid } = await anOwner()
    const [document] = await kept(uid, given(pngOf(900, 900)))
    const id = String(document?.document_id)
    const before = await countNeedingPerson(service.app.db)
    const reviews = Array.from({ length: 50 }, () =>
      recordReview(service.app, id, { status: 'needs_person', reason: 'It is a picture.', by: 'service' }),
    )
    expect((await Promise.all(reviews)).filter(changed => changed)).toHaveLength(1)
    expect(await countNeedingPerson(service.app.db)).toBe(before + 1)
    const accept = { status: 'accepted', reason: null, by: 'staff:x' } as const
    const byPeople = Array.from({ length: 50 }, () => recordReview(service.app, id, accept))
    expect((await Promise.all(byPeople)).filter(changed => changed)).toHaveLength(1)
    expect(await recordReview(service.app, id, { status: 'rejected', reason: 'x', by: 'staff:y' })).toBe(
      false,
    )
    expect(await findDocument(service.app, id)).toMatchObject({
      status: 'accepted',
      reviewed_by: 'staff:x',
    })
  })

  test('is downloaded to be saved, under a name of ours', async () => {
    const { uid } = await anOwner()
    const [document] = await kept(uid, given(jpegOf(900, 900), { filename: 'x".html' }))
    const content = await openDocument(service.app, String(document?.document_id))
    if (!content) throw new Error('it is gone')
    expect(asDownload(content)).toMatchObject({
      type: 'image/jpeg',
      headers: {
        'content-disposition': `attachment; filename="${document?.document_id}.jpg"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      },
    })
  })
})

describe('a review', () => {
  const day = (days: number): string =>
    new Date(service.app.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10)

  const reviewed = async (bytes: Buffer) => {
    const { uid } = await anOwner()
    const [document] = await kept(uid, given(bytes))
    const content = await openDocument(service.app, String(document?.document_id))
    if (!content) throw new Error('it is gone')
    return reviewDocument(service.app, content, {
      covers: 'auto',
      insured: ['Ada Lovelace'],
      startDate: day(10),
      minimumAuto: { per_person: 250_000, per_accident: 500_000, property_damage: 100_000 },
    })
  }

  const page = (insured: string) =>
    drawnPdf(sketch => {
      sketch.fontSize(18).text('Personal Auto Policy Declarations', 72, 72)
      sketch.fontSize(10).text('Named Insured', 72, 110).text(insured, 200, 110)
      sketch.text('Policy Period', 72, 130).text(`${day(-30)} to ${day(335)}`, 200, 130)
      sketch.text('Bodily Injury Liability', 72, 160)
      sketch.text('$250,000 each person / $500,000 each accident', 200, 160).text('$312.00', 500, 160)
      sketch.text('Property Damage Liability', 72, 180).text('$100,000 each accident', 200, 180)
    })

  test('accepts a page that is right, and rejects that of somebody else', async () => {
    expect(await reviewed(await page('Ada Lovelace'))).toEqual({ status: 'accepted', reason: null })
    expect(await reviewed(await page('Charles Babbage'))).toMatchObject({ status: 'rejected' })
  })

  test('happens where the file is read: of its text only the verdict comes back', async () => {
    const expected = { covers: 'home', insured: ['Ada Lovelace'], startDate: day(10) } as const
    const outcome = await readFile(service.app, {
      bytes: await page('Ada Lovelace'),
      from: 'x',
      question: { expected, today: day(0) },
    })
    expect(outcome).toMatchObject({ kind: 'read', verdict: { status: 'rejected' } })
    expect(JSON.stringify(outcome)).not.toContain('Lovelace')
  })

  test('leaves a picture to a person, and rejects one that nobody could read', async () => {
    expect(await reviewed(jpegOf(1200, 1600))).toMatchObject({ status: 'needs_person' })
    expect(await reviewed(pngOf(1, 1))).toMatchObject({ status: 'rejected' })
  })
})
