import type { CallerBase } from '../../../platform/http/operation.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import type { Shopper } from '../../../platform/key/shopper/intake-token.ts'
import type { Language } from '../../../platform/language/language.ts'
import type { Origin } from '../../../platform/values/sourced.ts'
import type { SentAnswers } from '../../line/fields/estimates.ts'
import type { Witness } from '../../line/record/consent.ts'

export type HomeownerCaller = CallerBase & { kind: 'homeowner'; uid: string; language: Language }

export type PersonCaller = HomeownerCaller | Shopper

export type StaffCaller = CallerBase & { kind: 'staff'; actor: string; uid: string }

export const staffCaller = (actor: string, uid: string): StaffCaller => ({
  kind: 'staff',
  actor,
  uid,
  address: '',
  userAgent: '',
  scope: null,
  credentialId: null,
})

export type ConsentingCaller = OperatorCaller | PersonCaller

export type IntakeCaller = ConsentingCaller | StaffCaller

export const actorOf = (caller: IntakeCaller): string => {
  if (caller.kind === 'operator') return caller.operatorUid
  return caller.kind === 'staff' ? caller.actor : caller.kind
}

export const answersBy = ({ kind }: IntakeCaller): SentAnswers['by'] =>
  kind === 'homeowner' ? 'person' : 'operator'

const ORIGINS: Record<IntakeCaller['kind'], Origin> = {
  operator: 'operator',
  shopper: 'assistant',
  homeowner: 'person',
  staff: 'staff',
}

export const originOf = ({ kind }: IntakeCaller): Origin => ORIGINS[kind]

const PROOFS: Record<ConsentingCaller['kind'], Witness['proof']> = {
  operator: 'operator_attestation',
  shopper: 'assistant_attestation',
  homeowner: 'portal_session',
}

export const witnessOf = (caller: ConsentingCaller): Witness => ({
  givenBy: actorOf(caller),
  proof: PROOFS[caller.kind],
  language: caller.kind === 'homeowner' ? caller.language : 'en',
  address: caller.address,
  userAgent: caller.userAgent,
})
