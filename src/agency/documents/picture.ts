import type { Frame } from './frame.ts'
import { jpegFrame } from './jpeg.ts'
import type { MediaType } from './media-type.ts'
import { pngFrame } from './png.ts'

const MOST_PIXELS = 50_000_000

export const frameOf = (bytes: Buffer, mediaType: MediaType): Frame | null => {
  if (mediaType === 'image/png') return pngFrame(bytes)
  return mediaType === 'image/jpeg' ? jpegFrame(bytes) : null
}

export const pictureProblem = (bytes: Buffer, mediaType: MediaType): string | null => {
  const frame = frameOf(bytes, mediaType)
  if (!frame || frame.width === 0 || frame.height === 0) return 'is a damaged picture'
  if (frame.width * frame.height > MOST_PIXELS) return 'is a picture of more than 50 megapixels'
  if (frame.endsAt !== bytes.length)
    return 'has data after the end of the picture, as a motion photo has; save it as a plain picture'
  return null
}
