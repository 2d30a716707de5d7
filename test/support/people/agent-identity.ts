import type { TestService } from '../servers/service.ts'
import { type Answer, call, latestCode, newEmail } from './client.ts'

type Site = Pick<TestService, 'url'>

export const register = ({ url }: Site, email: string): Promise<Answer> =>
  call(`${url}/agent/identity`, { body: { type: 'service_auth', login_hint: email } })

/** An agent whose person read the code from the email. */
export const claimed = async (site: Site, email: string = newEmail()): Promise<Answer> => {
  const { claim_token } = (await register(site, email)).body
  const otp = await latestCode(site.url, email)
  return call(`${site.url}/agent/identity/claim`, { body: { claim_token, otp } })
}

/** A key beside the operator's first. */
export const furtherKey = async ({ url }: Site, email: string): Promise<string> => {
  const asked = {
    type: 'identity_assertion',
    assertion_type: 'verified_email',
    assertion: email,
    requested_credential_type: 'api_key',
  }
  const { claim_token } = (await call(`${url}/agent/auth`, { body: asked })).body
  const otp = await latestCode(url, email)
  return String((await call(`${url}/agent/auth/claim`, { body: { claim_token, otp } })).body.credential)
}
