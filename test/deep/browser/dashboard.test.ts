import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { MINUTE } from '../../../src/platform/lib/clock.ts'
import { launchBrowser } from '../../support/browser/browser.ts'
import { fitsAtAnySize, inspect } from '../../support/browser/inspect.ts'
import { goOnAs, newTab, sharedTab, type Tab } from '../../support/browser/tab.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import {
  emailsTo,
  enterDashboard,
  waitingRequest,
  walkDashboard,
} from '../../support/people/dashboard-walk.ts'
import { changed, newOperator } from '../../support/people/homeowner-intakes.ts'
import { newTokens } from '../../support/people/oauth.ts'
import { dashboardLink, signedInOperator } from '../../support/people/signed-in-operator.ts'
import { newVisitor } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

describe('the operator dashboard', () => {
  let browser: Browser
  let service: TestService
  beforeAll(async () => {
    ;[browser, service] = await Promise.all([
      launchBrowser(),
      startTestService({ env: { RATE_LIMITS: 'off' } }),
    ])
  })
  afterAll(() => Promise.all([browser.close(), service.stop()]))

  const aTab = sharedTab(() => browser, { permissions: ['clipboard-read', 'clipboard-write'] })

  const ownTab = async (options: BrowserContextOptions): Promise<Tab> => {
    const context = await browser.newContext(options)
    onTestFinished(() => context.close())
    return newTab(context)
  }

  const waiting = (owner: string, city?: string) => waitingRequest(service, owner, city)

  /** As by the link, which the first test follows. */
  const comeIn = async (key: string): Promise<Tab> => {
    const tab = await aTab()
    await goOnAs(await signedInOperator(service.url, key), tab.context)
    return tab
  }

  const openAt = (page: Page, path = '') => page.goto(`${service.url}/dashboard${path}`)

  /** What the page's own timer does every few seconds. */
  const lookAgain = (page: Page) => page.evaluate('htmx.trigger("#live", "every")')

  test('from the link to the email that was sent, without JavaScript', async () =>
    walkDashboard(service, await ownTab({ javaScriptEnabled: false }), async () => undefined))

  test('the same with the keyboard alone, which stands at the result of what was sent', async () => {
    const { key, uid: owner } = await newOperator(service)
    const intake = await waiting(owner)
    const { page } = await aTab()
    await page.goto(await dashboardLink(service.url, key))
    await page.locator('button:focus').waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/dashboard$/)
    const tabTo = async (name: string): Promise<void> => {
      for (let presses = 0; presses < 30; presses++) {
        await page.keyboard.press('Tab')
        const text = await page.evaluate<string>('document.activeElement.textContent.trim()')
        if (text === name) return
      }
      throw new Error(`the keyboard does not reach ${name}`)
    }
    await tabTo('Springfield, IL 62704')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/requests\//)
    await tabTo('Email the homeowner')
    await page.keyboard.press('Enter')
    await page.locator('.callout:focus').getByText('We emailed the link').waitFor()
    expect(await emailsTo(service, intake)).toHaveLength(1)

    const other = await waiting(owner)
    await openAt(page, `/requests/${other.uid}`)
    await call(`${service.url}/api/agent/homeowners/fix-issues-email`, { key, body: { uid: other.uid } })
    await tabTo('Email the homeowner')
    await page.keyboard.press('Enter')
    await page.locator('.callout:focus').getByText('less than 10 minutes ago').waitFor()
    expect(await emailsTo(service, other)).toHaveLength(1)
  })

  test('a double click sends one email and rotates once; the key, the question and the new key are as good on a phone as on a desktop', async () => {
    const email = newEmail()
    const key = await getKey(service.url, email)
    await newTokens(service, { email })
    const { body } = await call(`${service.url}/api/agent/homeowners/dashboard`, { key })
    const intake = await waiting(String(body.operator_uid))
    const { page } = await comeIn(key)
    await openAt(page, `/requests/${intake.uid}`)
    await page.getByRole('button', { name: 'Email the homeowner' }).dblclick()
    await page.getByText('We emailed the link').waitFor()
    expect(await emailsTo(service, intake)).toHaveLength(1)
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('link', { name: 'Rotate the key…' }).waitFor()
    await inspect(page, 'the key')
    await fitsAtAnySize(page, 'the key')
    await page.getByRole('link', { name: 'Rotate the key…' }).click()
    await page.getByRole('button', { name: 'Rotate now' }).waitFor()
    await inspect(page, 'the question')
    await page.getByRole('button', { name: 'Rotate now' }).dblclick()
    await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    await inspect(page, 'the new key')
    const fresh = String(await page.locator('#new-key').textContent())
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(fresh)
    const statusWith = async (key: string) =>
      (await call(`${service.url}/api/agent/homeowners/dashboard`, { key })).status
    expect([await statusWith(key), await statusWith(fresh)]).toEqual([401, 200])
    await page.getByRole('link', { name: 'I’ve stored it' }).click()
    await page.getByText(fresh.slice(0, 14)).waitFor()
    expect(await page.content()).not.toContain(fresh)
  })

  test('a wrong, a used and an expired link each say how to get another', async () => {
    const { key } = await newOperator(service)
    const visitor = newVisitor(service.url)
    const [wrong, used] = [`${service.url}/dashboard/enter/nonsense`, await dashboardLink(service.url, key)]
    await visitor.open(used)
    expect((await visitor.send(used)).location).toBe('/dashboard')
    const late = await dashboardLink(service.url, key)
    await visitor.open(late)
    service.pass(6 * MINUTE)
    const answers = [await visitor.send(late)]
    for (const link of [wrong, used, late]) answers.push(await visitor.open(link))
    for (const { status, text } of answers) {
      expect(status).toBe(404)
      expect(text).toMatch(/<h1[^>]*>This link doesn’t work<\/h1>/)
      expect(text).toMatch(/<button[^>]*>Email me a code<\/button>/)
      expect(text).toContain('/api/agent/homeowners/dashboard/session')
    }
    const { page } = await aTab()
    await page.goto(wrong)
    await page.getByText('Sign in with your operator key instead').click()
    await inspect(page, 'a link that leads nowhere')
  })

  test('changes appear by themselves, and leave alone what somebody is doing; updates can be paused and go on; when the session ends, the page says so', async () => {
    const { key, uid: owner } = await newOperator(service)
    const first = await waiting(owner)
    const { page, complaints } = await comeIn(key)
    await openAt(page)
    await page.evaluate(
      'window.unloaded = false; addEventListener("unload", () => { window.unloaded = true })',
    )
    await page.getByText('The last 30 days as a table').click()
    await page.getByLabel('Line', { exact: true }).selectOption('umbrella')
    await page.getByLabel('Request ID').pressSequentially('hom_half')
    await waiting(owner, 'Rockford')
    const all = page.getByRole('region', { name: 'All requests' })
    await all.getByRole('link', { name: 'Rockford, IL 62704' }).waitFor()
    expect(await page.getByRole('link', { name: 'All 2' }).count()).toBe(1)
    expect(await page.evaluate('document.activeElement.id')).toBe('uid')
    expect(await page.getByLabel('Request ID').inputValue()).toBe('hom_half')
    expect(await page.getByLabel('Line', { exact: true }).inputValue()).toBe('umbrella')
    expect(await page.locator('#figures').getAttribute('open')).not.toBeNull()
    const link = all.getByRole('link', { name: 'Springfield, IL 62704' })
    await link.focus()
    await changed(service, first, { status: 'pending_quotes' })
    const row = all.getByRole('row').filter({ hasText: 'Springfield' })
    await lookAgain(page)
    await row.getByText('Pending quotes').waitFor()
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Springfield, IL 62704')

    const pause = page.getByRole('button', { name: 'Pause updates' })
    await pause.click()
    await page.getByText('Updates paused.').waitFor()
    await waiting(owner, 'Peoria')
    const heldBack = page.evaluate<boolean>(`new Promise(done => document.addEventListener(
      'htmx:before:request', event => queueMicrotask(() => done(event.defaultPrevented)), { once: true }))`)
    await lookAgain(page)
    expect(await heldBack).toBe(true)
    await pause.click()
    await lookAgain(page)
    await all.getByRole('link', { name: 'Peoria, IL 62704' }).waitFor()
    expect(await page.evaluate('window.unloaded')).toBe(false)
    expect(complaints).toEqual([])

    await call(`${service.url}/api/agent/key/rotate`, { key, body: {} })
    await lookAgain(page)
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor()
    expect(await page.getByText('Springfield').count()).toBe(0)
  })

  test('two operators in one browser: the later one is signed in, and neither sees the other', async () => {
    const [a, b] = [await newOperator(service), await newOperator(service)]
    const [ofA, ofB] = [await waiting(a.uid, 'Aurora'), await waiting(b.uid, 'Peoria')]
    const { page } = await comeIn(a.key)
    await openAt(page)
    expect(await page.getByText('Aurora').count()).toBeGreaterThan(0)
    const answer = await openAt(page, `/requests/${ofB.uid}`)
    expect(answer?.status()).toBe(404)
    await page.getByRole('heading', { name: 'Request not found' }).waitFor()
    await inspect(page, 'a request that is not there')
    await page.goto(await dashboardLink(service.url, b.key))
    await enterDashboard(page)
    expect(await page.getByText('Peoria').count()).toBeGreaterThan(0)
    expect(await page.getByText('Aurora').count()).toBe(0)
    expect((await openAt(page, `/requests/${ofA.uid}`))?.status()).toBe(404)
  })

  test('older rows are a page away, and the newest too', async () => {
    const { key, uid: owner } = await newOperator(service)
    for (const city of ['Aurora', 'Peoria', 'Joliet']) await waiting(owner, city)
    const { page, context } = await ownTab({ javaScriptEnabled: false })
    await goOnAs(await signedInOperator(service.url, key), context)
    await openAt(page, '?limit=2')
    const all = page.getByRole('region', { name: 'All requests' })
    const cities = () => all.getByRole('rowheader').getByRole('link').allTextContents()
    expect(await cities()).toEqual(['Joliet, IL 62704', 'Peoria, IL 62704'])
    await page.getByRole('link', { name: 'Older' }).click()
    await page.waitForURL(/cursor=/)
    expect(await cities()).toEqual(['Aurora, IL 62704'])
    await page.getByRole('link', { name: 'Newest' }).click()
    await page.waitForURL(/limit=2$/)
    expect(await cities()).toEqual(['Joliet, IL 62704', 'Peoria, IL 62704'])
  })

  describe('axe finds nothing, on a light phone and a dark desktop:', () => {
    test('the list, also with a city in one long word, its table, its search and its filter', async () => {
      const { key, uid: owner } = await newOperator(service)
      await waiting(owner)
      for (const city of ['Springfield', 'W'.repeat(100)])
        await changed(service, await waiting(owner, city), { status: 'quoted', submittedAt: new Date() })
      const { page } = await comeIn(key)
      await openAt(page)
      await page.getByText('The last 30 days as a table').click()
      await page.getByRole('link', { name: 'Search' }).click()
      const said = await page.locator('#search [role=status]').elementHandle()
      await page.getByRole('searchbox').fill('Springfield')
      await page.locator('#found a').first().waitFor()
      expect(await said?.textContent()).toBe('2 requests')
      await page.getByRole('searchbox').fill('Nowhere')
      await page.getByText('Nothing matches “Nowhere”.').waitFor()
      expect(await said?.textContent()).toContain('Nothing matches “Nowhere”.')
      await page.getByRole('searchbox').fill('Springfield')
      await page.locator('#found a').first().waitFor()
      await inspect(page)
      await openAt(page, '?status=quoted')
      await inspect(page)
      await fitsAtAnySize(page)
    })

    test('the list: empty, filtered in vain, asked wrongly', async () => {
      const { key, uid: owner } = await newOperator(service)
      const { page } = await comeIn(key)
      await openAt(page)
      await inspect(page)
      await waiting(owner)
      for (const search of ['?uid=nobody', '?status=x&uid=a%20b']) {
        await openAt(page, search)
        await inspect(page)
      }
    })
  })
})
