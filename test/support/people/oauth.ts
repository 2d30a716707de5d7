import { createHash, randomBytes } from 'node:crypto'
import type { TestService } from '../servers/service.ts'
import { type Answer, call, latestCode, newEmail } from './client.ts'
import { newVisitor, type Seen, type Visitor } from './visitor.ts'

type Site = Pick<TestService, 'url'>

export const REDIRECT_URI = 'http://127.0.0.1:49152/callback'

/** A form as any client would send it. */
export const sendForm = (
  url: string,
  fields: Record<string, string> | string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  call(url, {
    method: 'POST',
    body: typeof fields === 'string' ? fields : new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

export const registerClient = async ({ url }: Site, metadata: object = {}): Promise<string> => {
  const body = {
    client_name: 'Quote Desk',
    redirect_uris: [REDIRECT_URI],
    token_endpoint_auth_method: 'none',
    ...metadata,
  }
  return String((await call(`${url}/oauth2/register`, { body })).body.client_id)
}

export const newPkce = () => {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const authorizeUrl = ({ url }: Site, params: Record<string, string>): string =>
  `${url}/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    redirect_uri: REDIRECT_URI,
    code_challenge_method: 'S256',
    state: 'a-state',
    ...params,
  })}`

/** On the pages: from the sign-in to the page that asks. */
export const signInByForms = async (
  { url }: Site,
  visitor: Visitor,
  { location, email }: { location: string; email: string },
): Promise<Seen> => {
  await visitor.open(location)
  await visitor.send(`${location}/code`, { email })
  await visitor.send(`${location}/login`, { email, code: await latestCode(url, email) })
  return visitor.open(location)
}

/** Through the real pages without a browser: where the client is sent with the answer. */
export const decideByForms = async (
  site: Site,
  authorize: string,
  { email = newEmail(), decision = 'allow' } = {},
): Promise<URL> => {
  const visitor = newVisitor(site.url)
  const location = String((await visitor.open(authorize)).location)
  await signInByForms(site, visitor, { location, email })
  const decided = await visitor.send(`${location}/consent`, { decision })
  return new URL(String((await visitor.open(String(decided.location))).location))
}

export type Code = { code: string; verifier: string; clientId: string }

export const newCode = async (
  site: Site,
  {
    clientId,
    email = newEmail(),
    ...params
  }: { clientId?: string; email?: string; scope?: string; resource?: string } = {},
): Promise<Code> => {
  const client = clientId ?? (await registerClient(site))
  const { verifier, challenge } = newPkce()
  const back = await decideByForms(
    site,
    authorizeUrl(site, { client_id: client, code_challenge: challenge, ...params }),
    { email },
  )
  return { code: back.searchParams.get('code') ?? '', verifier, clientId: client }
}

export const redeemCode = (
  { url }: Site,
  { code, verifier, clientId }: Code,
  more: Record<string, string> = {},
) =>
  sendForm(`${url}/oauth2/token`, {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: clientId,
    redirect_uri: REDIRECT_URI,
    ...more,
  })

export type Tokens = { access: string; refresh: string; clientId: string }

/** A client that an operator has let in. */
export const newTokens = async (site: Site, options: Parameters<typeof newCode>[1] = {}): Promise<Tokens> => {
  const code = await newCode(site, options)
  const { body } = await redeemCode(site, code)
  return { access: String(body.access_token), refresh: String(body.refresh_token), clientId: code.clientId }
}

export const refresh = ({ url }: Site, token: string, clientId: string, more: Record<string, string> = {}) =>
  sendForm(`${url}/oauth2/token`, {
    grant_type: 'refresh_token',
    refresh_token: token,
    client_id: clientId,
    ...more,
  })

/** A call that any credential with the scope for calculators can make. */
export const calculate = ({ url }: Site, key: string): Promise<Answer> =>
  call(`${url}/api/agent/calculators/umbrella`, { key, body: { zip: '94110' } })
