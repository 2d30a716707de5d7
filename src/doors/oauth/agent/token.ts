import type { App } from '../../../platform/app.ts'
import { transact } from '../../../platform/db/transact.ts'
import { ACCESS_TOKEN_LIFETIME, issueAccessToken } from '../../../platform/key/access-token.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { refuseOAuth } from '../protocol/oauth-error.ts'
import { GRANT_TYPES, isResource, unknownResource } from '../protocol/urls.ts'
import { claimedIssuer, registrationIn } from '../tokens/assertion.ts'
import {
  holdClaimed,
  notePoll,
  type RegistrationRow,
  redeemRegistration,
  registrationByToken,
} from '../tokens/registration-store.ts'
import { spendAssertion, verifyIdJag } from './id-jag.ts'
import { assertionFor, registerIntroduced } from './registration.ts'

type TokenResponse = {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  scope: string
  identity_assertion?: string
  assertion_expires?: string
}

type Entitled = Pick<RegistrationRow, 'registration_id' | 'operator_uid' | 'client_id' | 'scopes'>

export const issueRegistrationToken = (app: App, row: Entitled, audience = app.config.publicUrl) =>
  issueAccessToken(app, {
    operator_uid: String(row.operator_uid),
    grant_id: row.registration_id,
    client_id: row.client_id,
    scopes: row.scopes,
    audience,
  })

const required = (form: URLSearchParams, name: string): string =>
  form.get(name) || refuseOAuth('invalid_request', `${name} is required; send it as a form field`)

const narrowed = (form: URLSearchParams, scopes: string[]): string[] => {
  const asked = (form.get('scope') ?? '').split(' ').filter(scope => scope !== '')
  if (asked.some(scope => !scopes.includes(scope)))
    refuseOAuth('invalid_scope', `this agent was only granted ${scopes.join(' ')}`)
  return asked.length > 0 ? asked : scopes
}

const audienceIn = (app: App, form: URLSearchParams): string => {
  const resource = form.get('resource') ?? app.config.publicUrl
  return isResource(app.config, resource)
    ? resource
    : refuseOAuth('invalid_target', unknownResource(app.config))
}

const issue = async (app: App, form: URLSearchParams, row: Entitled): Promise<TokenResponse> => {
  const scopes = narrowed(form, row.scopes)
  const { token } = await issueRegistrationToken(app, { ...row, scopes }, audienceIn(app, form))
  return {
    access_token: token,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME / SECOND,
    scope: scopes.join(' '),
  }
}

const refuseUnclaimed = async (app: App, row: RegistrationRow): Promise<void> => {
  if (row.status === 'denied') refuseOAuth('access_denied', 'the person denied access; do not ask again')
  if (row.status === 'revoked') refuseOAuth('invalid_grant', 'this registration was revoked')
  if (row.expires_at <= app.clock.now())
    refuseOAuth('expired_token', 'the request expired; register again if the person wants to')
  if (row.status === 'claimed') return
  if (!(await notePoll(app.db, row.registration_id, app.clock.now())))
    refuseOAuth('slow_down', 'you are polling too often; wait 5 more seconds between polls')
  refuseOAuth('authorization_pending', 'the person has not decided yet; poll again after the interval')
}

const redeemClaim = async (app: App, form: URLSearchParams): Promise<TokenResponse> => {
  const row =
    (await registrationByToken(app.db, keyHash(required(form, 'claim_token')))) ??
    refuseOAuth('invalid_grant', 'unknown claim_token')
  await refuseUnclaimed(app, row)
  return transact(app, async inside => {
    if (!(await redeemRegistration(inside.db, row.registration_id, inside.clock.now())))
      refuseOAuth('invalid_grant', 'this claim_token was already used; continue with the identity assertion')
    return { ...(await issue(inside, form, row)), ...(await assertionFor(inside, row)) }
  })
}

const redeemOwnAssertion = async (app: App, form: URLSearchParams, jwt: string): Promise<TokenResponse> => {
  const registrationId = await registrationIn(app, jwt)
  return transact(app, async inside => {
    const row = await holdClaimed(inside.db, registrationId)
    return issue(
      inside,
      form,
      row ?? refuseOAuth('invalid_grant', 'this registration has ended; register again'),
    )
  })
}

const redeemIdJag = async (app: App, form: URLSearchParams, jwt: string): Promise<TokenResponse> => {
  const assertion = await verifyIdJag(app, jwt, form.get('client_id') ?? undefined)
  return transact(app, async inside => {
    await spendAssertion(inside, assertion)
    return issue(inside, form, await registerIntroduced(inside, assertion))
  })
}

const redeemAssertion = async (app: App, form: URLSearchParams): Promise<TokenResponse> => {
  const jwt = required(form, 'assertion')
  const own = (await claimedIssuer(jwt)) === app.config.publicUrl
  return own ? redeemOwnAssertion(app, form, jwt) : redeemIdJag(app, form, jwt)
}

const GRANTS: Record<string, (app: App, form: URLSearchParams) => Promise<TokenResponse>> = {
  [GRANT_TYPES.claim]: redeemClaim,
  [GRANT_TYPES.jwtBearer]: redeemAssertion,
}

export const isAgentGrant = (grantType: string | null): boolean => Object.hasOwn(GRANTS, grantType ?? '')

const repeatedIn = (form: URLSearchParams): string | undefined => {
  const seen = new Set<string>()
  for (const name of form.keys()) {
    if (seen.has(name)) return name
    seen.add(name)
  }
  return undefined
}

/** RFC 6749, 3.2: a repeated parameter is an error. */
export const redeemAgentGrant = (app: App, form: URLSearchParams): Promise<TokenResponse> => {
  const twice = repeatedIn(form)
  if (twice !== undefined) refuseOAuth('invalid_request', `${twice} was sent twice`)
  const grant = GRANTS[form.get('grant_type') ?? '']
  return grant
    ? grant(app, form)
    : refuseOAuth('unsupported_grant_type', 'see grant_types_supported in the metadata')
}
