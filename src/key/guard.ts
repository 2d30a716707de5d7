import { type Anyone, type App, perService } from '../app.ts'
import { fail } from '../errors.ts'
import type { Budget } from '../http/budget.ts'
import type { CallerBase, Guard, RequestFacts } from '../http/operation.ts'
import { DAY, MINUTE } from '../lib/clock.ts'
import { keyCache } from './key-cache.ts'
import { keyHash, looksLikeOperatorKey } from './operator-key.ts'
import { type CredentialRow, findCredential, touchCredential } from './store.ts'

export type OperatorCaller = CallerBase & { kind: 'operator'; operatorUid: string; credentialId: string }
export type SharedCaller = CallerBase & { kind: 'shared' }

const badKeys: Budget = {
  name: 'bad_keys',
  points: 10,
  seconds: 600,
  by: 'address',
  refusal: 'too_many_attempts',
}

/** RFC 9728: a client that is refused learns where to get a credential. */
const challenge = ({ config }: App): string =>
  `Bearer resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource"`

const idOf = (hash: Buffer): string => hash.toString('base64')

/** Each shared key is a pseudo-operator of its own. */
const sharedScopes = perService(
  ({ config }) =>
    new Map(
      config.sharedKeys.map(key => {
        const hash = keyHash(key)
        return [idOf(hash), `shr_${hash.toString('hex').slice(0, 16)}`]
      }),
    ),
)

const noteUse = (app: App, { credential_id, last_used_at }: CredentialRow): void => {
  const now = app.clock.now()
  if (last_used_at && now.getTime() - last_used_at.getTime() < MINUTE) return
  touchCredential(app.db, credential_id, now).catch(error =>
    app.log.warn({ err: error }, 'last use not noted'),
  )
}

const readCredential = (app: App, bearer: string) => {
  const hash = keyHash(bearer)
  return keyCache(app).read(hash, async () => {
    const credential = await findCredential(app.db, hash)
    if (credential && !credential.revoked_at) noteUse(app, credential)
    return credential
  })
}

const operatorCaller = ({ address, userAgent }: RequestFacts, credential: CredentialRow): OperatorCaller => ({
  kind: 'operator',
  address,
  userAgent,
  scope: credential.operator_uid,
  operatorUid: credential.operator_uid,
  credentialId: credential.credential_id,
})

const identifyOperator = async (
  app: App,
  facts: RequestFacts,
  { justReplaced }: { justReplaced: boolean },
): Promise<OperatorCaller> => {
  const bearer =
    facts.bearer !== null && looksLikeOperatorKey(facts.bearer) ? facts.bearer : fail('unauthorized')
  const credential = (await readCredential(app, bearer)) ?? fail('unauthorized')
  const now = app.clock.now().getTime()
  if (credential.revoked_at) {
    const recent = now - credential.revoked_at.getTime() < DAY
    return justReplaced && recent
      ? { ...operatorCaller(facts, credential), replayOnly: true }
      : fail('unauthorized')
  }
  return credential.expires_at.getTime() > now ? operatorCaller(facts, credential) : fail('key_expired')
}

const sharedCaller = (app: App, { bearer, address, userAgent }: RequestFacts): SharedCaller | null => {
  const scopes = sharedScopes(app)
  const scope = bearer === null || scopes.size === 0 ? undefined : scopes.get(idOf(keyHash(bearer)))
  return scope === undefined ? null : { kind: 'shared', address, userAgent, scope, credentialId: null }
}

const scheme = 'agent_api_key'

export const anyone: Guard<App, Anyone> = {
  scheme: null,
  credential: 'No credential',
  failures: null,
  identify: (_app, { address, userAgent }) => ({
    kind: 'anyone',
    address,
    userAgent,
    scope: null,
    credentialId: null,
  }),
}

export const anyKey: Guard<App, OperatorCaller | SharedCaller> = {
  scheme,
  credential: 'Operator or shared key',
  failures: badKeys,
  challenge,
  identify: (app, facts) => sharedCaller(app, facts) ?? identifyOperator(app, facts, { justReplaced: false }),
}

export const operatorKey: Guard<App, OperatorCaller> = {
  scheme,
  credential: 'Operator key',
  failures: badKeys,
  challenge,
  identify: (app, facts) =>
    sharedCaller(app, facts) ? fail('forbidden') : identifyOperator(app, facts, { justReplaced: false }),
}

/** For rotation: the key it replaced may come back once more to fetch a lost answer. */
export const rotatingKey: Guard<App, OperatorCaller> = {
  ...operatorKey,
  identify: (app, facts) =>
    sharedCaller(app, facts) ? fail('forbidden') : identifyOperator(app, facts, { justReplaced: true }),
}
