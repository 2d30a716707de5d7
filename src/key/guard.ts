import { type Anyone, type App, perService } from '../app.ts'
import { fail } from '../errors.ts'
import type { Budget } from '../http/budgets/budget.ts'
import type { CallerBase, Guard, RequestFacts } from '../http/operation.ts'
import { DAY } from '../lib/clock.ts'
import { readCredential } from './credential.ts'
import type { Credential } from './key-cache.ts'
import { keyHash } from './operator-key.ts'

export type OperatorCaller = CallerBase & {
  kind: 'operator'
  operatorUid: string
  credentialId: string
  scopes: readonly string[] | null
}
export type SharedCaller = CallerBase & { kind: 'shared' }

const badKeys: Budget = {
  name: 'bad_keys',
  points: 10,
  seconds: 600,
  by: 'address',
  refusal: 'too_many_attempts',
}

const metadataUrl = ({ config }: App): string => `${config.publicUrl}/.well-known/oauth-protected-resource`

/** RFC 9728: tells a refused client where to get a credential. */
const challenge = (app: App): string => `Bearer resource_metadata="${metadataUrl(app)}"`

const TOKEN_EXPIRED =
  'This access token has expired. Get another with your refresh token or identity assertion at POST /oauth2/token.'

const SHARED_PREFIX = 'shr_'

export const isSharedScope = (scope: string): boolean => scope.startsWith(SHARED_PREFIX)

const sharedScopes = perService(
  ({ config }) =>
    new Map(
      config.sharedKeys.map(key => [key, `${SHARED_PREFIX}${keyHash(key).toString('hex').slice(0, 16)}`]),
    ),
)

const operatorCaller = ({ address, userAgent }: RequestFacts, credential: Credential): OperatorCaller => ({
  kind: 'operator',
  address,
  userAgent,
  scope: credential.operator_uid,
  operatorUid: credential.operator_uid,
  credentialId: credential.credential_id,
  ...(credential.grant_id !== undefined && { grantId: credential.grant_id }),
  scopes: credential.scopes,
})

const requireScope = (app: App, { scopes }: Pick<OperatorCaller, 'scopes'>, tag: string | null): void => {
  if (scopes === null || tag === null || scopes.includes(tag)) return
  fail('insufficient_scope', {
    message: `This access token is missing the scope ${tag}. Request a token that has it.`,
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${tag}", resource_metadata="${metadataUrl(app)}"`,
    },
  })
}

type Asked = { tag: string | null; justReplaced?: true }

const identifyOperator = async (
  app: App,
  facts: RequestFacts,
  { tag, justReplaced }: Asked,
): Promise<OperatorCaller> => {
  const credential =
    (facts.bearer === null ? undefined : await readCredential(app, facts.bearer)) ?? fail('unauthorized')
  const caller = operatorCaller(facts, credential)
  const now = app.clock.now().getTime()
  if (credential.revoked_at) {
    const mayReplay = justReplaced && caller.scopes === null && now - credential.revoked_at.getTime() < DAY
    return mayReplay ? { ...caller, replayOnly: 'unauthorized' } : fail('unauthorized')
  }
  if (credential.expires_at.getTime() <= now)
    return caller.scopes === null ? fail('key_expired') : fail('unauthorized', { message: TOKEN_EXPIRED })
  requireScope(app, caller, tag)
  return caller
}

const sharedCaller = (app: App, { bearer, address, userAgent }: RequestFacts): SharedCaller | null => {
  const scope = bearer === null ? undefined : sharedScopes(app).get(bearer)
  return scope === undefined ? null : { kind: 'shared', address, userAgent, scope, credentialId: null }
}

const keys = { scheme: 'agent_api_key', failures: badKeys, challenge, ofBusiness: true as const }

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

export const anyShopper: Guard<App, Anyone> = {
  ...anyone,
  keepsReplays: true,
  identify: async (...call) => ({ ...(await anyone.identify(...call)), replayByContent: true }),
}

export const anyKey: Guard<App, OperatorCaller | SharedCaller> = {
  ...keys,
  tokens: true,
  credential: 'Operator or shared key',
  identify: (app, facts, tag) => sharedCaller(app, facts) ?? identifyOperator(app, facts, { tag }),
}

export const operatorKey: Guard<App, OperatorCaller> = {
  ...keys,
  tokens: true,
  credential: 'Operator key',
  identify: (app, facts, tag) =>
    sharedCaller(app, facts) ? fail('forbidden') : identifyOperator(app, facts, { tag }),
}

const KEY_ONLY = 'An access token cannot replace a key. Send the operator key that is to be replaced.'

export const rotatingKey: Guard<App, OperatorCaller> = {
  ...keys,
  credential: 'Operator key',
  async identify(app, facts) {
    if (sharedCaller(app, facts)) fail('forbidden')
    const caller = await identifyOperator(app, facts, { tag: null, justReplaced: true })
    return caller.scopes === null ? caller : fail('forbidden', { message: KEY_ONLY })
  },
}
