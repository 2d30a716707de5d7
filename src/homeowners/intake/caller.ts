import type { CallerBase } from '../../http/operation.ts'
import type { OperatorCaller } from '../../key/guard.ts'
import type { Shopper } from '../../key/intake-token.ts'
import type { Answers } from '../../line/fields/estimates.ts'
import type { Witness } from '../../line/record/consent.ts'

/** The person whose application it is, signed in to the portal for this one intake. */
export type HomeownerCaller = CallerBase & { kind: 'homeowner'; uid: string }

/** For one intake alone: its homeowner, or an assistant that shops for them. */
export type PersonCaller = HomeownerCaller | Shopper

/** Whoever may change an intake: its operator, its homeowner, or the homeowner's assistant. */
export type IntakeCaller = OperatorCaller | PersonCaller

/** In the audit chain. */
export const actorOf = (caller: IntakeCaller): string =>
  caller.kind === 'operator' ? caller.operatorUid : caller.kind

/** Whose answers they are: the homeowner's own confirm and lock what they touch, and an assistant's do not. */
export const answersBy = ({ kind }: IntakeCaller): Answers['by'] =>
  kind === 'homeowner' ? 'person' : 'operator'

const CHANNELS: Record<IntakeCaller['kind'], Witness['channel']> = {
  operator: 'operator_attestation',
  shopper: 'assistant_attestation',
  homeowner: 'person',
}

/** An operator or an assistant attests what the homeowner agreed to; the homeowner agrees in person. */
export const witnessOf = (caller: IntakeCaller): Witness => ({
  givenBy: actorOf(caller),
  channel: CHANNELS[caller.kind],
  address: caller.address,
  userAgent: caller.userAgent,
})
