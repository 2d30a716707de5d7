type Rgb = readonly [red: number, green: number, blue: number]

const HEX = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i

export const isColor = (text: string): boolean => HEX.test(text)

const rgbOf = (color: string): Rgb => {
  const [, red = '', green = '', blue = ''] = HEX.exec(color) ?? []
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

const linear = (channel: number): number =>
  channel <= 0.04045 * 255 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4

/** Relative luminance, WCAG 2.2. */
const luminance = (color: string): number => {
  const [red, green, blue] = rgbOf(color)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

export const contrast = (one: string, other: string): number => {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

export const mix = (color: string, other: string, share: number): string => {
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

export const readableOn = ({ color, ground, towards, least }: Readable): string =>
  SHARES.map(share => mix(color, towards, share)).find(mixed => contrast(mixed, ground) >= least) ?? towards
