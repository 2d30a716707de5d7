import type { CallerBase } from '../../http/operation.ts'
import type { OperatorCaller } from '../../key/guard.ts'
import type { Shopper } from '../../key/intake-token.ts'
import type { Answers, Origin } from '../../line/fields/estimates.ts'
import type { Witness } from '../../line/record/consent.ts'

export type HomeownerCaller = CallerBase & { kind: 'homeowner'; uid: string }

export type PersonCaller = HomeownerCaller | Shopper

export type IntakeCaller = OperatorCaller | PersonCaller

export const actorOf = (caller: IntakeCaller): string =>
  caller.kind === 'operator' ? caller.operatorUid : caller.kind

/** The homeowner's own answers confirm and lock fields. An assistant's answers do not. */
export const answersBy = ({ kind }: IntakeCaller): Answers['by'] =>
  kind === 'homeowner' ? 'person' : 'operator'

const ORIGINS: Record<IntakeCaller['kind'], Origin> = {
  operator: 'operator',
  shopper: 'assistant',
  homeowner: 'person',
}

export const originOf = ({ kind }: IntakeCaller): Origin => ORIGINS[kind]

const PROOFS: Record<IntakeCaller['kind'], Witness['proof']> = {
  operator: 'operator_attestation',
  shopper: 'assistant_attestation',
  homeowner: 'portal_session',
}

export const witnessOf = (caller: IntakeCaller): Witness => ({
  givenBy: actorOf(caller),
  proof: PROOFS[caller.kind],
  address: caller.address,
  userAgent: caller.userAgent,
})
