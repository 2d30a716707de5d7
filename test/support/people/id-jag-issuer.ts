import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export type Assertion = {
  header?: Record<string, string>
  claims?: Record<string, unknown>
  /** Signs with a key that nobody publishes. */
  forged?: true
  /** Seconds from now. */
  issuedIn?: number
  expiresIn?: number
}

/** Somebody who vouches for people: a key pair, its published half on a real server, and assertions. */
export const startIssuer = async () => {
  const [own, other] = await Promise.all([generateKeyPair('ES256'), generateKeyPair('ES256')])
  const jwks = { keys: [{ ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] }
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(jwks))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    jwks,
    jwksUri: `${issuer}/jwks.json`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
    sign: (audience: string, email: string, given: Assertion = {}): Promise<string> => {
      const now = Math.floor(Date.now() / 1000)
      const claims = {
        iss: issuer,
        aud: audience,
        sub: 'person-1',
        client_id: 'assistant',
        jti: randomUUID(),
        email,
        email_verified: true,
        iat: now + (given.issuedIn ?? 0),
        exp: now + (given.expiresIn ?? 300),
        ...given.claims,
      }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'oauth-id-jag+jwt', ...given.header })
        .sign(given.forged ? other.privateKey : own.privateKey)
    },
  }
}

export type Issuer = Awaited<ReturnType<typeof startIssuer>>
