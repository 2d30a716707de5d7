import { randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const uint16 = (value: number): Buffer => uint32(value).subarray(2)

const chunk = (type: string, data: Buffer): Buffer =>
  Buffer.concat([uint32(data.length), Buffer.from(type, 'latin1'), data, uint32(0)])

/** A PNG that says it is this large. Few readers look at its checksums, and ours is none of them. */
export const pngOf = (width: number, height: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ])

/** A PNG of so many bytes: before its end stands a chunk of noise. */
export const heavyPng = (bytes: number): Buffer => {
  const picture = pngOf(900, 900)
  const end = picture.length - 12
  const noise = chunk('noIs', randomBytes(bytes - picture.length - 12))
  return Buffer.concat([picture.subarray(0, end), noise, picture.subarray(end)])
}

const segment = (marker: number, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker]), uint16(data.length + 2), data])

/** A JPEG that says it is this large, with a small picture inside its Exif data, a stuffed byte and a restart. */
export const jpegOf = (width: number, height: number): Buffer => {
  const frame = Buffer.concat([Buffer.from([8]), uint16(height), uint16(width), Buffer.from([1, 1, 0x11, 0])])
  const thumbnail = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 1, 0, 1, 1, 1, 0x11, 0, 0xff, 0xd9])
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), thumbnail])),
    segment(0xc0, frame),
    segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56, 0xff, 0xd9]),
  ])
}
