import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { logoFile, pngLogo, svgLogo } from '../../../test/support/browser/brand.ts'
import { DEMONSTRATION, license, licensesFile } from '../../../test/support/servers/production.ts'
import { readConfig } from '../config.ts'
import { generalAgencyLine, licenseWords } from './agency.ts'
import { isWordmark } from './logo.ts'
import { contrast, paletteOf } from './palette.ts'

const brand = (env: Record<string, string>) => readConfig(env).brand

test('without settings there is no logo, no color, and our own legal pages are linked', () => {
  expect(brand({})).toEqual({ logo: null, color: null, privacyUrl: null, termsUrl: null })
})

describe('AGENCY_COLOR', () => {
  test('a color that people can read is taken', () => {
    expect(brand({ AGENCY_COLOR: '#1D3F8A' }).color).toBe('#1d3f8a')
    expect(brand({ AGENCY_COLOR: '#000000' }).color).toBe('#000000')
  })

  test.each(['blue', '#abc', '1d3f8a', '#1d3f8a80', 'url(x)'])('%s is no color', text => {
    expect(() => brand({ AGENCY_COLOR: text })).toThrow('# and six hexadecimal digits')
  })

  test('one that is too light stops the start, and the sentence names one that is dark enough', () => {
    const attempt = () => brand({ AGENCY_COLOR: '#ffcc00' })
    expect(attempt).toThrow(
      /^AGENCY_COLOR #ffcc00 is too light: .* contrast of 1\.2 to 1, and people need 4\.5\./,
    )
    const [, suggested = ''] = /such as (#[0-9a-f]{6})\.$/.exec(String(messageOf(attempt))) ?? []
    expect(brand({ AGENCY_COLOR: suggested }).color).toBe(suggested)
  })

  test('whatever color is taken, text and links have a contrast of 4.5 in light and in dark', () => {
    const channel = fc.integer({ min: 0, max: 255 })
    fc.assert(
      fc.property(channel, channel, channel, (...rgb) => {
        const color = `#${rgb.map(value => value.toString(16).padStart(2, '0')).join('')}`
        if (contrast(color, WELL.light) < 4.5) {
          expect(() => brand({ AGENCY_COLOR: color })).toThrow('too light')
          return
        }
        const { light, dark } = paletteOf(String(brand({ AGENCY_COLOR: color }).color))
        for (const [shades, well] of [
          [light, WELL.light],
          [dark, WELL.dark],
        ] as const)
          for (const [text, ground] of [
            [shades.action, well],
            [shades.actionOver, well],
            [shades.onAction, shades.action],
            [shades.onAction, shades.actionOver],
            [ON_CLOTH, shades.cloth],
            [ON_CLOTH, shades.spine],
          ])
            expect(contrast(String(text), String(ground))).toBeGreaterThanOrEqual(4.5)
      }),
      { numRuns: 300 },
    )
  })
})

/** As in web/bindery.css. */
const WELL = { light: '#f0eadc', dark: '#242e2b' }
const ON_CLOTH = '#fbf7ec'

const messageOf = (act: () => unknown): string | undefined => {
  try {
    act()
  } catch (error) {
    return (error as Error).message
  }
}

describe('AGENCY_LOGO', () => {
  const logo = (content: string | Buffer) => brand({ AGENCY_LOGO: logoFile(content) }).logo

  test('a PNG and an SVG are taken, with their size', () => {
    expect(logo(pngLogo(48, 24))).toMatchObject({ type: 'image/png', width: 48, height: 24 })
    expect(logo(svgLogo())).toMatchObject({ type: 'image/svg+xml', width: 40, height: 40 })
    expect(logo('<?xml version="1.0"?>\n<!-- x --><svg width="90px" height="30"></svg>')).toMatchObject({
      width: 90,
      height: 30,
    })
  })

  test('a wide one is a wordmark, a square one is not', () => {
    expect([pngLogo(200, 50), pngLogo(50, 50)].map(logo).map(one => one && isWordmark(one))).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['a script', '<script>alert(1)</script>'],
    ['an event handler', '<rect onload="x()"/>'],
    ['a foreignObject', '<foreignObject></foreignObject>'],
    ['a javascript: link', '<a href="#x" xlink:title="javascript:x"/>'],
    ['a link to another file', '<image href="https://tracker.example/x.png"/>'],
    ['a link to another file', '<image href="//tracker.example/x.png"/>'],
    ['a link to another file', '<style>rect{fill:url(https://tracker.example)}</style>'],
    ['an imported style sheet', '<style>@import "x.css";</style>'],
  ])('%s in an SVG stops the start', (what, inside) => {
    expect(() => logo(svgLogo(inside))).toThrow(`AGENCY_LOGO holds ${what}`)
  })

  test('a gradient of its own and an embedded picture are taken', () => {
    const inside =
      '<linearGradient id="g"/><rect fill="url(#g)"/><use href="#g"/><image href="data:image/png;base64,AAAA"/>'
    expect(logo(svgLogo(inside))?.type).toBe('image/svg+xml')
  })

  test.each([
    ['an entity', `<!DOCTYPE svg [<!ENTITY x "y">]>${svgLogo()}`, /SVG or a PNG|DOCTYPE/],
    ['no size', '<svg></svg>', 'give its svg element a viewBox'],
    ['something else', 'GIF89a', 'must be an SVG or a PNG file'],
    ['a web page', '<html><svg viewBox="0 0 1 1"/></html>', 'must be an SVG or a PNG file'],
    ['a PNG that is cut off', pngLogo(48, 24).subarray(0, 60), 'damaged PNG'],
    [
      'a PNG with something behind it',
      Buffer.concat([pngLogo(48, 24), Buffer.from('<script>')]),
      'damaged PNG',
    ],
    ['a PNG of one pixel', pngLogo(1, 1), 'is 1 by 1 pixels'],
    ['a large file', Buffer.alloc(150 * 1024), 'has 150 KiB, and at most 100 are allowed'],
  ])('%s stops the start', (_what, content, words) => {
    expect(() => logo(content)).toThrow(words)
  })

  test('a file that is not there stops the start', () => {
    expect(() => brand({ AGENCY_LOGO: '/nowhere/logo.svg' })).toThrow(
      '/nowhere/logo.svg cannot be read (ENOENT)',
    )
  })
})

describe('AGENCY_PRIVACY_URL and AGENCY_TERMS_URL', () => {
  test('are addresses of pages, in production with https', () => {
    const AGENCY_PRIVACY_URL = 'https://agency.example/privacy'
    expect(brand({ ...DEMONSTRATION, AGENCY_PRIVACY_URL }).privacyUrl).toBe(AGENCY_PRIVACY_URL)
    expect(brand({ AGENCY_TERMS_URL: 'http://agency.example/terms' }).termsUrl).toBe(
      'http://agency.example/terms',
    )
    for (const url of [
      'http://agency.example',
      'javascript:alert(1)',
      '/privacy',
      'https://a:b@agency.example',
    ])
      expect(() => brand({ ...DEMONSTRATION, AGENCY_TERMS_URL: url })).toThrow(
        'AGENCY_TERMS_URL must be the https://',
      )
  })
})

test('a page for everyone names each license, or the number of states if there are many', () => {
  const now = new Date('2026-12-01T12:00:00Z')
  const words = (...states: string[]) =>
    licenseWords(readConfig({ LICENSES_FILE: licensesFile(...states.map(state => license({ state }))) }), now)
  expect(words('IL', 'CA')).toBe('license CA 100200300, IL 100200300')
  expect(words('IL', 'CA', 'OR', 'NV', 'WA')).toBe('licensed in 5 states')
  expect(words()).toBeNull()
  const expired = licensesFile(license({ expires: '2026-11-30' }))
  expect(licenseWords(readConfig({ LICENSES_FILE: expired }), now)).toBeNull()
  const config = readConfig({ AGENCY_NAME: 'Elm', AGENCY_PHONE: '555-0142', AGENCY_LICENSE: 'X1' })
  expect(generalAgencyLine(config, now)).toBe('Elm · 555-0142 · license X1')
})
