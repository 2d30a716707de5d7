import type { PolicyLife } from '../../../agency/policies/policy-life.ts'
import { say } from '../words/say.ts'

const WORDS = {
  active: 'Active',
  cancel_requested: 'Cancellation requested. It stays active until the insurance company agrees.',
  canceled: 'Canceled',
  change_requested: 'Change requested. It stays as it is until the insurance company agrees.',
  changed: 'Changed as requested',
  renewal_offered: 'Active, with an offer to renew it',
  renewed: 'Renewed',
  expired: 'Expired',
} as const satisfies Record<PolicyLife, string>

const NOT_STARTED = 'Issued. Coverage hasn’t started yet.'

type Period = { today: string; effective_date: string }

export const lifeWords = (life: PolicyLife, { today, effective_date }: Period): string =>
  life === 'active' && today < effective_date ? say(NOT_STARTED) : say(WORDS[life])
