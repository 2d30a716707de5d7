import type { JWK } from 'jose'
import type { App } from '../app.ts'
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

export const privateJwk = (app: App, { kid, private_jwk }: SigningKeyRow): JWK =>
  app.sealer.openJson<JWK>(signingKeys.context('private_jwk', { kid }), private_jwk)

/** A retired key stays published, because the receipts it signed must verify for as long as they are kept. */
export const publishedJwks = async (app: App): Promise<{ keys: JWK[] }> => {
  await currentSigningKey(app)
  const rows = await listSigningKeys(app.db)
  return { keys: rows.map(({ public_jwk }) => public_jwk) }
}

export const rotateSigningKeys = (app: App): Promise<string> =>
  transact(app, async inside => {
    const { kid } = await currentSigningKey(inside)
    const context = signingKeys.context('private_jwk', { kid })
    await retireSigningKey(inside.db, kid, {
      retired_at: inside.clock.now(),
      private_jwk: inside.sealer.seal(context, NO_PRIVATE_KEY),
    })
    return (await currentSigningKey(inside)).kid
  })
