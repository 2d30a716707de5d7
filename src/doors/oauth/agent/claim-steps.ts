import type { Anyone, App } from '../../../platform/app.ts'
import { Failure, fail } from '../../../platform/errors.ts'
import { redeemCode, type TriedCode, tryCode } from '../../../platform/signin/one-time-code.ts'
import type { RegistrationRow } from '../tokens/registration-store.ts'
import { claimSubject, emailOf, sendNewCode } from './claim.ts'
import { claimRegistration, pendingByClaimToken } from './registration.ts'
import { emailIn, missing } from './schemas.ts'

export type ClaimStep = { registration: RegistrationRow } & (
  | { kind: 'code'; code: TriedCode }
  | { kind: 'email_new_code'; email: string }
)

export type ClaimInput = { claim_token: string; otp?: string | undefined }
export type NamedAddress = { path: string; value: string | undefined }

const WRONG =
  'The code is wrong or has expired. Ask the person to check the latest email, or send claim_token with their email to get a new code.'

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

/** Call it outside a transaction: a rollback must not undo the counted try. */
export const nextClaimStep = async (
  app: App,
  { address }: Anyone,
  { claim_token, otp, named }: ClaimInput & { named: NamedAddress },
): Promise<ClaimStep> => {
  if (otp !== undefined && named.value !== undefined)
    fail('invalid_request', {
      fields: [
        { path: 'otp', code: 'sent_with', facts: { other: named.path }, expected: 'only one of the two' },
      ],
    })
  const registration = await pendingByClaimToken(app, claim_token)
  if (otp !== undefined) {
    const code = await triedCode(app, registration, { otp, from: address })
    return { kind: 'code', registration, code }
  }
  return {
    kind: 'email_new_code',
    registration,
    email: emailIn(
      named.path,
      named.value ?? missing('otp', `the code we emailed, or ${named.path} to get a new one`),
    ),
  }
}

export const redeemClaimCode = async (app: App, { registration, code }: ClaimStep & { kind: 'code' }) => {
  await redeemCode(app, code)
  return claimRegistration(app, registration)
}

export const emailNewCode = async (
  app: App,
  { registration, email }: ClaimStep & { kind: 'email_new_code' },
) => ({
  registration_id: registration.registration_id,
  status: 'initiated' as const,
  claim_token_expires: registration.expires_at.toISOString(),
  claim: await sendNewCode(app, registration, email),
})
