import type { MediaType } from './media-type.ts'

type Frame = { width: number; height: number; endsAt: number }

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/** SOF0 to SOF15, without DHT, JPG and DAC, which share the range. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)

const scanEnd = (bytes: Buffer, from: number): number => {
  for (let at = from; at < bytes.length; at++) {
    const next = bytes[at] === 0xff ? (bytes[at + 1] ?? 0) : 0
    if (next !== 0 && next !== 0xff && !isAlone(next)) return at
  }
  return bytes.length
}

const jpegFrame = (bytes: Buffer): Frame | null => {
  let size: Pick<Frame, 'width' | 'height'> | null = null
  for (let at = 2; at + 2 <= bytes.length; ) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff || marker === 0) return null
    if (marker === 0xff) at += 1
    else if (isAlone(marker)) at += 2
    else if (marker === END_OF_IMAGE) return size && { ...size, endsAt: at + 2 }
    else {
      if (at + 4 > bytes.length) return null
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if (end < at + 4 || end > bytes.length) return null
      if (isFrame(marker)) {
        if (end < at + 9 || size !== null) return null
        size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
      }
      at = marker === START_OF_SCAN ? scanEnd(bytes, end) : end
    }
  }
  return null
}

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
