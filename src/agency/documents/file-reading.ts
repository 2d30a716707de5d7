import { createHash } from 'node:crypto'
import { type Expectations, judge, judgePicture, type Verdict } from './judge.ts'
import { endsAsZip, type MediaType, mediaTypeOf } from './media-type.ts'
import { structureProblem } from './pdf-structure.ts'
import { type PdfText, readPdfText } from './pdf-text.ts'
import { pictureProblem } from './picture.ts'
import { type ReadDeclarations, readDeclarations } from './read-declarations.ts'

type Question = { expected: Expectations; today: string }

/** What is asked of a file. `reads`: it may be the page of a policy that a carrier issued. */
export type FileQuestion = { bytes: Uint8Array; question?: Question | undefined; reads?: 'declarations' }

export type FileTask = FileQuestion & { mostArrayBytes: number }

export type FileReading =
  | { kind: 'not_accepted' }
  | { kind: 'refused'; problem: string }
  | {
      kind: 'read'
      mediaType: MediaType
      sha256: Uint8Array
      verdict: Verdict | null
      /** Null: nobody asked, or it is a picture. */
      declarations: ReadDeclarations | null
    }

export const readFileBytes = async ({ bytes, question, reads }: FileQuestion): Promise<FileReading> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mediaType = await mediaTypeOf(file)
  if (!mediaType) return { kind: 'not_accepted' }
  if (endsAsZip(file)) return { kind: 'refused', problem: 'is a document and an archive at once' }
  const sha256 = createHash('sha256').update(file).digest()
  const read = { kind: 'read', mediaType, sha256, declarations: null } as const
  if (mediaType !== 'application/pdf') {
    const problem = pictureProblem(file, mediaType)
    if (problem) return { kind: 'refused', problem }
    return { ...read, verdict: question ? judgePicture(file, mediaType) : null }
  }
  const reading = await readPdfBytes(new Uint8Array(file))
  if (reading.kind === 'refused') return reading
  const { lines } = reading.text
  const texts = lines.map(({ text }) => text)
  return {
    ...read,
    verdict: question ? judge(texts, question.expected, question.today) : null,
    declarations: reads === 'declarations' ? readDeclarations(lines) : null,
  }
}

type PdfReading = { kind: 'refused'; problem: string } | { kind: 'read'; text: PdfText }

const refused = (problem: string): PdfReading => ({ kind: 'refused', problem })

export const readPdfBytes = async (bytes: Uint8Array): Promise<PdfReading> => {
  const problem = structureProblem(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (problem) return refused(problem)
  try {
    const text = await readPdfText(bytes)
    return typeof text === 'string' ? refused(text) : { kind: 'read', text }
  } catch (error) {
    return refused(
      (error as Error).name === 'PasswordException'
        ? 'is a PDF with a password or other protection; save it without'
        : 'is a damaged PDF; save or print it again',
    )
  }
}
