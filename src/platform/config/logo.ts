import { readFileSync } from 'node:fs'
import { errorCode } from '../lib/error-code.ts'
import type { Stop } from './list-file.ts'

export type Logo = {
  type: 'image/svg+xml' | 'image/png'
  bytes: Buffer
  width: number
  height: number
}

type Size = Pick<Logo, 'width' | 'height'>

const MOST_BYTES = 100 * 1024
const MOST_PIXELS = 2000
const LEAST_PIXELS = 16

const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')
const IHDR_ENDS_AT = 33
const IEND = Buffer.from('0000000049454e44ae426082', 'hex')

const pngSize = (bytes: Buffer, stop: Stop): Size => {
  const isWhole =
    bytes.length > IHDR_ENDS_AT + IEND.length &&
    bytes.toString('latin1', 12, 16) === 'IHDR' &&
    bytes.subarray(-IEND.length).equals(IEND)
  if (!isWhole) stop('AGENCY_LOGO is a damaged PNG file: export it again.')
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  const sides = [size.width, size.height]
  if (sides.some(side => side < LEAST_PIXELS || side > MOST_PIXELS))
    stop(
      `AGENCY_LOGO is ${size.width} by ${size.height} pixels: each side must have ${LEAST_PIXELS} to ${MOST_PIXELS}.`,
    )
  return size
}

/** Browsers run none of this in an image on a page, but would when someone opens the image's own URL. */
const FORBIDDEN: readonly (readonly [pattern: RegExp, what: string])[] = [
  [/<script\b/i, 'a script'],
  [/<foreignobject\b/i, 'a foreignObject'],
  [/<(?:iframe|embed|object)\b/i, 'an embedded page'],
  [/\son\w+\s*=/i, 'an event handler'],
  [/javascript:/i, 'a javascript: link'],
  [/<!(?:doctype|entity)\b/i, 'a DOCTYPE or an entity'],
  [/<\?xml-stylesheet\b|@import\b/i, 'an imported style sheet'],
  [/(?:href|src)\s*=\s*["']?\s*(?!["'#]|data:image\/(?:png|jpeg);)\S/i, 'a link to another file'],
  [/url\(\s*["']?\s*(?!["'#])\S/i, 'a link to another file'],
]

const VIEW_BOX = /\bviewBox\s*=\s*["']\s*[-\d.]+[\s,]+[-\d.]+[\s,]+([\d.]+)[\s,]+([\d.]+)/i

const sideOf = (tag: string, name: 'width' | 'height'): number =>
  Number(new RegExp(`\\s${name}\\s*=\\s*["']\\s*([\\d.]+)`, 'i').exec(tag)?.[1])

const svgSize = (text: string, stop: Stop): Size => {
  const found = FORBIDDEN.find(([pattern]) => pattern.test(text))
  if (found) stop(`AGENCY_LOGO holds ${found[1]}: export it as a plain SVG, or as a PNG.`)
  const [tag = ''] = /<svg\b[^>]*>/i.exec(text) ?? []
  const [, width, height] = VIEW_BOX.exec(tag) ?? []
  const size = {
    width: Number(width ?? sideOf(tag, 'width')),
    height: Number(height ?? sideOf(tag, 'height')),
  }
  return size.width > 0 && size.height > 0
    ? size
    : stop('AGENCY_LOGO is an SVG without a size: give its svg element a viewBox.')
}

const bytesOf = (path: string, stop: Stop): Buffer => {
  try {
    return readFileSync(path)
  } catch (error) {
    return stop(`AGENCY_LOGO ${path} cannot be read (${errorCode(error)}).`)
  }
}

const isSvg = (bytes: Buffer): boolean =>
  /^\uFEFF?\s*(?:<\?xml\b[^>]*>|<!--.*?-->|\s)*<svg[\s>]/is.test(bytes.toString('utf8'))

export const readLogo = (path: string, stop: Stop): Logo => {
  const bytes = bytesOf(path, stop)
  if (bytes.length > MOST_BYTES)
    stop(
      `AGENCY_LOGO has ${Math.ceil(bytes.length / 1024)} KiB, and at most ${MOST_BYTES / 1024} are allowed: make it smaller.`,
    )
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE))
    return { type: 'image/png', bytes, ...pngSize(bytes, stop) }
  return isSvg(bytes)
    ? { type: 'image/svg+xml', bytes, ...svgSize(bytes.toString('utf8'), stop) }
    : stop('AGENCY_LOGO must be an SVG or a PNG file.')
}

const WIDE = 1.6

export const isWordmark = ({ width, height }: Logo): boolean => width / height >= WIDE
