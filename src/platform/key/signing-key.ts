import type { CryptoKey, JWK, JWTPayload } from 'jose'
import { type App, perService } from '../app.ts'
import { transact } from '../db/transact.ts'
import {
  activeSigningKey,
  insertSigningKey,
  listSigningKeys,
  retireSigningKey,
  type SigningKeyRow,
  signingKeys,
} from './signing-store.ts'

export const SIGNING_ALGORITHM = 'ES256'

/** A retired key signs nothing anymore, so only its public half is kept. */
const NO_PRIVATE_KEY = '{}'

const makeSigningKey = async (app: App): Promise<void> => {
  const { calculateJwkThumbprint, exportJWK, generateKeyPair } = await import('jose')
  const { publicKey, privateKey } = await generateKeyPair(SIGNING_ALGORITHM, { extractable: true })
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  await insertSigningKey(app.db, {
    kid,
    public_jwk: { ...jwk, kid, alg: SIGNING_ALGORITHM, use: 'sig' },
    private_jwk: app.sealer.seal(
      signingKeys.context('private_jwk', { kid }),
      JSON.stringify(await exportJWK(privateKey)),
    ),
    created_at: app.clock.now(),
  })
}

export const currentSigningKey = async (app: App): Promise<SigningKeyRow> => {
  const known = await activeSigningKey(app.db)
  if (known) return known
  await makeSigningKey(app)
  const made = await activeSigningKey(app.db)
  if (!made) throw new Error('There is no signing key, though one was just made.')
  return made
}

const KEPT_MS = 60_000

export const privateJwk = (app: App, { kid, private_jwk }: SigningKeyRow): JWK =>
  app.sealer.openJson<JWK>(signingKeys.context('private_jwk', { kid }), private_jwk)

/** A key that another process retires signs here for up to a minute: it stays published, so that verifies. */
const signers = perService(() => ({ kid: '', key: null as CryptoKey | null, until: 0 }))

const signer = async (app: App): Promise<{ kid: string; key: CryptoKey }> => {
  const kept = signers(app)
  const now = app.clock.now().getTime()
  if (kept.key && now < kept.until) return { kid: kept.kid, key: kept.key }
  const { importJWK } = await import('jose')
  const row = await currentSigningKey(app)
  const { kid } = row
  const key = (await importJWK(privateJwk(app, row), SIGNING_ALGORITHM)) as CryptoKey
  Object.assign(kept, { kid, key, until: now + KEPT_MS })
  return { kid, key }
}

/** Issued by this service, now. */
export const signToken = async (app: App, typ: string, claims: JWTPayload): Promise<string> => {
  const { SignJWT } = await import('jose')
  const { kid, key } = await signer(app)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: SIGNING_ALGORITHM, typ, kid })
    .setIssuer(app.config.publicUrl)
    .setIssuedAt(app.clock.now())
    .sign(key)
}

/** A retired key stays published, because the receipts it signed must verify for as long as they are kept. */
export const publishedJwks = async (app: App): Promise<{ keys: JWK[] }> => {
  await currentSigningKey(app)
  const rows = await listSigningKeys(app.db)
  return { keys: rows.map(({ public_jwk }) => public_jwk) }
}

export const rotateSigningKeys = (app: App): Promise<string> =>
  transact(app, async inside => {
    const { kid } = await currentSigningKey(inside)
    signers(app).until = 0
    const context = signingKeys.context('private_jwk', { kid })
    await retireSigningKey(inside.db, kid, {
      retired_at: inside.clock.now(),
      private_jwk: inside.sealer.seal(context, NO_PRIVATE_KEY),
    })
    return (await currentSigningKey(inside)).kid
  })
