import type { Anyone, App } from '../../app.ts'
import { Failure, fail } from '../../errors.ts'
import { redeemCode, type TriedCode, tryCode } from '../../signin/one-time-code.ts'
import type { RegistrationRow } from '../tokens/registration-store.ts'
import { claimSubject, emailOf, mailAgain } from './claim.ts'
import { claimRegistration, waitingRegistration } from './registration.ts'
import { emailIn, missing } from './schemas.ts'

/** Either the code came, or it is to be mailed once more, perhaps to another address. */
export type Step = { registration: RegistrationRow } & (
  | { kind: 'prove'; code: TriedCode }
  | { kind: 'mail'; email: string }
)

export type ClaimInput = { claim_token: string; otp?: string | undefined }
export type NamedAddress = { path: string; value: string | undefined }

const WRONG =
  'The code is wrong or has expired. Ask the person to read the latest mail again, or send the claim_token with their email for a new code.'

const triedCode = async (
  app: App,
  registration: RegistrationRow,
  { otp, from }: { otp: string; from: string },
): Promise<TriedCode> => {
  try {
    const subject = claimSubject(registration, emailOf(app, registration))
    return await tryCode(app, subject, { code: otp.trim(), from })
  } catch (error) {
    return error instanceof Failure && error.code === 'invalid_otp'
      ? fail('invalid_otp', { message: WRONG })
      : Promise.reject(error)
  }
}

/** Outside the transaction: a counted try must stay counted. */
export const nextStep = async (
  app: App,
  { address }: Anyone,
  { claim_token, otp, named }: ClaimInput & { named: NamedAddress },
): Promise<Step> => {
  if (otp !== undefined && named.value !== undefined)
    fail('invalid_request', {
      fields: [
        { path: 'otp', code: 'sent_with', facts: { other: named.path }, expected: 'only one of the two' },
      ],
    })
  const registration = await waitingRegistration(app, claim_token)
  if (otp !== undefined) {
    const code = await triedCode(app, registration, { otp, from: address })
    return { kind: 'prove', registration, code }
  }
  return {
    kind: 'mail',
    registration,
    email: emailIn(
      named.path,
      named.value ?? missing('otp', `the mailed code, or ${named.path} to have it mailed again`),
    ),
  }
}

export const prove = async (app: App, { registration, code }: Step & { kind: 'prove' }) => {
  await redeemCode(app, code)
  return claimRegistration(app, registration)
}

export const mail = async (app: App, { registration, email }: Step & { kind: 'mail' }) => ({
  registration_id: registration.registration_id,
  status: 'initiated' as const,
  claim_token_expires: registration.expires_at.toISOString(),
  claim: await mailAgain(app, registration, email),
})
