import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../../support/browser/browser.ts'
import { inspect } from '../../support/browser/inspect.ts'
import { englishIn } from '../../support/browser/spanish.ts'
import { sharedTab } from '../../support/browser/tab.ts'
import { answerAlone } from '../../support/people/answered-alone.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { applied, heading } from '../../support/people/portal-in-browser.ts'
import { completeHousehold, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let browser: Browser
let service: TestService
let key: string
beforeAll(async () => {
  ;[browser, service] = await Promise.all([
    launchBrowser(),
    startTestService({ env: { RATE_LIMITS: 'off' } }),
  ])
  key = await getKey(service.url, newEmail())
})
afterAll(() => Promise.all([browser.close(), service.stop()]))

const aTab = sharedTab(() => browser)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('the switch keeps what was typed into a calculator, also after it was swapped in place', async () => {
  const { page } = await aTab()
  await page.goto(`${service.url}/calculators/umbrella`)
  await page.getByLabel('ZIP code').fill('60601')
  await button(page, 'Calculate').click()
  await page.getByRole('heading', { name: /^About \$/ }).waitFor()
  await button(page, 'Español').click()
  await page.getByRole('heading', { name: /^Unos \$[\d,]+ al año$/ }).waitFor()
  expect(await page.getByLabel('Código postal').inputValue()).toBe('60601')
  expect(new URL(page.url()).search).toBe('?zip=60601')
  await page.getByLabel('Código postal').fill('6060')
  await button(page, 'English').click()
  await page.getByRole('button', { name: 'Calculate' }).waitFor()
  expect(await page.getByLabel('ZIP code').inputValue()).toBe('6060')
  expect(await page.getByText('Please correct').count()).toBe(0)
  await button(page, 'Español').click()
  await inspect(page, 'the umbrella calculator in Spanish')
  await page.goto(`${service.url}/calculators`)
  await inspect(page, 'the calculators in Spanish')
  await page.goto(`${service.url}/`)
  await inspect(page, 'the landing page in Spanish')
})

test('the portal is as good in Spanish on a phone and on a desktop', async () => {
  const { page } = await aTab()
  const { login, email } = await applied(service.url, key, { applicant: { preferred_language: 'es' } })
  await page.goto(login)
  await heading(page, 'Entre en su solicitud de seguro de vivienda').waitFor()
  await inspect(page, 'sign-in')
  await page.getByLabel('Correo electrónico').fill(email)
  await button(page, 'Enviarme un enlace').click()
  await page.getByRole('link', { name: 'Abrir el enlace' }).click()
  await button(page, 'Continuar a su solicitud').click()
  await heading(page, /^Sus? cotizaci/).waitFor()
  await inspect(page, 'quotes')
  await page.setViewportSize({ width: 390, height: 844 })
  const steps = await page.locator('.path li > span:first-child').all()
  const heights = await Promise.all(steps.map(async step => (await step.boundingBox())?.height ?? 0))
  expect(Math.max(...heights), 'the name of each step stays on one line').toBeLessThan(30)
  await button(page, /^Elegir/)
    .first()
    .click()
  await heading(page, /por revisar$/).waitFor()
  await inspect(page, 'review')
  await answerAlone(page)
  await button(page, 'Confirmar mis respuestas').click()
  await heading(page, 'Firme para comprar su póliza').waitFor()
  await inspect(page, 'sign')
  await page
    .getByLabel('¿Cuándo debe comenzar la cobertura?')
    .fill((await page.getByLabel('¿Cuándo debe comenzar la cobertura?').getAttribute('max')) ?? '')
  await page.getByLabel('He leído esto').check()
  await page.getByLabel('Acepto firmar').check()
  await page.getByLabel('Escriba su nombre completo').fill('Ada Homeowner')
  await button(page, /^Firmar y comprar/).click()
  await heading(page, 'Su prueba está completa').waitFor()
  await inspect(page, 'policy')
})

test('the buyer of an umbrella reads and confirms the application in Spanish', async () => {
  const { page } = await aTab()
  const intake = completeHousehold({ preferred_language: 'es' })
  const { body } = await umbrellaCall({ url: service.url, key }, 'draft', { intake, sandbox: true })
  await page.goto(String(body.review_url))
  await heading(page, 'Confirme que es usted').waitFor()
  await inspect(page, 'the door')
  await page.getByLabel('Correo electrónico').fill(intake.email)
  await button(page, 'Enviarme un código').click()
  const code = await page.locator('strong.code').textContent()
  await page.getByLabel('Código').fill(String(code))
  await button(page, 'Abrir mi solicitud').click()
  await heading(page, 'Revise su solicitud').waitFor()
  await inspect(page, 'the review')
  expect(englishIn(await page.content(), ['Springfield'])).toEqual([])
  await answerAlone(page)
  await button(page, 'Esto es correcto').click()
  await heading(page, /cotizaci.*lista/).waitFor()
  await inspect(page, 'the umbrella quotes')
})
