import { fail } from '../../../platform/errors.ts'

export const refuseOtherSandbox = (
  sent: boolean | undefined,
  existing: { sandbox: boolean } | null,
): void => {
  if (existing && sent !== undefined && sent !== existing.sandbox)
    fail('invalid_request', {
      fields: [
        {
          path: 'sandbox',
          code: 'fixed_after_first_call',
          expected: String(existing.sandbox),
        },
      ],
    })
}

type Caller = { kind: string; sandboxOnly?: true; accessEnded?: string }

export const refuseLive = (
  { sandboxOnly, accessEnded: message }: Caller,
  { sandbox }: { sandbox: boolean },
): void => {
  if (sandbox) return
  if (message !== undefined) fail('operator_not_approved', { message })
  if (sandboxOnly) fail('live_key_required')
}

export const sandboxOf = (caller: Caller, sent: boolean | undefined): boolean => {
  const sandbox = sent ?? caller.sandboxOnly ?? false
  refuseLive(caller, { sandbox })
  return sandbox
}

const SANDBOX_LIST =
  'A test key sees only sandbox requests. Use your live key, or leave out the filter sandbox=false.'

/** For a list: a test key sees sandbox requests only, and a revoked operator must ask for them. Undefined: both kinds. */
export const sandboxFilter = (caller: Caller, asked: boolean | undefined): boolean | undefined => {
  if (caller.accessEnded !== undefined) return sandboxOf(caller, asked)
  if (!caller.sandboxOnly) return asked
  return asked === false ? fail('live_key_required', { message: SANDBOX_LIST }) : true
}
