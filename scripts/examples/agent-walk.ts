import { GRANT_TYPES } from '../../src/doors/oauth/protocol/urls.ts'
import { MINUTE } from '../../src/platform/lib/clock.ts'
import { latestCode } from '../../test/support/people/client.ts'
import { EMAIL } from './operator-walk.ts'
import type { Recorder } from './recorder.ts'
import type { Site } from './site.ts'

/** Errors in OAuth format. The requests are not recorded as examples. */
export const refusedAs = async (
  recorder: Recorder,
  id: string,
  status: number,
  sent: Parameters<Recorder['send']>[1],
): Promise<void> => {
  const answer = await recorder.send(id, sent)
  if (answer.status !== status)
    throw new Error(`${id} was to answer ${status}: ${answer.status} ${answer.text}`)
  const code = String(answer.body.error)
  recorder.keep(id, { status, name: code }, { summary: code.replaceAll('_', ' '), value: answer.body })
}

const identity = async (recorder: Recorder, { url }: Site): Promise<void> => {
  const registered = await recorder.take(
    'registerAgentIdentity',
    { name: 'register', summary: 'We email the operator a code' },
    { body: { type: 'service_auth', login_hint: EMAIL } },
  )
  const { claim_token } = registered.body
  const poll = { grant_type: GRANT_TYPES.claim, claim_token: String(claim_token) }
  await refusedAs(recorder, 'token', 400, { form: poll })
  const claimed = await recorder.take(
    'claimAgentIdentity',
    { name: 'claim', summary: 'Finish the registration with the code' },
    { body: { claim_token, otp: await latestCode(url, EMAIL) } },
  )
  await recorder.take(
    'token',
    { name: 'claim', summary: 'The claim grant, after the person approves' },
    { form: poll },
  )
  const traded = await recorder.take(
    'token',
    { name: 'assertion', summary: 'Exchange an identity assertion' },
    {
      form: {
        grant_type: GRANT_TYPES.jwtBearer,
        assertion: String(claimed.body.identity_assertion),
        scope: 'calculators',
      },
    },
  )
  await recorder.refusal('umbrellaStatus', 'insufficient_scope', {
    key: String(traded.body.access_token),
    body: { uid: 'umb_x' },
  })
  await recorder.take(
    'revokeToken',
    { name: 'revoke', summary: 'Revoke the token' },
    { form: { token: String(traded.body.access_token) } },
  )
}

const earlierForm = async (recorder: Recorder, { url }: Site): Promise<void> => {
  const registered = await recorder.take(
    'registerAgent',
    { name: 'register', summary: 'We email the operator a code' },
    {
      body: {
        type: 'identity_assertion',
        assertion_type: 'verified_email',
        assertion: EMAIL,
        requested_credential_type: 'access_token',
      },
    },
  )
  const claimed = await recorder.take(
    'claimAgent',
    { name: 'claim', summary: 'Exchange the code for a credential' },
    { body: { claim_token: registered.body.claim_token, otp: await latestCode(url, EMAIL) } },
  )
  await recorder.take(
    'revokeAgentCredential',
    { name: 'revoke', summary: 'Revoke the credential' },
    { body: { credential: claimed.body.credential } },
  )
}

const clients = async (recorder: Recorder): Promise<void> => {
  const metadata = { client_name: 'Quote Desk', token_endpoint_auth_method: 'none' }
  await recorder.take(
    'registerClient',
    { name: 'register', summary: 'A client that cannot keep a secret', status: 201 },
    { body: { ...metadata, redirect_uris: ['https://client.example/callback'] } },
  )
  const insecure = { ...metadata, redirect_uris: ['http://client.example/callback'] }
  await refusedAs(recorder, 'registerClient', 400, { body: insecure })
  const stranger = { client_id: 'nobody' }
  await refusedAs(recorder, 'token', 401, { form: { grant_type: GRANT_TYPES.code, code: 'x', ...stranger } })
  await refusedAs(recorder, 'revokeToken', 400, { form: { token_type_hint: 'access_token' } })
  await refusedAs(recorder, 'revokeToken', 401, { form: { token: 'x', ...stranger } })
}

export const agentWalk = async (recorder: Recorder, site: Site): Promise<void> => {
  // The newest email is found by its time.
  site.pass(MINUTE)
  await identity(recorder, site)
  site.pass(MINUTE)
  await earlierForm(recorder, site)
  await clients(recorder)
}
