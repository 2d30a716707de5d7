import { type Anyone, type App, perService } from '../app.ts'
import { Failure, fail } from '../errors.ts'
import type { Budget } from '../http/budgets/budget.ts'
import type { CallerBase, Guard, RefusedCaller, RequestFacts, Row } from '../http/operation.ts'
import { after } from '../lib/after.ts'
import { DAY, HOUR_SECONDS, MINUTE_SECONDS } from '../lib/clock.ts'
import { typedEmail } from '../lib/email-address.ts'
import { type LineName, lineNames } from '../lines.ts'
import { looksLikeAccessToken } from './access-token.ts'
import type { OperatorTerms } from './acts.ts'
import { readCredential } from './credential.ts'
import type { Credential } from './key-cache.ts'
import { keyHash, keyHashText, looksLikeOperatorKey } from './operator-key.ts'
import { whyAccessEnded } from './standing.ts'

export type OperatorCaller = CallerBase & {
  kind: 'operator'
  operatorUid: string
  credentialId: string
  scopes: readonly string[] | null
  sandboxOnly?: true
  accessEnded?: string
  terms: OperatorTerms | null
}
export type SharedCaller = CallerBase & { kind: 'shared'; terms?: null }

const badKeys: Budget = {
  name: 'bad_keys',
  points: 10,
  seconds: 600,
  by: 'address',
  refusal: 'too_many_attempts',
}

/** RFC 9728: tells a refused client where to get a credential. */
const challenge = ({ config }: App): string =>
  `resource_metadata="${config.publicUrl}/.well-known/oauth-protected-resource"`

const TOKEN_EXPIRED =
  'This access token has expired. Get another with your refresh token or identity assertion at POST /oauth2/token.'

const TOKEN_UNKNOWN =
  'This access token was revoked or was never issued. Get another with your refresh token or identity assertion at POST /oauth2/token, or register again: see /auth.md.'

const SHOPPERS_TOKEN =
  'This is a shopper’s intake_access_token. It works only at /api/intake/{uid}. Send an operator key here.'

const refuseUnknown = (bearer: string | null): never => {
  if (bearer !== null && looksLikeAccessToken(bearer)) fail('unauthorized', { message: TOKEN_UNKNOWN })
  return bearer?.startsWith('iat_') ? fail('unauthorized', { message: SHOPPERS_TOKEN }) : fail('unauthorized')
}

const SHARED_PREFIX = 'shr_'

export const isSharedScope = (scope: string): boolean => scope.startsWith(SHARED_PREFIX)

const sharedScopes = perService(
  ({ config }) =>
    new Map(
      config.sharedKeys.map(key => [
        keyHashText(key),
        `${SHARED_PREFIX}${keyHash(key).toString('hex').slice(0, 16)}`,
      ]),
    ),
)

type Asked = {
  scopes: readonly string[]
  justReplaced?: true
  refuses?: (credential: Credential) => Failure | null
}

const operatorCaller = (
  app: App,
  { address, userAgent }: RequestFacts,
  credential: Credential,
  { scopes }: Pick<Asked, 'scopes'>,
): OperatorCaller => {
  const isTest = credential.kind === 'key' && credential.mode === 'test'
  const accessEnded = whyAccessEnded(app, credential)
  const readsAllOfRoute = credential.scopes === null || scopes.length === 1
  return {
    kind: 'operator',
    address,
    userAgent,
    scope: credential.operator_uid,
    operatorUid: credential.operator_uid,
    credentialId: credential.credential_id,
    ...(readsAllOfRoute && { replaysOfOthers: isTest || accessEnded !== null ? 'sandbox' : 'all' }),
    ...(credential.kind === 'token' && { grantId: credential.grant_id }),
    scopes: credential.scopes,
    terms: credential.terms,
    ...(isTest && { sandboxOnly: true }),
    ...(accessEnded !== null && { accessEnded }),
  }
}

const hasScope = ({ scopes }: Pick<OperatorCaller, 'scopes'>, anyOf: readonly string[]): boolean =>
  scopes === null || anyOf.length === 0 || anyOf.some(scope => scopes.includes(scope))

const scopeRefusal = (
  app: App,
  caller: Pick<OperatorCaller, 'scopes'>,
  anyOf: readonly string[],
): Failure | null => {
  if (hasScope(caller, anyOf)) return null
  const [tag] = anyOf
  return new Failure('insufficient_scope', {
    message: `This credential is missing the scope ${anyOf.join(' or ')}. Use a key or a token that has it.`,
    headers: {
      'www-authenticate': `Bearer error="insufficient_scope", scope="${tag}", ${challenge(app)}`,
    },
  })
}

/** Where the uid decides which scope is needed. */
export const refuseWithoutScope = (app: App, caller: OperatorCaller, scope: string): void => {
  const refusal = scopeRefusal(app, caller, [scope])
  if (refusal) throw refusal
}

export const linesOpenTo = ({ scopes }: Pick<OperatorCaller, 'scopes'>): LineName[] =>
  lineNames.filter(line => scopes === null || scopes.includes(line))

const scopeOf = (tag: string | null): readonly string[] => (tag === null ? [] : [tag])

const callerWith = (
  app: App,
  facts: RequestFacts,
  { scopes, justReplaced, refuses }: Asked,
  credential: Credential,
): OperatorCaller | RefusedCaller => {
  const caller = operatorCaller(app, facts, credential, { scopes })
  const isKey = credential.kind === 'key'
  const now = app.clock.now().getTime()
  if (credential.revoked_at) {
    const mayReplay = justReplaced && isKey && now - credential.revoked_at.getTime() < DAY
    return mayReplay ? { ...caller, replayOnly: 'unauthorized' } : refuseUnknown(facts.bearer)
  }
  if (credential.expires_at.getTime() <= now)
    return isKey ? fail('key_expired') : fail('unauthorized', { message: TOKEN_EXPIRED })
  const refusal = scopeRefusal(app, caller, scopes) ?? refuses?.(credential)
  return refusal ? { ...caller, refusal } : caller
}

