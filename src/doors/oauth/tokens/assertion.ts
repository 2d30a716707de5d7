import type { App } from '../../../platform/app.ts'
import { SIGNING_ALGORITHM, signToken } from '../../../platform/key/signing-key.ts'
import { findSigningKey } from '../../../platform/key/signing-store.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { refuseOAuth } from '../protocol/oauth-error.ts'
import { AGENT_CLIENT_ID } from '../protocol/urls.ts'

export const ASSERTION_TYPE = 'oauth-id-jag+jwt'

type Facts = { registrationId: string; scopes: readonly string[]; expiresAt: Date }

export const signAssertion = async (
  app: App,
  { registrationId, scopes, expiresAt }: Facts,
): Promise<string> => {
  return signToken(app, ASSERTION_TYPE, {
    client_id: AGENT_CLIENT_ID,
    scope: scopes.join(' '),
    aud: app.config.publicUrl,
    sub: registrationId,
    jti: randomId(app.random, 'jti'),
    exp: Math.floor(expiresAt.getTime() / 1000),
  })
}

/** Unverified: use it only to choose the keys for verification. Null if it is not a JWT. */
export const claimedIssuer = async (jwt: string): Promise<string | null> => {
  const { decodeJwt } = await import('jose')
  try {
    return decodeJwt(jwt).iss ?? null
  } catch {
    return null
  }
}

const STALE = 'this assertion is invalid or has expired; register again'

const KEY_ID = /^[\w-]{1,100}$/

const keyIdIn = (jwt: string, decodeHeader: (jwt: string) => { kid?: unknown }): string => {
  try {
    const { kid } = decodeHeader(jwt)
    if (typeof kid === 'string' && KEY_ID.test(kid)) return kid
  } catch {
    // An unreadable header is refused below.
  }
  return refuseOAuth('invalid_grant', STALE)
}

export const registrationIn = async (app: App, jwt: string): Promise<string> => {
  const { decodeProtectedHeader, importJWK, jwtVerify } = await import('jose')
  const { publicUrl } = app.config
  const key =
    (await findSigningKey(app.db, keyIdIn(jwt, decodeProtectedHeader))) ?? refuseOAuth('invalid_grant', STALE)
  try {
    const { payload } = await jwtVerify(jwt, await importJWK(key.public_jwk), {
      issuer: publicUrl,
      audience: publicUrl,
      typ: ASSERTION_TYPE,
      algorithms: [SIGNING_ALGORITHM],
      currentDate: app.clock.now(),
      requiredClaims: ['sub', 'exp'],
    })
    return String(payload.sub)
  } catch {
    return refuseOAuth('invalid_grant', STALE)
  }
}
