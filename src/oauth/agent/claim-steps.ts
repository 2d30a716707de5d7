import type { App } from '../../app.ts'
import { Failure, fail } from '../../errors.ts'
import { redeemCode, tryCode } from '../../signin/one-time-code.ts'
import type { RegistrationRow } from '../tokens/registration-store.ts'
import { emailOf, sendNewCode } from './claim.ts'
import { claimRegistration, pendingByClaimToken } from './registration.ts'
import { emailIn, missing } from './schemas.ts'

type CodeRow = Awaited<ReturnType<typeof tryCode>>

export type ClaimStep = { registration: RegistrationRow } & (
  | { kind: 'code'; code: CodeRow }
  | { kind: 'email_new_code'; email: string }
)

export type ClaimInput = { claim_token: string; otp?: string | undefined }
export type NamedAddress = { path: string; value: string | undefined }

const WRONG =
  'The code is wrong or has expired. Ask the person to check the latest email, or send claim_token with their email to get a new code.'

const triedCode = async (app: App, registration: RegistrationRow, otp: string): Promise<CodeRow> => {
  try {
    return await tryCode(app, { purpose: 'agent_claim', email: emailOf(app, registration) }, otp.trim())
  } catch (error) {
    return error instanceof Failure && error.code === 'invalid_otp'
      ? fail('invalid_otp', { message: WRONG })
      : Promise.reject(error)
  }
}

/** Call it outside a transaction: a rollback must not undo the counted try. */
export const nextStep = async (
  app: App,
  { claim_token, otp }: ClaimInput,
  named: NamedAddress,
): Promise<ClaimStep> => {
  if (otp !== undefined && named.value !== undefined)
    fail('invalid_request', {
      fields: [
        { path: 'otp', problem: `was sent together with ${named.path}`, expected: 'only one of the two' },
      ],
    })
  const registration = await pendingByClaimToken(app, claim_token)
  if (otp !== undefined) return { kind: 'code', registration, code: await triedCode(app, registration, otp) }
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
