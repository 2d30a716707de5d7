import { type Answer, call, latestCode, newEmail } from './client.ts'
import type { TestService } from './service.ts'

type Site = Pick<TestService, 'url'>

export const register = ({ url }: Site, email: string): Promise<Answer> =>
  call(`${url}/agent/identity`, { body: { type: 'service_auth', login_hint: email } })

/** An agent whose person read the code from the mail. */
export const claimed = async (site: Site, email: string = newEmail()): Promise<Answer> => {
  const { claim_token } = (await register(site, email)).body
  const otp = await latestCode(site.url, email)
  return call(`${site.url}/agent/identity/claim`, { body: { claim_token, otp } })
}
