import { createHash } from 'node:crypto'
import { type Expectations, judge, judgePicture, type Verdict } from './judge.ts'
import { endsAsZip, type MediaType, mediaTypeOf } from './media-type.ts'
import { structureProblem } from './pdf-structure.ts'
import { type PdfText, readPdfText } from './pdf-text.ts'
import { pictureProblem } from './picture.ts'

export type Question = { expected: Expectations; today: string }

export type FileTask = { bytes: Uint8Array; mostArrayBytes: number; question?: Question | undefined }

export type FileReading =
  | { kind: 'not_accepted' }
  | { kind: 'refused'; problem: string }
  | { kind: 'read'; mediaType: MediaType; sha256: Uint8Array; verdict: Verdict | null }

export const readFileBytes = async ({
  bytes,
  question,
}: Pick<FileTask, 'bytes' | 'question'>): Promise<FileReading> => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mediaType = await mediaTypeOf(file)
  if (!mediaType) return { kind: 'not_accepted' }
  if (endsAsZip(file)) return { kind: 'refused', problem: 'is a document and an archive at once' }
  const sha256 = createHash('sha256').update(file).digest()
  const read = { kind: 'read', mediaType, sha256 } as const
  if (mediaType !== 'application/pdf') {
    const problem = pictureProblem(file, mediaType)
    if (problem) return { kind: 'refused', problem }
    return { ...read, verdict: question ? judgePicture(file, mediaType) : null }
  }
  const reading = await readPdfBytes(new Uint8Array(file))
  if (reading.kind === 'refused') return reading
  return { ...read, verdict: question ? judge(reading.text.lines, question.expected, question.today) : null }
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
