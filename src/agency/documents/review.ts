import type { App } from '../../platform/app.ts'
import { dayOf } from '../../platform/lib/clock.ts'
import type { DocumentContent } from './documents.ts'
import { type Expectations, judge, type Verdict } from './judge.ts'
import { readPdf } from './pdf-reader.ts'
import { frameOf } from './picture.ts'

const SMALLEST_SIDE = 200

const judgePicture = ({ bytes, media_type }: DocumentContent): Verdict => {
  const frame = frameOf(bytes, media_type)
  return frame && Math.min(frame.width, frame.height) >= SMALLEST_SIDE
    ? { status: 'needs_person', reason: 'It is a picture.' }
    : { status: 'rejected', reason: 'The picture is too small to read. Send a larger one, or the PDF.' }
}

export const reviewDocument = async (
  app: App,
  document: DocumentContent,
  expected: Expectations,
): Promise<Verdict> => {
  if (document.media_type !== 'application/pdf') return judgePicture(document)
  const outcome = await readPdf(app, { bytes: document.bytes, from: document.uid })
  return outcome.kind === 'read'
    ? judge(outcome.text.lines, expected, dayOf(app.clock.now()))
    : { status: 'needs_person', reason: 'It could not be read by machine.' }
}
