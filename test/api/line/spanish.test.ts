import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPayment } from '../../../src/agency/payments/open-payment.ts'
import { settlePayment } from '../../../src/agency/payments/receipts.ts'
import { textOfPdf } from '../../support/browser/pdf.ts'
import { englishIn } from '../../support/browser/spanish.ts'
import { mailbox } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { newOperator } from '../../support/people/homeowner-intakes.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { newVisitor, type Seen } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
})
afterAll(() => service.stop())

test('a page follows the language that its reader chose, and leads back to itself', async () => {
  const visitor = newVisitor(service.url)
  const path = '/calculators?from=home'
  const before = await visitor.open(path)
  expect(before.text).toContain('<html lang="en">')
  expect(before.text).toContain('lang="es">Español</button>')
  const chosen = await visitor.send(
    '/language',
    { language: 'es' },
    { headers: { referer: service.url + path } },
  )
  expect(chosen).toMatchObject({ status: 303, location: path })
  const after = await visitor.open('/calculators/umbrella?zip=60601')
  expect(after.text).toContain('<html lang="es">')
  expect(after.text).toContain('¿Cuánto cuesta una póliza paraguas (umbrella)?')
  expect(after.text).toContain('lang="en">English</button>')
  expect((await visitor.open('/docs')).text).toContain('<html lang="en">')
})

test('a form that was not sent keeps its values when its reader chooses a language, which stays chosen', async () => {
  const visitor = newVisitor(service.url)
  const { location } = await visitor.open('/calculators/umbrella?zip=60601&_switch=es')
  const typed = await visitor.open(String(location))
  expect(typed.text).toContain('<html lang="es">')
  expect(typed.text).toContain('value="60601"')
  expect((await visitor.open('/calculators')).text).toContain('<html lang="es">')
})

test('the switch never leads to another site, and takes no language that we do not speak', async () => {
  const visitor = newVisitor(service.url)
  await visitor.open('/calculators')
  const elsewhere = await visitor.send(
    '/language',
    { language: 'es' },
    { headers: { referer: 'https://evil.example/x' } },
  )
  expect(elsewhere.location).toBe('/calculators')
  const twoSlashes = await visitor.send(
    '/language',
    { language: 'es' },
    { headers: { referer: `${service.url}//evil.example/portal` } },
  )
  expect(twoSlashes.location).toBe('/calculators')
  expect((await visitor.send('/language', { language: 'fr' })).status).toBe(400)
})