const identifyOperator = (
  app: App,
  facts: RequestFacts,
  asked: Asked,
): Promise<OperatorCaller | RefusedCaller> | OperatorCaller | RefusedCaller =>
  after(facts.bearer === null ? undefined : readCredential(app, facts.bearer), credential =>
    callerWith(app, facts, asked, credential ?? refuseUnknown(facts.bearer)),
  )

const sharedCaller = (app: App, { bearer, address, userAgent }: RequestFacts): SharedCaller | null => {
  const shared = sharedScopes(app)
  if (bearer === null || shared.size === 0) return null
  const scope = shared.get(keyHashText(bearer))
  return scope === undefined ? null : { kind: 'shared', address, userAgent, scope, credentialId: null }
}

const refusedShared = (app: App, facts: RequestFacts): RefusedCaller | null => {
  const shared = sharedCaller(app, facts)
  return shared && { ...shared, refusal: new Failure('forbidden') }
}

const keys = { scheme: 'agent_api_key', failures: badKeys, challenge, callersPayOwnCosts: true as const }

const anonymous = ({ address, userAgent }: RequestFacts): Anyone => ({
  kind: 'anyone',
  address,
  userAgent,
  scope: null,
  credentialId: null,
})

export const anyone: Guard<App, Anyone> = {
  scheme: null,
  credential: 'No credential',
  failures: null,
  identify: (_app, facts) => anonymous(facts),
}

/** May send a token of its own in place of a credential. The operation judges it. */
export type TokenBearer = Anyone & Pick<RequestFacts, 'bearer'>

export const anyBearer: Guard<App, TokenBearer> = {
  ...anyone,
  keepsReplays: true,
  identify: (_app, facts) => ({ ...anonymous(facts), bearer: facts.bearer }),
}

/** Needs no credential. `sentKey`: a business that sends its key may be at the wrong door. */
export type AnyShopper = Anyone & { sentKey: boolean }

export const anyShopper: Guard<App, AnyShopper> = {
  ...anyone,
  keepsReplays: true,
  identify: (_app, facts) => ({
    ...anonymous(facts),
    replayByContent: true,
    sentKey: facts.bearer !== null && looksLikeOperatorKey(facts.bearer),
  }),
}

export const anyKey: Guard<App, OperatorCaller | SharedCaller> = {
  ...keys,
  tokens: true,
  credential: 'Operator or shared key',
  identify: (app, facts, tag) =>
    sharedCaller(app, facts) ?? identifyOperator(app, facts, { scopes: scopeOf(tag) }),
}

export const operatorKey: Guard<App, OperatorCaller> = {
  ...keys,
  tokens: true,
  credential: 'Operator key',
  identify: (app, facts, tag) =>
    refusedShared(app, facts) ?? identifyOperator(app, facts, { scopes: scopeOf(tag) }),
}

/** For an operation about several scopes. It must itself show no more than the scopes of the token. */
export const operatorKeyFor = (scopes: readonly string[]): Guard<App, OperatorCaller> => ({
  ...operatorKey,
  scopes,
  identify: (app, facts) => refusedShared(app, facts) ?? identifyOperator(app, facts, { scopes }),
})

const KEY_ONLY = 'An access token cannot replace a key. Send the operator key you want to replace.'

const unlessKey = ({ kind }: Credential): Failure | null =>
  kind === 'key' ? null : new Failure('forbidden', { message: KEY_ONLY })

export const rotatingKey: Guard<App, OperatorCaller> = {
  ...keys,
  credential: 'Operator key',
  identify: (app, facts) =>
    refusedShared(app, facts) ??
    identifyOperator(app, facts, { scopes: [], justReplaced: true, refuses: unlessKey }),
}

const MAIN_ONLY =
  'Only your main key manages other keys. Send the key from POST /api/agent/key/confirm or /api/agent/key/rotate.'

const unlessMainKey = (credential: Credential): Failure | null =>
  credential.kind === 'key' && credential.main ? null : new Failure('forbidden', { message: MAIN_ONLY })

export const mainKey: Guard<App, OperatorCaller> = {
  ...keys,
  credential: 'Main operator key',
  identify: (app, facts) =>
    refusedShared(app, facts) ?? identifyOperator(app, facts, { scopes: [], refuses: unlessMainKey }),
}

const isOperator = (caller: CallerBase): caller is OperatorCaller => caller.kind === 'operator'

export const opensRoute = (caller: CallerBase, { guard, tag }: Pick<Row<App>, 'guard' | 'tag'>): boolean =>
  isOperator(caller) ? hasScope(caller, guard.scopes ?? scopeOf(tag)) : guard === anyKey

export const keyRequests: Budget = { name: 'key_request', points: 20, seconds: HOUR_SECONDS, by: 'address' }

export const keyRequestsByEmail: Budget = {
  name: 'key_request_email',
  points: 5,
  seconds: HOUR_SECONDS,
  by: ({ email }: { email: string }) => typedEmail(email),
}

export const keyConfirms: Budget = { name: 'key_confirm', points: 20, seconds: HOUR_SECONDS, by: 'address' }

export const operatorCalls: Budget = {
  name: 'operator',
  points: 600,
  seconds: MINUTE_SECONDS,
  by: 'caller',
  leased: true,
}
