import { structureProblem } from './pdf-structure.ts'
import { type PdfText, readPdfText } from './pdf-text.ts'

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
