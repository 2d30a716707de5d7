import type { Frame } from './frame.ts'

const SIGNATURE_BYTES = 8
const AROUND_BYTES = 12
const IHDR = 0x49484452
const IEND = 0x49454e44

export const pngFrame = (bytes: Buffer): Frame | null => {
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
