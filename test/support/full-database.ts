import { randomBytes } from 'node:crypto'
import { sealedTables } from '../../src/audit/sealed-tables.ts'
import { exchangeRecorder } from '../../src/carriers/endpoint/exchange-record.ts'
import { startStaffSession } from '../../src/desk/staff.ts'
import { proveEmail } from '../../src/key/shopper.ts'
import { later, MINUTE } from '../../src/lib/clock.ts'
import { findIntake } from '../../src/line/record/intakes.ts'
import { useAssertion } from '../../src/oauth/tokens/registration-store.ts'
import { currentSigningKey } from '../../src/oauth/tokens/signing-key.ts'
import { settlePayment } from '../../src/payments/payments.ts'
import { issueLink, spendLink } from '../../src/signin/one-time-link.ts'
import { claimed } from './agent.ts'
import { call, getKey, newEmail } from './client.ts'
import { query } from './database.ts'
import { aDoubtfulDocument, anInvoice, STAFF } from './desk.ts'
import { aDeclarationsPage, aDeskTask } from './desk-markets.ts'
import { quotedHomeowner, selectedHomeowner } from './homeowner.ts'
import { completeIntake } from './homeowners.ts'
import { newTokens, refresh } from './oauth.ts'
import type { TestService } from './service.ts'
import { startShopping } from './shopper.ts'

/** The tables as they are now, for somebody who puts old rows back later. */
const keepEarlier = async (databaseUrl: string): Promise<void> => {
  await query(databaseUrl, 'create schema earlier')
  for (const { table } of sealedTables)
    await query(databaseUrl, `create table earlier.${table} as table public.${table}`)
}

const oneOfEach = async (service: TestService) => {
  const { app, url } = service
  const email = newEmail()
  const key = await getKey(url, email)
  const bought = await selectedHomeowner(service, key, { sandbox: true })
  const withdrawn = await quotedHomeowner(service, key)
  await withdrawn.homeowner.withdrawConsent()
  const shopping = await startShopping(url, 'homeowners', { intake: completeIntake(), sandbox: false })
  const tokens = await newTokens(service, { email })
  await claimed(service)
  const link = await issueLink(app, {
    purpose: 'portal_sign_in',
    subject: bought.uid,
    data: { from: 'test' },
  })
  await startStaffSession(app, STAFF)
  await currentSigningKey(app)
  await useAssertion(app.db, randomBytes(32), later(app.clock.now(), 10 * MINUTE))
  const ended = await exchangeRecorder(app)({ carrier_id: 'a', request_id: 'r', attempt: 1, request: '{}' })
  await aDeskTask(service, { uid: bought.uid, id: `req_${bought.uid}` })
  await aDoubtfulDocument(service)
  const invoice = await anInvoice(service)
  return { email, key, bought, shopping, tokens, link, ended, invoice }
}

/** Two of everything that is sealed, and an earlier version of much of it in the schema `earlier`. */
export const fillDatabase = async (service: TestService): Promise<void> => {
  const { app, url, databaseUrl } = service
  const first = await oneOfEach(service)
  await first.bought.homeowner.sign()
  await first.bought.homeowner.untilAt('bound')
  await aDeclarationsPage(service, first.bought.uid)
  const { bought, shopping, tokens, link, ended, invoice, email, key } = await oneOfEach(service)
  await keepEarlier(databaseUrl)
  await bought.homeowner.sign()
  await bought.homeowner.untilAt('bound')
  await aDeclarationsPage(service, bought.uid)
  await shopping.patch({ intake: { full_name: 'Ada Changed' } })
  const intake = await findIntake(app, { uid: shopping.uid, line: 'homeowners' })
  await proveEmail(app, intake as never)
  await refresh(service, tokens.refresh, tokens.clientId)
  await spendLink(app, { purpose: 'portal_sign_in', token: link.token })
  await ended({ outcome: 'offer', http_status: 200, took_ms: 5, response: '{}' })
  await settlePayment(app, invoice.payment_id, { by: 'staff', outcome: 'paid' })
  await call(`${url}/api/agent/key/rotate`, { key, body: {} })
  await getKey(url, email)
}
