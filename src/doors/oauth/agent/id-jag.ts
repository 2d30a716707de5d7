import type { JWTPayload, JWTVerifyGetKey } from 'jose'
import { type App, perService } from '../../../platform/app.ts'
import type { IdJagIssuer } from '../../../platform/config/id-jag-issuers.ts'
import { SECOND } from '../../../platform/lib/clock.ts'
import { parseEmail } from '../../../platform/lib/email-address.ts'
import { refuseOAuth } from '../protocol/oauth-error.ts'
import { ALL_SCOPES, onlyScopes, type Scope } from '../protocol/scopes.ts'
import { ASSERTION_TYPE, claimedIssuer } from '../tokens/assertion.ts'
import { useAssertion } from '../tokens/registration-store.ts'

export type VerifiedAssertion = {
  email: string
  clientId: string
  scopes: Scope[]
  id: Buffer
  expiresAt: Date
}

const ALGORITHMS = ['ES256', 'ES384', 'ES512', 'EdDSA', 'RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512']
const SKEW_SECONDS = 30
const OLDEST_SECONDS = 3600
const FETCH_MS = 5 * SECOND

const REASONS: Record<string, string> = {
  ERR_JWT_EXPIRED: 'it has expired, or is more than an hour old',
  ERR_JWS_SIGNATURE_VERIFICATION_FAILED: 'its signature is invalid',
  ERR_JWKS_NO_MATCHING_KEY: 'its issuer publishes no matching key',
  ERR_JWKS_MULTIPLE_MATCHING_KEYS: 'it does not name the key that signed it',
  ERR_JWKS_TIMEOUT: 'we could not fetch its issuer’s keys',
  ERR_JOSE_ALG_NOT_ALLOWED: 'its algorithm is not supported',
}

const CLAIM_REASONS: Record<string, string> = {
  typ: `its typ must be ${ASSERTION_TYPE}`,
  aud: 'its aud must be this service alone',
  nbf: 'it is not valid yet',
  iat: 'its iat is missing or in the future',
  exp: 'its exp is missing',
}

const notAccepted = (reason: string): never => refuseOAuth('invalid_grant', `Assertion refused: ${reason}.`)

/** The library's own messages may quote the assertion. */
const reasonOf = (error: unknown): string => {
  const { code = '', claim = '' } = error as { code?: string; claim?: string }
  return (
    REASONS[code] ?? CLAIM_REASONS[claim] ?? (claim === '' ? 'it cannot be read' : `its ${claim} is missing`)
  )
}

const keySets = perService(() => new Map<string, JWTVerifyGetKey>())

const keySetOf = async (app: App, { issuer, keys }: IdJagIssuer): Promise<JWTVerifyGetKey> => {
  const known = keySets(app).get(issuer)
  if (known) return known
  const { createLocalJWKSet, createRemoteJWKSet } = await import('jose')
  const made =
    'uri' in keys
      ? createRemoteJWKSet(new URL(keys.uri), { timeoutDuration: FETCH_MS })
      : createLocalJWKSet(keys.jwks as Parameters<typeof createLocalJWKSet>[0])
  keySets(app).set(issuer, made)
  return made
}

const verify = async (app: App, jwt: string, issuer: IdJagIssuer): Promise<JWTPayload> => {
  const { jwtVerify } = await import('jose')
  const { publicUrl } = app.config
  try {
    const { payload } = await jwtVerify(jwt, await keySetOf(app, issuer), {
      issuer: issuer.issuer,
      audience: [publicUrl, `${publicUrl}/`],
      typ: ASSERTION_TYPE,
      algorithms: ALGORITHMS,
      currentDate: app.clock.now(),
      clockTolerance: SKEW_SECONDS,
      maxTokenAge: OLDEST_SECONDS,
      requiredClaims: ['exp', 'jti', 'sub', 'client_id'],
    })
    return payload
  } catch (error) {
    return notAccepted(reasonOf(error))
  }
}

const scopesIn = ({ scope }: JWTPayload): Scope[] => {
  if (scope === undefined) return ALL_SCOPES
  const known = typeof scope === 'string' ? onlyScopes(scope.split(' ')) : []
  return known.length > 0 ? known : refuseOAuth('invalid_scope', `Valid scopes are ${ALL_SCOPES.join(', ')}.`)
}

export const verifyIdJag = async (app: App, jwt: string, clientId?: string): Promise<VerifiedAssertion> => {
  const name = await claimedIssuer(jwt)
  const issuer =
    app.config.idJagIssuers.find(candidate => candidate.issuer === name) ??
    notAccepted('its issuer is not trusted here')
  const payload = await verify(app, jwt, issuer)
  if (Array.isArray(payload.aud) && payload.aud.length > 1) notAccepted('its aud must be this service alone')
  const client = typeof payload.client_id === 'string' ? payload.client_id : ''
  if (!issuer.clientIds.includes(client) || (clientId !== undefined && clientId !== client))
    notAccepted('its client_id is not allowed here')
  const { email: named, email_verified } = payload
  const email = email_verified === true && typeof named === 'string' ? parseEmail(named) : null
  return {
    email: email ?? notAccepted('it has no email verified by its issuer'),
    clientId: client,
    scopes: scopesIn(payload),
    id: app.sealer.mac('used-assertion', JSON.stringify([issuer.issuer, payload.jti])),
    expiresAt: new Date((payload.exp ?? 0) * SECOND),
  }
}

/** Call it in the transaction that uses the assertion: each works once. */
export const spendAssertion = async (app: App, { id, expiresAt }: VerifiedAssertion): Promise<void> => {
  if (!(await useAssertion(app.db, id, expiresAt))) notAccepted('it was already used')
}
