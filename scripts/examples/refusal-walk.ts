import { DAY, MINUTE } from '../../src/platform/lib/clock.ts'
import { exampleIntake as household } from '../../src/products/umbrella/examples.ts'
import { latestCode } from '../../test/support/people/client.ts'
import { refusedAs } from './agent-walk.ts'
import type { Recorder } from './recorder.ts'
import { SHARED_KEY, type Site } from './site.ts'

const zip = { zip: '94110' }
const nobody = 'nobody@example.com'

const wrongRequests = async (recorder: Recorder, key: string): Promise<void> => {
  const calculate = (code: string, sent: object) =>
    recorder.refusal('estimateUmbrella', code, { key, ...sent })
  await calculate('invalid_request', { body: { zip_code: '94110' } })
  await calculate('invalid_json', { body: '{"zip": ' })
  await calculate('unsupported_api_version', { body: zip, headers: { 'service-api-version': 'v0' } })
  await calculate('request_too_large', { body: { zip: '9'.repeat(300_000) } })
  await calculate('unsupported_media_type', { body: 'zip=94110', headers: { 'content-type': 'text/plain' } })
  await recorder.refusal('requestOperatorKey', 'invalid_email', { body: { email: 'ops' } })
  await recorder.refusal('estimateHome', 'unsupported_state', {
    key,
    body: { zip: '10001', home_sqft: 1800 },
  })
  await recorder.refusal('umbrellaStatus', 'not_found', { key, body: { uid: 'umb_unknown' } })
}

const agents = async (recorder: Recorder): Promise<void> => {
  await recorder.refusal('registerAgentIdentity', 'anonymous_not_enabled', { body: { type: 'anonymous' } })
  await recorder.refusal('claimAgentIdentity', 'invalid_claim_token', {
    body: { claim_token: 'clm_unknown', otp: '482913' },
  })
  await recorder.refusal('registerAgentIdentity', 'invalid_assertion', {
    body: {
      type: 'identity_assertion',
      assertion_type: 'urn:ietf:params:oauth:token-type:id-jag',
      assertion: 'header.claims.signature',
    },
  })
}

const credentials = async (recorder: Recorder, { url }: Site): Promise<void> => {
  await recorder.refusal('estimateUmbrella', 'unauthorized', { body: zip })
  await recorder.refusal('homeownersDashboard', 'forbidden', { key: SHARED_KEY })
  await recorder.send('requestOperatorKey', { body: { email: nobody } })
  const otp = await latestCode(url, nobody)
  const wrong = otp === '000000' ? '000001' : '000000'
  await recorder.refusal('confirmOperatorKey', 'invalid_otp', { body: { email: nobody, otp: wrong } })
  await recorder.refusal('confirmOperatorKey', 'registration_invalid', {
    body: { email: nobody, otp, assistant_email: 'assistant' },
  })
}

const states = async (recorder: Recorder, key: string): Promise<void> => {
  const draft = (body: object, headers = {}) => recorder.send('umbrellaDraft', { key, body, headers })
  const named = { 'idempotency-key': 'draft-1' }
  const first = await draft({ sandbox: true, intake: household }, named)
  await recorder.refusal('umbrellaDraft', 'idempotency_conflict', {
    key,
    body: { sandbox: true, intake: { full_name: 'Somebody Else' } },
    headers: named,
  })
  const { uid, review_token } = first.body
  await recorder.refusal('umbrellaBind', 'conflict', { key, body: { uid } })
  await draft({ uid, intake: { occupation: 'Painter' } })
  await recorder.refusal('umbrellaQuotes', 'stale_token', {
    key,
    body: { uid, review_token, review_confirmed: true },
  })
  const request = await recorder.send('homeownersQuotes', {
    key,
    body: { sandbox: true, intake: { email: nobody } },
  })
  await recorder.refusal('homeownersFixIssuesEmail', 'sandbox_unsupported', {
    key,
    body: { uid: request.body.uid },
  })
  const test = await recorder.send('createOperatorKey', { key, body: { name: 'Test runs', mode: 'test' } })
  await recorder.refusal('homeownersQuotes', 'live_key_required', {
    key: String(test.body.api_key),
    body: { sandbox: false, intake: { email: nobody } },
  })
  const started = await recorder.send('umbrellaPrefill', { body: { sandbox: true, intake: household } })
  const path = { uid: String(started.body.uid) }
  const stale = { key: String(started.body.intake_access_token), path, body: { intake: {} } }
  await recorder.send('intakePatch', { ...stale, body: { intake: { occupation: 'Painter' } } })
  await recorder.refusal('intakePatch', 'stale_access_token', stale)
}

const repeated = async (times: number, act: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < times; time++) await act()
}

const tooOften = async (recorder: Recorder, site: Site): Promise<void> => {
  const request = { body: { email: 'often@example.com' } }
  await repeated(5, () => recorder.send('requestOperatorKey', request))
  await recorder.refusal('requestOperatorKey', 'rate_limited', request)
  const wrongKey = { key: 'a-wrong-key', body: zip }
  await repeated(10, () => recorder.send('estimateUmbrella', wrongKey))
  await recorder.refusal('estimateUmbrella', 'too_many_attempts', wrongKey)
  await repeated(60, () => recorder.send('revokeToken', { form: { token: 'x' } }))
  for (const id of ['token', 'revokeToken', 'registerClient']) await refusedAs(recorder, id, 429, {})
  site.pass(11 * MINUTE)
}

const faults = async (recorder: Recorder, site: Site, key: string): Promise<void> => {
  await site.breakTable('property_rows')
  await recorder.refusal('homeownersDashboard', 'internal_error', { key })
  site.pass(400 * DAY)
  await recorder.refusal('homeownersDashboard', 'key_expired', { key })
  await site.cutDatabase()
  await recorder.refusal('requestOperatorKey', 'unavailable', { body: { email: nobody } })
  for (const id of ['token', 'revokeToken', 'registerClient']) await refusedAs(recorder, id, 503, {})
}

/** Every error that can be provoked. The service cannot be used afterwards. */
export const refusalWalk = async (recorder: Recorder, site: Site, key: string): Promise<void> => {
  await wrongRequests(recorder, key)
  await agents(recorder)
  await credentials(recorder, site)
  await states(recorder, key)
  await tooOften(recorder, site)
  await faults(recorder, site, key)
}
