import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailbox } from '../support/client.ts'
import { completeIntake, quotesCall } from '../support/homeowners.ts'
import { newOperator } from '../support/intakes.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { newVisitor } from '../support/visitor.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMITS: 'off' } })
})
afterAll(() => service.stop())

test('a page follows the language that its reader chose, and leads back to itself', async () => {
  const visitor = newVisitor(service.url)
  const path = '/calculators/umbrella?zip=60601'
  const before = await visitor.open(path)
  expect(before.text).toContain('<html lang="en">')
  expect(before.text).toContain('lang="es">Español</button>')
  const chosen = await visitor.send(
    '/language',
    { language: 'es' },
    { headers: { referer: service.url + path } },
  )
  expect(chosen).toMatchObject({ status: 303, location: path })
  const after = await visitor.open(path)
  expect(after.text).toContain('<html lang="es">')
  expect(after.text).toContain('¿Cuánto cuesta una póliza umbrella?')
  expect(after.text).toContain('lang="en">English</button>')
  expect((await visitor.open('/docs')).text).toContain('<html lang="en">')
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
  expect(mail?.text).toContain('Privacidad: ')
})
