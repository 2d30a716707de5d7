import { DAY } from '../../platform/lib/clock.ts'
import type { PaymentStatus, Truth } from './provider.ts'

export type PaymentStep =
  | 'note_authorized'
  | 'take'
  | 'note_paid'
  | 'note_failed'
  | 'renew'
  | 'release'
  | 'give_back'
  | null

type Standing = {
  status: PaymentStatus
  authorized_until: Date | null
  committed_at: Date | null
  charged_cents: number | null
  provider: string
  settled_by: string | null
}

/** A card's hold ends at a time that its issuer sets. A day is enough to ask again. */
const RENEW_BEFORE = DAY

const endsSoon = (until: Date | null, now: Date): boolean =>
  until !== null && until.getTime() - now.getTime() <= RENEW_BEFORE

const whileOpen = ({ state }: Truth): PaymentStep => {
  if (state === 'authorized') return 'note_authorized'
  // An open payment must not take money, so it is returned.
  return state === 'captured' ? 'give_back' : null
}

const whileAuthorized = (payment: Standing, truth: Truth, now: Date): PaymentStep => {
  if (truth.state === 'canceled' || truth.state === 'failed' || truth.state === 'waiting')
    return 'note_failed'
  if (truth.state !== 'authorized' || !endsSoon(truth.authorized_until, now)) return null
  return payment.committed_at === null ? 'release' : 'renew'
}

const whileCapturing = ({ state }: Truth): PaymentStep => {
  if (state === 'authorized') return 'take'
  if (state === 'captured') return 'note_paid'
  return state === 'processing' ? null : 'note_failed'
}

const letGo = ({ state }: Truth): PaymentStep =>
  state === 'authorized' || state === 'waiting' ? 'release' : null

/** Staff recorded a check, so the provider's page or hold is no longer needed. */
const oncePaid = ({ provider, settled_by }: Standing, truth: Truth): PaymentStep =>
  settled_by === provider ? null : letGo(truth)

const afterwards = (truth: Truth): PaymentStep => {
  const { captured_cents, refunds } = truth
  if (letGo(truth) !== null) return 'release'
  const back = refunds.filter(({ status }) => status !== 'failed').reduce((sum, { cents }) => sum + cents, 0)
  return captured_cents > back ? 'give_back' : null
}

/** What to do next, from what we recorded and what the provider says. Repeating it until null is always safe. */
export const nextStep = (payment: Standing, truth: Truth, now: Date): PaymentStep => {
  switch (payment.status) {
    case 'open':
      return whileOpen(truth)
    case 'authorized':
      return whileAuthorized(payment, truth, now)
    case 'capturing':
      return whileCapturing(truth)
    case 'paid':
      return oncePaid(payment, truth)
    default:
      return afterwards(truth)
  }
}
