import type { Frame } from './frame.ts'

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

export const jpegFrame = (bytes: Buffer): Frame | null => {
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