test('the API keeps preferred_language, answers in English, and emails the person in Spanish', async () => {
  const operator = await newOperator(service)
  const { full_name: _, ...intake } = completeIntake({}, { preferred_language: 'Spanish' })
  const { body } = await quotesCall(service.url, operator.key, { intake })
  expect(body).toMatchObject({
    status: 'needs_more_info',
    known_summary: { applicant: { preferred_language: 'es' } },
  })
  expect(JSON.stringify(body)).not.toMatch(/Español|póliza/)
  await fetch(`${service.url}/api/agent/homeowners/fix-issues-email`, {
    method: 'POST',
    headers: { authorization: `Bearer ${operator.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uid: body.uid }),
  })
  const [mail] = await mailbox(service.url, intake.email)
  expect(mail?.subject).toBe('Faltan algunas respuestas para sus cotizaciones de seguro de vivienda')
  expect(mail?.text).toContain(`Privacidad: ${service.url}/privacy?language=es`)
})

const expectSpanish = (seen: Seen, status = 200): Seen => {
  expect(seen.status).toBe(status)
  expect(seen.text).toContain('<html lang="es">')
  expect(englishIn(seen.text, ['Bindery development agency'])).toEqual([])
  return seen
}

test('the landing page, the notices, and a page that does not exist are in Spanish for who chose it', async () => {
  const visitor = newVisitor(service.url)
  await visitor.open('/')
  await visitor.send('/language', { language: 'es' })
  for (const path of ['/', '/privacy', '/terms']) expectSpanish(await visitor.open(path))
  const nothing = expectSpanish(await visitor.open('/no-such-page'), 404)
  expect(nothing.text).toContain('Página no encontrada')
  expect((await newVisitor(service.url).open('/no-such-page')).text).toContain('Page not found')
  await visitor.send('/language', { language: 'en' })
  expect((await visitor.open('/privacy?language=es')).text).toContain('<html lang="en">')
})

test('a page that does not exist answers in the language of the browser, and its switch stays there', async () => {
  const visitor = newVisitor(service.url)
  const from = '/no-such-page'
  const spanish = expectSpanish(
    await visitor.open(from, { 'accept-language': 'fr,es-MX;q=0.9,en;q=0.8' }),
    404,
  )
  expect(spanish.text).toContain('href="/portal/login?language=es"')
  expect(spanish.text).toContain('lang="en">English</button>')
  const chosen = await visitor.send(
    '/language',
    { language: 'en' },
    { headers: { referer: service.url + from } },
  )
  expect(chosen).toMatchObject({ status: 303, location: from })
  const english = await visitor.open(from, { 'accept-language': 'es' })
  expect(english.text).toContain('Page not found')
  expect(english.text).toContain('lang="es">Español</button>')
  expect((await visitor.send('/language', { language: 'xx' })).text).not.toContain('</button>')
})

test('an invoice and its receipt are in the language on the record of the application', async () => {
  const operator = await newOperator(service)
  const intake = completeIntake({}, { preferred_language: 'es' })
  const { body } = await quotesCall(service.url, operator.key, { intake, sandbox: true })
  const payment = await openPayment(service.app, {
    uid: String(body.uid),
    purpose: 'test',
    sandbox: true,
    amount_cents: 41_200,
    description: [{ product: 'Homeowners insurance', carrier: 'Maple' }],
    due_on: '2026-12-24',
  })
  const visitor = newVisitor(service.url)
  const due = expectSpanish(await visitor.open(payment.page_url))
  const [, privacy = ''] = /href="([^"]*)">Privacidad</.exec(due.text) ?? []
  expectSpanish(await visitor.open(privacy))
  expect(due.text).toContain('24 de diciembre de 2026')
  expect(due.text).toContain('Seguro de vivienda de Maple')
  await settlePayment(service.app, payment.payment_id, { by: 'test', outcome: 'paid' })
  expectSpanish(await visitor.open(payment.page_url))
  const receipt = await fetch(`${payment.page_url}/receipt.pdf`)
  const text = await textOfPdf(Buffer.from(await receipt.arrayBuffer()))
  expect(text).toContain('Concepto: Seguro de vivienda de Maple')
  expect(text).toContain(`Cliente: ${intake.full_name}`)
  expect(englishIn(text, ['Bindery development agency'])).toEqual([])
})

test('an assistant’s link speaks the language of the application that it continues', async () => {
  const intake = completeIntake({}, { preferred_language: 'es' })
  const shopper = await startShopping(service.url, 'homeowners', { intake, sandbox: true })
  const visitor = newVisitor(service.url)
  expectSpanish(await visitor.open(String(shopper.started.body.resume_url)))
  const ref = new URL(String(shopper.started.body.resume_url)).searchParams.get('ref') ?? ''
  const fields = { ref, _language: 'es' }
  expectSpanish(await visitor.send('/resume', { ...fields, email: 'x' }), 400)
  const sent = expectSpanish(await visitor.send('/resume', { ...fields, email: intake.email }))
  const [, link = ''] = /href="([^"]*\/resume\/[^"]*)"/.exec(sent.text) ?? []
  expectSpanish(await visitor.open(link))
  expect((await visitor.send(link, { _language: 'es' })).location).toBe('/resume')
  expectSpanish(await visitor.open('/resume'))
  expectSpanish(await visitor.send('/resume/assistant', { _language: 'es' }))
})
