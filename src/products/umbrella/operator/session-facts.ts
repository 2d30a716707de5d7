import type { Waiting } from '../../line/offers/progress-words.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'
import type { UmbrellaSession } from './session-schema.ts'

export type SessionFacts = {
  status: UmbrellaStatus
  missing: number
  estimated: number
  offers: number
  sandbox: boolean
  waiting: Waiting | null
  illustrative: boolean
  consentOffered: boolean
  consentRefused: boolean
  refusedByBuyer?: boolean
  uploads: readonly string[]
  policy?:
    | Pick<NonNullable<UmbrellaSession['policy']>, 'life' | 'effective_date' | 'ended_on' | 'requests'>
    | undefined
  isAsked: boolean
  startPassed: string | null
  endedBy: 'buyer' | 'agency' | null
  expired: boolean
  paymentFailed: boolean
  erased: boolean
}

export type NextAction = UmbrellaSession['next_action']

export type Words = {
  summary: string | ((facts: SessionFacts) => string)
  action: NextAction
  instructions: readonly string[]
}

export const POLL_WITHOUT_KEY =
  'Poll with poll_request after poll_after_seconds, without an Idempotency-Key, or long-poll with Prefer: wait=25.'
export const CONSENT_SHAPE = 'credit_consent: {"answer": "Yes", "collected_from_user": true}, or "No".'
