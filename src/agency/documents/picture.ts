import type { Frame } from './frame.ts'
import { jpegFrame } from './jpeg.ts'
import type { MediaType } from './media-type.ts'

const SIGNATURE_BYTES = 8
const AROUND_BYTES = 12
const IHDR = 0x49484452
const IEND = 0x49454e44

const pngFrame = (bytes: Buffer): Frame | null => {
  let size: Pick<Frame, 'width' | 'height'> | null = null
  for (let at = SIGNATURE_BYTES; at + AROUND_BYTES <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.readUInt32BE(at + 4)
    const endsAt = at + AROUND_BYTES + length
    if (endsAt > bytes.length) return null
    if (size === null) {
      if (type !== IHDR || length !== 13) return null
      size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    }
    if (type === IEND) return { ...size, endsAt }
    at = endsAt
  }
  return null
}

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
