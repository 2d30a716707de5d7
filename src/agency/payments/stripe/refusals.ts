/** Refused by the card or the bank, or too late: repeating it would not help. */
const REFUSALS: readonly unknown[] = [
  'payment_intent_unexpected_state',
  'charge_expired_for_capture',
  'capture_charge_authorization_expired',
  'payment_intent_authentication_failure',
  'payment_intent_mandate_invalid',
  'payment_method_bank_account_blocked',
  'payment_method_unactivated',
]

const isRefused = (error: unknown): boolean => {
  const { type, code } = (error ?? {}) as { type?: unknown; code?: unknown }
  return type === 'StripeCardError' || REFUSALS.includes(code)
}

export const unlessRefused = async <T>(act: Promise<T>): Promise<T | null> => {
  try {
    return await act
  } catch (error) {
    if (isRefused(error)) return null
    throw error
  }
}
