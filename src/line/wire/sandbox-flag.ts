import { fail } from '../../errors.ts'

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
