import { exampleIntake as home } from '../../src/products/homeowners/application/examples.ts'
import { rows } from '../../src/routes.ts'
import { latestCode } from '../../test/support/people/client.ts'
import { asHomeowner } from '../../test/support/people/homeowner-in-portal.ts'
import { until } from '../../test/support/runs/until.ts'
import type { Recorder } from './recorder.ts'
import type { Site } from './site.ts'

export const EMAIL = 'ops@example.com'

/** Requests, confirms, and rotates a key. Returns the last one. */
export const keyWalk = async (recorder: Recorder, { url }: Site): Promise<string> => {
  await recorder.take(
    'requestOperatorKey',
    { name: 'request', summary: 'We email a code' },
    { body: { email: EMAIL } },
  )
  const registration = {
    organization_name: 'Acme Homes',
    contact_name: 'Sam Ops',
    use_case_description: 'Quotes for the buyers of our homes.',
    referral_source_name: 'Acme Homes',
  }
  const confirmed = await recorder.take(
    'confirmOperatorKey',
    { name: 'confirm', summary: 'Exchange the code for a key' },
    { body: { email: EMAIL, otp: await latestCode(url, EMAIL), ...registration } },
  )
  const rotated = await recorder.take(
    'rotateOperatorKey',
    { name: 'rotate', summary: 'Replace the key' },
    { key: String(confirmed.body.api_key), body: {} },
  )
  const key = String(rotated.body.api_key)
  const created = await recorder.take(
    'createOperatorKey',
    { name: 'test', summary: 'A key that reaches only the sandbox' },
    { key, body: { name: 'Test runs', mode: 'test' } },
  )
  await recorder.take('listOperatorKeys', { name: 'keys', summary: 'Newest first' }, { key })
  await recorder.take(
    'revokeOperatorKey',
    { name: 'revoked', summary: 'It stops at once' },
    { key, path: { key_id: String(created.body.key_id) } },
  )
  return key
}

export const calculatorWalk = async (recorder: Recorder, key: string): Promise<void> => {
  for (const { operation, tag } of rows.filter(row => row.tag === 'calculators')) {
    const [body] = (operation.input as { examples?: object[] }).examples ?? []
    if (!body) throw new Error(`${tag}: ${operation.id} has no example of its input`)
    await recorder.take(operation.id, { name: 'estimate', summary: operation.summary }, { key, body })
  }
}

const [known] = home.home
const lacking = { ...known, roof_date: undefined, heating_type: undefined }
const rest = { roof_date: known?.roof_date, heating_type: known?.heating_type }

export const homeownersWalk = async (recorder: Recorder, site: Site, key: string): Promise<void> => {
  const started = await recorder.take(
    'homeownersQuotes',
    { name: 'start', summary: 'Send what you know; the response says what is missing' },
    {
      key,
      body: { sandbox: true, intake: { ...home, home: [lacking] }, metadata: { reference: 'LOAN-4711' } },
    },
  )
  const { uid } = started.body
  await recorder.take(
    'homeownersQuotes',
    { name: 'submit', summary: 'Send the rest and the homeowner’s authorization to submit', status: 202 },
    { key, body: { uid, intake: { home: [rest] }, credit_check_authorized: true } },
  )
  await site.work()
  await recorder.take(
    'homeownersQuotes',
    { name: 'poll', summary: 'Poll: the offers are ready' },
    { key, body: { uid } },
  )
  const live = await recorder.send('homeownersQuotes', {
    key,
    body: { intake: { full_name: 'Ben Lee', email: 'ben@example.com', home: [{ zip: '94110' }] } },
  })
  await recorder.take(
    'homeownersFixIssuesEmail',
    { name: 'email', summary: 'We email the homeowner a link' },
    { key, body: { uid: live.body.uid } },
  )
  await recorder.take(
    'moveSandboxClock',
    { name: 'older', summary: 'A day passes for this request' },
    { key, body: { uid, advance_hours: 24 } },
  )
  const failed = await recorder.send('homeownersQuotes', { key, body: { uid: 'hom_unknown' } })
  const query = { request_id: String(failed.headers.get('x-request-id')) }
  await until(
    async () => {
      const { requests } = (await recorder.send('listRequests', { key, query })).body
      return (requests as unknown[]).length > 0
    },
    { everyMs: 250 },
  )
  await recorder.take('listRequests', { name: 'call', summary: 'A call that failed' }, { key, query })
  await recorder.take('homeownersDashboard', { name: 'rows', summary: 'Newest first' }, { key })
  await recorder.take('listChanges', { name: 'feed', summary: 'Oldest first' }, { key })
  await recorder.take(
    'homeownersDashboardSession',
    { name: 'session', summary: 'A link to the dashboard' },
    { key, body: {} },
  )
  const homeowner = asHomeowner(site, String(uid))
  await homeowner.selectBest()
  await homeowner.confirmAll()
  await homeowner.sign()
  await site.work()
  await recorder.take(
    'homeownersClosingPack',
    { name: 'pack', summary: 'For the lender and the closing' },
    { key, body: { uid } },
  )
}
