import type { Stop } from './list-file.ts'

type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

const isColor = (text: string): boolean => HEX.test(text)

const rgbOf = (color: string): Rgb => {
  const [, red = '', green = '', blue = ''] = HEX.exec(color) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

const linear = (channel: number): number =>
  channel <= 0.04045 * 255 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

const luminance = (color: string): number => {
  const [red, green, blue] = rgbOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const mix = (color: string, other: string, share: number): string => {
  const into = rgbOf(other)
  const channels = rgbOf(color).map((channel, at) =>
    Math.round(channel + ((into[at] ?? 0) - channel) * share)
      .toString(16)
      .padStart(2, '0'),
  )
  return `#${channels.join('')}`
}

const SHARES = Array.from({ length: 21 }, (_, at) => at / 20)

type Readable = { color: string; ground: string; towards: string; least: number }

const readableOn = ({ color, ground, towards, least }: Readable): string =>
  SHARES.map(share => mix(color, towards, share)).find(mixed => contrast(mixed, ground) >= least) ?? towards

const BLACK = '#000000'
const WHITE = '#ffffff'

/** The darkest ground in light mode and the lightest in dark mode that carries links: --well in web/bindery.css. */
const GROUNDS = { light: '#f0eadc', dark: '#242e2b' }

const ON_COLOR = '#fbf7ec'

/** WCAG 2.2, 1.4.3. */
const LEAST = 4.5

const LEAST_IN_DARK = 6

export const DEFAULT_COLOR = '#14594b'

type Shades = {
  cloth: string
  spine: string
  action: string
  actionOver: string
  onAction: string
  stitch: string
  chart: string
  chartSoft: string
}

export type Palette = { color: string; light: Shades; dark: Shades }

export const paletteOf = (color: string): Palette => {
  const tint = readableOn({ color, ground: GROUNDS.dark, towards: WHITE, least: LEAST_IN_DARK })
  const stitch = mix(color, WHITE, 0.6)
  return {
    color,
    light: {
      cloth: color,
      spine: color,
      action: color,
      actionOver: mix(color, BLACK, 0.25),
      onAction: ON_COLOR,
      stitch,
      chart: color,
      chartSoft: mix(color, WHITE, 0.45),
    },
    dark: {
      cloth: mix(color, BLACK, 0.3),
      spine: color,
      action: tint,
      actionOver: mix(tint, WHITE, 0.35),
      onAction: mix(color, BLACK, 0.8),
      stitch,
      chart: tint,
      chartSoft: mix(tint, BLACK, 0.35),
    },
  }
}

const rounded = (ratio: number): string => String(Math.floor(ratio * 10) / 10)

export const readColor = (text: string | undefined, stop: Stop): string | null => {
  if (!text) return null
  const color = text.trim().toLowerCase()
  if (!isColor(color)) stop(`AGENCY_COLOR must be # and six hexadecimal digits, like #14594b, not "${text}".`)
  const found = Math.min(contrast(color, GROUNDS.light), contrast(color, ON_COLOR))
  if (found < LEAST)
    stop(
      `AGENCY_COLOR ${color} is too light: links on light pages and white text on buttons would have a contrast of ${rounded(found)} to 1, and people need ${LEAST}. Choose a darker color, such as ${readableOn({ color, ground: GROUNDS.light, towards: BLACK, least: LEAST })}.`,
    )
  return color
}
