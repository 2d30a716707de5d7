import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE } from '../../../src/platform/lib/clock.ts'
import { call, getKey, mailbox, newEmail, requestCode } from '../../support/people/client.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

describe('POST /api/agent/key/request', () => {
  let service: TestService
  beforeAll(async () => {
    service = await startTestService({ env: { RATE_LIMITS: 'off' }, work: false })
  })
  afterAll(() => service.stop())
  const request = (body: unknown, headers?: Record<string, string>) =>
    call(`${service.url}/api/agent/key/request`, { body, ...(headers && { headers }) })

  test('emails six digits that are good for ten minutes', async () => {
    const email = newEmail()
    const asked = Date.now()
    const { status, body } = await request({ email })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'otp_sent', message: expect.stringContaining('confirm') })
    const ends = Date.parse(String(body.expires_at))
    expect(ends).toBeGreaterThanOrEqual(asked + 10 * MINUTE)
    expect(ends).toBeLessThanOrEqual(Date.now() + 10 * MINUTE)
    const [mail] = await mailbox(service.url, email)
    expect(mail?.text).toMatch(/^ {4}\d{6}$/m)
  })

  test('answers the same for an operator and for a stranger', async () => {
    const known = newEmail()
    await getKey(service.url, known)
    const [forKnown, forStranger] = [await request({ email: known }), await request({ email: newEmail() })]
    const shape = ({ status, headers, body }: typeof forKnown) => ({
      status,
      headers: [...headers.keys()].sort(),
      body: { ...body, expires_at: typeof body.expires_at },
    })
    expect(shape(forKnown)).toEqual(shape(forStranger))
  })

  test('takes an address in any case as the same address', async () => {
    const email = newEmail()
    const otp = await requestCode(service.url, email)
    const { status } = await call(`${service.url}/api/agent/key/confirm`, {
      body: { email: `  ${email.toUpperCase()} `, otp },
    })
    expect(status).toBe(200)
  })

  test.each([
    [{}, 'invalid_request', 'email', 'required'],
    [{ email: 7 }, 'invalid_request', 'email', 'wrong_type'],
    [{ email: 'nobody' }, 'invalid_email', 'email', 'bad_email'],
    [{ email: 'a@b' }, 'invalid_email', 'email', 'bad_email'],
    [{ emial: 'a@b.co', email: 'a@b.co' }, 'invalid_request', 'emial', 'unknown_field'],
    [[], 'invalid_request', 'body', 'wrong_type'],
  ])('refuses %j with 400 and names the field', async (body, error, path, code) => {
    const answer = await request(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ error, fields: [{ path, code }] })
  })

  test('says which field was meant', async () => {
    const { body } = await request({ emial: 'a@b.co' })
    expect(body.fields).toContainEqual(expect.objectContaining({ path: 'emial', did_you_mean: 'email' }))
  })
})
