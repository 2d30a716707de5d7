import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import type { OperatorRow } from '../../../platform/key/store.ts'
import { later } from '../../../platform/lib/clock.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { operatorWith } from '../../key/issue.ts'
import type { Scope } from '../protocol/scopes.ts'
import { LIFETIMES, POLL_SECONDS } from '../protocol/urls.ts'
import { signAssertion } from '../tokens/assertion.ts'
import {
  decideRegistration,
  insertRegistration,
  type RegistrationRow,
  registrationByToken,
} from '../tokens/registration-store.ts'
import { emailOf } from './claim.ts'

export const pendingByClaimToken = async (app: App, claimToken: string): Promise<RegistrationRow> => {
  const row = (await registrationByToken(app.db, keyHash(claimToken))) ?? fail('invalid_claim_token')
  if (row.status !== 'pending')
    fail('conflict', {
      current_status: row.status,
      message:
        row.status === 'claimed'
          ? 'This registration is already claimed. Get its token with the claim grant at POST /oauth2/token.'
          : 'This registration has ended. If the person wants to, register again with POST /agent/identity.',
    })
  return row.expires_at > app.clock.now() ? row : fail('invalid_claim_token')
}

export const claimRegistration = async (
  app: App,
  row: RegistrationRow,
): Promise<{ operator: OperatorRow; expiresAt: Date }> => {
  const operator = await operatorWith(app, emailOf(app, row))
  const expiresAt = later(app.clock.now(), LIFETIMES.assertion)
  const decided = await decideRegistration(app.db, row.registration_id, {
    status: 'claimed',
    operator_uid: operator.operator_uid,
    expires_at: expiresAt,
  })
  return decided ? { operator, expiresAt } : fail('conflict', { current_status: 'claimed' })
}

export const denyRegistration = async (
  app: App,
  { registration_id, expires_at }: RegistrationRow,
): Promise<void> => {
  await decideRegistration(app.db, registration_id, { status: 'denied', operator_uid: null, expires_at })
}

type Introduced = { email: string; clientId: string; scopes: Scope[] }

export const registerIntroduced = async (
  app: App,
  { email, clientId, scopes }: Introduced,
): Promise<
  Pick<RegistrationRow, 'registration_id' | 'operator_uid' | 'scopes' | 'client_id' | 'expires_at'>
> => {
  const now = app.clock.now()
  const { operator_uid } = await operatorWith(app, email)
  const row = {
    registration_id: randomId(app.random, 'reg'),
    kind: 'identity_assertion' as const,
    status: 'claimed' as const,
    claim_token: null,
    email: null,
    user_code: null,
    attempt: 0,
    credential_type: 'access_token' as const,
    client_id: clientId,
    operator_uid,
    scopes,
    poll_seconds: POLL_SECONDS,
    created_at: now,
    expires_at: later(now, LIFETIMES.assertion),
  }
  await insertRegistration(app.db, row)
  return row
}

type Assertable = Pick<RegistrationRow, 'registration_id' | 'scopes' | 'expires_at'>

export const assertionFor = async (app: App, { registration_id, scopes, expires_at }: Assertable) => ({
  identity_assertion: await signAssertion(app, {
    registrationId: registration_id,
    scopes,
    expiresAt: expires_at,
  }),
  assertion_expires: expires_at.toISOString(),
})
