import { timingSafeEqual } from 'node:crypto'
import { agentClaimEmail } from '../../../agency/emails/keys.ts'
import { queueEmail } from '../../../agency/emails/outbox.ts'
import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import { keyHash } from '../../../platform/key/operator-key.ts'
import { later, SECOND } from '../../../platform/lib/clock.ts'
import { base62, type Random, randomId } from '../../../platform/lib/random.ts'
import { issueCode, type Subject } from '../../../platform/signin/one-time-code.ts'
import { issueLink } from '../../../platform/signin/one-time-link.ts'
import { ALL_SCOPES } from '../protocol/scopes.ts'
import { AGENT_CLIENT_ID, LIFETIMES, PATHS, POLL_SECONDS } from '../protocol/urls.ts'
import {
  agentRegistrations,
  insertRegistration,
  type RegistrationRow,
  startAttempt,
} from '../tokens/registration-store.ts'

// RFC 8628, 6.1: no vowels, so no words appear, and no lookalike letters.
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ'

const four = (random: Random): string =>
  Array.from({ length: 4 }, () => LETTERS[random.below(LETTERS.length)]).join('')

const newUserCode = (random: Random): string => `${four(random)}-${four(random)}`

const bare = (code: string): string => code.toUpperCase().replaceAll(/[^A-Z]/g, '')

const userCodeMac = (app: App, registrationId: string, code: string): Buffer =>
  app.sealer.mac(`user-code/${registrationId}`, bare(code))

export const isUserCode = (
  app: App,
  { registration_id, user_code }: { registration_id: string; user_code: Buffer | null },
  given: string,
): boolean => user_code !== null && timingSafeEqual(user_code, userCodeMac(app, registration_id, given))

export type AgentClaim = { user_code: string; verification_uri: string; expires_in: number; interval: number }

const sealed = (app: App, registrationId: string, email: string): Buffer =>
  app.sealer.seal(agentRegistrations.context('email', { registration_id: registrationId }), email)

export const emailOf = (app: App, { registration_id, email }: RegistrationRow): string =>
  email
    ? app.sealer.open(agentRegistrations.context('email', { registration_id }), email)
    : fail('invalid_claim_token')

type Claimed = Pick<RegistrationRow, 'registration_id' | 'credential_type' | 'attempt'>

export const claimSubject = ({ registration_id, credential_type }: Claimed, email: string): Subject => ({
  purpose: 'agent_claim',
  email,
  about: `${registration_id} ${credential_type}`,
})

const emailCodeAndLink = async (app: App, email: string, claimed: Claimed): Promise<void> => {
  const compose = async () => {
    const { code } = await issueCode(app, claimSubject(claimed, email))
    const { token, expiresAt } = await issueLink(app, {
      purpose: 'agent_claim',
      subject: claimed.registration_id,
      data: { attempt: claimed.attempt },
    })
    const link = `${app.config.publicUrl}${PATHS.claimPage}/${token}`
    return { ...agentClaimEmail(email, { code, link, gives: claimed.credential_type }), expiresAt }
  }
  await queueEmail(app, { to: email, compose }, { purpose: 'agent_claim' })
}

const claimOf = (
  app: App,
  userCode: string,
  { expires_at, poll_seconds }: Pick<RegistrationRow, 'expires_at' | 'poll_seconds'>,
): AgentClaim => ({
  user_code: userCode,
  verification_uri: `${app.config.publicUrl}${PATHS.claimPage}`,
  expires_in: Math.floor((expires_at.getTime() - app.clock.now().getTime()) / SECOND),
  interval: poll_seconds,
})

type Start = Pick<RegistrationRow, 'kind' | 'credential_type'> & { email: string }

export const startRegistration = async (app: App, { kind, credential_type, email }: Start) => {
  const now = app.clock.now()
  const registration_id = randomId(app.random, 'reg')
  const claimToken = `clm_${base62(app.random, 32)}`
  const userCode = newUserCode(app.random)
  const row = {
    registration_id,
    kind,
    status: 'pending' as const,
    claim_token: keyHash(claimToken),
    email: sealed(app, registration_id, email),
    user_code: userCodeMac(app, registration_id, userCode),
    attempt: 1,
    credential_type,
    client_id: AGENT_CLIENT_ID,
    operator_uid: null,
    scopes: ALL_SCOPES,
    poll_seconds: POLL_SECONDS,
    created_at: now,
    expires_at: later(now, LIFETIMES.claim),
  }
  await insertRegistration(app.db, row)
  await emailCodeAndLink(app, email, row)
  return { row, claimToken, claim: claimOf(app, userCode, row) }
}

export const sendNewCode = async (app: App, row: RegistrationRow, email: string): Promise<AgentClaim> => {
  const { registration_id } = row
  const attempt = row.attempt + 1
  const userCode = newUserCode(app.random)
  const started = await startAttempt(app.db, registration_id, {
    attempt,
    email: sealed(app, registration_id, email),
    user_code: userCodeMac(app, registration_id, userCode),
  })
  if (!started)
    fail('conflict', {
      message:
        'This request was decided or sent again in the meantime. Poll for the token, or request a new code.',
      current_status: row.status,
    })
  await emailCodeAndLink(app, email, { ...row, attempt })
  return claimOf(app, userCode, row)
}
