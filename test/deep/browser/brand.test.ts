import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { resumeUrl } from '../../../src/platform/key/shopper/intake-token.ts'
import { pngLogo } from '../../support/browser/brand.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect } from '../../support/browser/inspect.ts'
import { call, newEmail, requestCode } from '../../support/people/client.ts'
import { applied } from '../../support/people/portal-in-browser.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { AGENCY, license } from '../../support/servers/production.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

const NAME = AGENCY.AGENCY_NAME
const folder = mkdtempSync(join(tmpdir(), 'bindery-brand-'))
const LOGO = join(folder, 'logo.png')
const LICENSES = join(folder, 'licenses.json')

describe('an agency with a logo, a color and licenses', () => {
  let browser: Browser
  let service: TestService
  let pages: Record<string, string>
  const business = newEmail()

  const operatorKey = async (): Promise<string> => {
    const otp = await requestCode(service.url, business)
    const body = { email: business, otp, referral_source_name: 'Maple Realty' }
    return String((await call(`${service.url}/api/agent/key/confirm`, { body })).body.api_key)
  }

  beforeAll(async () => {
    writeFileSync(LOGO, pngLogo(160, 40))
    writeFileSync(LICENSES, JSON.stringify([license(), license({ state: 'CA', number: '0A11111' })]))
    const env = {
      ...AGENCY,
      AGENCY_LOGO: LOGO,
      AGENCY_COLOR: '#1d3f8a',
      AGENCY_TERMS_URL: 'https://elm.example/terms',
      LICENSES_FILE: LICENSES,
    }
    ;[browser, service] = await Promise.all([launchBrowser(), startTestService({ env })])
    const key = await operatorKey()
    const home = await applied(service.url, key)
    const household = completeHousehold()
    const draft = await umbrellaCall({ url: service.url, key }, 'draft', { intake: household, sandbox: true })
    const payment = await openPayment(service.app, {
      uid: home.uid,
      purpose: 'first_premium',
      sandbox: false,
      amount_cents: 41_200,
      description: 'Umbrella policy',
    })
    pages = {
      'the start page': '/',
      calculators: '/calculators',
      'a result': '/calculators/umbrella?zip=60601',
      privacy: '/privacy',
      terms: '/terms',
      'a page that is not there': '/nowhere',
      'the sign-in of a homeowner': home.login,
      'the door of an application': '/portal/login',
      'the door of an umbrella buyer': String(draft.body.review_url),
      'the page of a shopper': resumeUrl(service.app, home.uid),
      'an invoice': payment.url,
      'the page of an agent that asks for access': '/agent/claim',
      'an app that cannot be connected': '/oauth2/authorize?client_id=nobody',
      'the desk': '/desk',
      'the dashboard': '/dashboard',
      'the docs': '/docs',
    }
  })
  afterAll(async () => {
    await Promise.all([browser.close(), service.stop()])
    rmSync(folder, { recursive: true })
  })

  const open = (name: string) =>
    call(new URL(String(pages[name]), service.url).href, { headers: { accept: 'text/html' } })

  test('is named on every kind of page, with its phone and licenses; the software is not, but in the docs', async () => {
    for (const name of Object.keys(pages)) {
      const { text } = await open(name)
      expect.soft(text, name).toMatch(new RegExp(`<title>[^<]+ · ${NAME}</title>`))
      expect.soft(text, name).toMatch(new RegExp(`<a href="[^"]*" class="brand"><img [^>]*alt="${NAME}"`))
      expect
        .soft(text, name)
        .toContain(`${NAME} · ${AGENCY.AGENCY_ADDRESS} · ${AGENCY.AGENCY_PHONE} · license`)
      expect
        .soft(text, name)
        .toContain('<a href="/privacy">Privacy</a> · <a href="https://elm.example/terms">')
      const named = text.match(/Bindery/g) ?? []
      expect.soft(named.length > 0, name).toBe(name === 'the docs')
      expect.soft(text, name).not.toContain('<!--')
    }
    expect((await open('the docs')).text).toMatch(/<footer[\s\S]*Runs on Bindery/)
  })

  test('a buyer reads who asked for quotes and who answers, before typing anything', async () => {
    for (const name of ['the sign-in of a homeowner', 'the door of an umbrella buyer'])
      expect
        .soft((await open(name)).text, name)
        .toMatch(
          /Maple Realty asked us to get quotes for you\. We’re <strong>Elm Street Insurance<\/strong>, a licensed insurance agency \((?:IL 100200300|CA 0A11111)\)\. Questions\? Call <a class="phone" href="tel:2175550142">\(217\) 555-0142<\/a>\./,
        )
  })

  test('its logo is shown, its color colors, and axe finds nothing, in light and in dark', async () => {
    const page = await browser.newPage()
    const complaints: string[] = []
    page.on('console', message => complaints.push(message.text()))
    for (const name of ['the start page', 'the sign-in of a homeowner']) {
      await page.goto(new URL(String(pages[name]), service.url).href)
      await inspect(page, name)
      expect(await page.evaluate('document.querySelector(".logo").naturalWidth')).toBe(160)
      await page.emulateMedia({ colorScheme: 'light' })
      const color = 'getComputedStyle(document.querySelector(".site")).backgroundColor'
      expect(await page.evaluate(color)).toBe('rgb(29, 63, 138)')
    }
    expect(complaints).toEqual([])
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const ink = ['h1', '.site', '.asked', '.foot'].map(
      part => `getComputedStyle(document.querySelector('${part}')).color`,
    )
    for (const one of ink) expect(await page.evaluate(one)).toMatch(/^rgb\((0, 0, 0|51, 51, 51)\)$/)
    await page.close()
  })

  test('its files are cached for good, and an image opened on its own can do nothing', async () => {
    const { text } = await open('the start page')
    const [logo = ''] = /\/brand\/[0-9a-f]{12}\/logo\.png/.exec(text) ?? []
    const { status, headers } = await call(`${service.url}${logo}`)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    })
    expect((await call(`${service.url}/brand/000000000000/logo.png`)).status).toBe(404)
  })

  test('search engines find the public pages, and are told to leave the others', async () => {
    const { text: sitemap } = await call(`${service.url}/sitemap.xml`)
    const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => String(url))
    expect(found).toEqual(
      expect.arrayContaining(['/', '/calculators/home', '/docs', '/terms'].map(at => service.url + at)),
    )
    const { text: robots } = await call(`${service.url}/robots.txt`)
    const closed = [...robots.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => String(path))
    for (const url of found) {
      expect.soft((await call(url)).status, url).toBe(200)
      expect
        .soft(
          closed.some(path => new URL(url).pathname.startsWith(path)),
          url,
        )
        .toBe(false)
    }
    for (const path of ['/api/agent/skill.md', '/api/consumer/skill.md', '/api/agent/openapi.yaml'])
      expect.soft(robots).toContain(`Allow: ${path}$\n`)
    for (const path of ['/portal/answers', '/pay/x', '/umbrella/review/x', '/resume', '/desk'])
      expect
        .soft(
          closed.some(start => path.startsWith(start)),
          path,
        )
        .toBe(true)
    const { text } = await open('the start page')
    expect(text).toContain(`<meta property="og:url" content="${service.url}/">`)
    expect(text).toMatch(/<meta name="description" content="[^"]{50,160}">/)
  })

  test('a caller that prefers Markdown gets it, and a browser does not', async () => {
    for (const [path, words] of [
      ['/', `# ${NAME}`],
      ['/docs', '`POST /api/agent/umbrella/draft`'],
      ['/docs/umbrella', '# '],
      ['/docs/errors', '`rate_limited`'],
    ] as const) {
      const markdown = await call(service.url + path, {
        headers: { accept: 'text/markdown, text/html;q=0.8' },
      })
      expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
      expect(markdown.headers.get('vary')).toBe('accept')
      expect(markdown.text).toContain(words)
      expect(markdown.text).not.toMatch(/<(?:p|div|section|!--)/)
      const page = await call(service.url + path, { headers: { accept: 'text/html,*/*;q=0.8' } })
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(page.headers.get('vary')).toMatch(/^accept(?:, accept-encoding)?$/)
    }
  })
})
