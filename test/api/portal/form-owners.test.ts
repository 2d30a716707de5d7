import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGE_FIELD } from '../../../src/platform/http/pages/readers-language.ts'
import { query } from '../../support/database/database.ts'
import { getKey, newEmail } from '../../support/people/client.ts'
import { signIn } from '../../support/people/desk.ts'
import { quotedHomeowner } from '../../support/people/homeowner-in-portal.ts'
import { authorizeUrl, newPkce, registerClient, signInByForms } from '../../support/people/oauth.ts'
import { signedInHomeowner } from '../../support/people/signed-in-homeowner.ts'
import { signedInOperator } from '../../support/people/signed-in-operator.ts'
import { hiddenIn, newVisitor, type Visitor } from '../../support/people/visitor.ts'
import { startTestService, type TestService } from '../../support/servers/service.ts'

let service: TestService
beforeAll(async () => {
  const STAFF_EMAILS = 'ann@agency.example:agent,bob@agency.example:agent'
  service = await startTestService({ env: { RATE_LIMITS: 'off', STAFF_EMAILS } })
})
afterAll(() => service.stop())

/** Somebody else signs in with the same browser, in another tab. */
const handOver = (to: Visitor, from: Visitor): void => {
  for (const [name, value] of from.jar) if (name !== 'visit') to.jar.set(name, value)
}

describe('a form that one tab still shows after someone else signed in with the same browser', () => {
  const twoHomeowners = async () => {
    const key = await getKey(service.url, newEmail())
    const [ada, ben] = await Promise.all([quotedHomeowner(service, key), quotedHomeowner(service, key)])
    const browser = await signedInHomeowner(service, ada.homeowner)
    const { text } = await browser.open('/portal/withdraw')
    handOver(browser, await signedInHomeowner(service, ben.homeowner))
    return { ada, ben, browser, shown: hiddenIn(text) }
  }

  test('does not withdraw the application that is open now, in English and in Spanish', async () => {
    const { ada, ben, browser, shown } = await twoHomeowners()
    const refused = await browser.send('/portal/withdraw', shown)
    expect(refused).toMatchObject({
      status: 403,
      text: expect.stringContaining('this form belongs to another application'),
    })
    const inSpanish = { ...shown, [LANGUAGE_FIELD]: 'es' }
    expect((await browser.send('/portal/withdraw', inSpanish)).text).toContain('pertenece a otra solicitud')
    for (const { homeowner } of [ada, ben]) expect((await homeowner.view()).step).toBe('offers')
    const own = hiddenIn((await browser.open('/portal/withdraw')).text)
    expect(await browser.send('/portal/withdraw', own)).toMatchObject({ status: 303 })
    expect((await ben.homeowner.view()).step).toBe('withdrawn')
  })

  test('is not kept for the other application when it comes after its session', async () => {
    const { browser, shown } = await twoHomeowners()
    browser.jar.delete('portal')
    const typed = { ...shown, 'home[0].roof_date': '1999' }
    await browser.send('/portal/answers', typed)
    expect(browser.jar.has('unsent')).toBe(false)
    const { text } = await browser.open('/portal/review')
    await browser.send('/portal/answers', { ...hiddenIn(text), 'home[0].roof_date': '1999' })
    expect(browser.jar.has('unsent'), 'one that says nothing of its owner').toBe(true)
  })

  test('does nothing in the name of other staff, who are not shown what was typed', async () => {
    const browser = await signIn(service, service.url, 'ann@agency.example')
    const stop = { ...hiddenIn((await browser.open('/desk/stops')).text), state: 'TX', reason: 'A storm' }
    handOver(browser, await signIn(service, service.url, 'bob@agency.example'))
    expect(await browser.send('/desk/stops', stop)).toMatchObject({
      status: 403,
      text: expect.stringContaining('someone else has signed in with this browser'),
    })
    browser.jar.delete('desk')
    expect(await browser.send('/desk/stops', stop)).toMatchObject({ status: 403 })
    expect(browser.jar.has('desk-return'), 'kept for the last who signed in').toBe(false)
    expect(await query(service.databaseUrl, 'select from binding_stops')).toEqual([])
  })

  test('replaces no key of another operator', async () => {
    const [ann, bob] = await Promise.all([1, 2].map(() => getKey(service.url, newEmail())))
    const browser = await signedInOperator(service.url, String(ann))
    const shown = hiddenIn((await browser.open('/dashboard/key/rotate')).text)
    handOver(browser, await signedInOperator(service.url, String(bob)))
    const before = await query(service.databaseUrl, 'select from credentials')
    expect(await browser.send('/dashboard/key/rotate', shown)).toMatchObject({
      status: 403,
      text: expect.stringContaining('another operator has signed in with this browser'),
    })
    expect(await query(service.databaseUrl, 'select from credentials')).toHaveLength(before.length)
  })

  test('lets no app into the account of another operator: it asks again and names the account', async () => {
    const [ann, bob] = [newEmail(), newEmail()]
    const { challenge } = newPkce()
    const authorize = authorizeUrl(service, {
      client_id: await registerClient(service),
      code_challenge: challenge,
      scope: 'calculators',
      resource: service.url,
    })
    const browser = newVisitor(service.url)
    const location = String((await browser.open(authorize)).location)
    const shown = hiddenIn((await signInByForms(service, browser, { location, email: ann })).text)
    await browser.send(`${location}/logout`)
    const again = await signInByForms(service, browser, { location, email: bob })
    const allowed = { ...shown, decision: 'allow' }
    expect(await browser.send(`${location}/consent`, allowed)).toMatchObject({
      status: 200,
      text: expect.stringContaining(bob),
    })
    expect(await browser.send(`${location}/consent`, { ...allowed, ...hiddenIn(again.text) })).toMatchObject({
      status: 303,
    })
  })
})
