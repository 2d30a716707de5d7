import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rotateSigningKeys } from '../../../src/platform/key/signing-key.ts'
import type { Receipt } from '../../../src/products/line/acts/receipt.ts'
import { call, getKey, newEmail } from '../../support/people/client.ts'
import { completeIntake, quotesCall } from '../../support/people/homeowner-applications.ts'
import { startShopping } from '../../support/people/shopper.ts'
import { readyToFinalize, umbrellaCall } from '../../support/people/umbrella-applications.ts'
import { runBindery } from '../../support/servers/command.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
let at: { url: string; key: string }
beforeAll(async () => {
  service = await startTestService()
  at = { url: service.url, key: await getKey(service.url, newEmail()) }
})
afterAll(() => service.stop())

const keys = async () => (await call(`${service.url}/.well-known/jwks.json`)).body as unknown as JSONWebKeySet

const read = async (receipt: unknown): Promise<Receipt> =>
  (await jwtVerify<Receipt>(String(receipt), createLocalJWKSet(await keys()), { issuer: service.url }))
    .payload

const actsIn = ({ acts }: Receipt): string[] => acts.map(({ act }) => act)

const receiptFor = (uid: string, key = at.key) =>
  call(`${service.url}/api/agent/receipts?uid=${uid}`, { key })

test('each act of a purchase returns what it put on record, signed, without anything that names a person', async () => {
  const { uid } = await readyToFinalize(at)
  const looked = await umbrellaCall(at, 'bind', { uid })
  expect(looked.body).not.toHaveProperty('receipt')
  const bought = await umbrellaCall(at, 'bind', { uid, bind_confirmed: true })
  const purchase = await read(bought.body.receipt)
  expect(purchase.sub).toBe(uid)
  expect(actsIn(purchase)).toEqual(['state_notices', 'umbrella_purchase_attestation'])
  const { receipt, jwks_uri } = (await receiptFor(uid)).body
  expect(jwks_uri).toBe(`${service.url}/.well-known/jwks.json`)
  const whole = await read(receipt)
  expect(actsIn(whole)).toEqual(
    expect.arrayContaining([
      'umbrella_application_review',
      'umbrella_offer_choice',
      'umbrella_credit_check',
      'umbrella_purchase_attestation',
    ]),
  )
  for (const act of whole.acts)
    expect(act).toMatchObject({
      proof: 'operator_attestation',
      by: expect.stringMatching(/^opr_/),
      words_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      about_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  // No email, name, or address has neither a space nor an @.
  expect(JSON.stringify(decodeJwt(String(receipt)))).not.toMatch(/[@ ]/)
})

test('a credit authorization and an assistant’s act return theirs too, and a poll returns none', async () => {
  const sent = await quotesCall(at.url, at.key, {
    intake: completeIntake(),
    credit_check_authorized: true,
    sandbox: true,
  })
  expect(actsIn(await read(sent.body.receipt))).toEqual(['homeowners_soft_credit_check'])
  expect((await quotesCall(at.url, at.key, { uid: sent.body.uid })).body).not.toHaveProperty('receipt')
  const shopper = await startShopping(service.url, 'homeowners', { intake: completeIntake(), sandbox: true })
  const { body } = await shopper.patch({
    confirm_submission: true,
    credit_check_authorized: true,
  })
  const [act] = (await read(body.receipt)).acts
  expect(act).toMatchObject({ proof: 'assistant_attestation', by: 'shopper' })
})

test('a receipt stays genuine after the key was rotated; a changed one, and another operator’s, is not to be had', async () => {
  const { uid } = await readyToFinalize(at)
  const receipt = String((await receiptFor(uid)).body.receipt)
  await rotateSigningKeys(service.app)
  const folder = mkdtempSync(join(tmpdir(), 'receipt-'))
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const jwks = write('jwks.json', JSON.stringify(await keys()))
  const verify = (file: string) => runBindery(['receipt', 'verify', file, '--keys', jwks], {})
  const genuine = await verify(write('receipt.txt', `${receipt}\n`))
  expect(genuine).toMatchObject({ code: 0, output: expect.stringContaining('Authorized the credit check') })
  expect(await verify(write('answer.json', JSON.stringify({ receipt })))).toMatchObject({ code: 0 })
  const [head, body, signature] = receipt.split('.')
  const changed = Buffer.from(String(body), 'base64url').toString().replace('operator_', 'assistant_')
  const forged = [head, Buffer.from(changed).toString('base64url'), signature].join('.')
  expect(await verify(write('forged.txt', forged))).toMatchObject({ code: 1 })

  const page = async (text: string) =>
    (await call(`${service.url}/receipts/verify?receipt=${text}`, { headers: { accept: 'text/html' } })).text
  expect(await page(receipt)).toContain('This receipt is genuine')
  expect(await page(forged)).toContain('This is not a receipt of ours')

  const stranger = await getKey(service.url, newEmail())
  const unknown = await receiptFor('umb_0000000000000000000000000000', stranger)
  const foreign = await receiptFor(uid, stranger)
  expect([foreign.status, foreign.body.message]).toEqual([404, unknown.body.message])
})
