import type { App } from '../../app.ts'
import { fail } from '../../errors.ts'
import type { CallerBase } from '../../http/operation.ts'
import type { OperatorCaller, SharedCaller } from '../../key/guard.ts'
import type { Place } from '../../key/intake-token.ts'
import type { Answers } from '../../line/fields/estimates.ts'
import type { Witness } from '../../line/record/consent.ts'
import type { Intake } from '../../line/record/intake.ts'
import { findIntake, lockIntake } from '../../line/record/intakes.ts'
import type { Application } from '../application/application.ts'
import type { UmbrellaStatus } from '../application/lifecycle.ts'

export type UmbrellaIntake = Intake<UmbrellaStatus, Application>

/** Somebody's agent; a shared key is a pseudo-operator of its own. */
export type AgentCaller = OperatorCaller | SharedCaller

/** The person to insure, who opened the review link of this one intake. */
export type BuyerCaller = CallerBase & { kind: 'buyer'; uid: string }

/** Who acts on an intake, through whatever door: for the audit chain and for evidence. */
export type Actor = { witness: Witness; by: Answers['by'] }

export const ownerOf = ({ scope }: AgentCaller): string => scope ?? fail('unauthorized')

export const agentActor = (caller: AgentCaller): Actor => ({
  by: 'operator',
  witness: {
    givenBy: ownerOf(caller),
    channel: 'operator_attestation',
    address: caller.address,
    userAgent: caller.userAgent,
  },
})

export const buyerActor = ({ address, userAgent }: BuyerCaller): Actor => ({
  by: 'person',
  witness: { givenBy: 'buyer', channel: 'person', address, userAgent },
})

/** An assistant attests what the person who shops said; its answers confirm and lock nothing. */
export const shopperActor = ({ address, userAgent }: Place): Actor => ({
  by: 'operator',
  witness: { givenBy: 'shopper', channel: 'assistant_attestation', address, userAgent },
})

const line = 'umbrella'

/** Another operator's intake is not there, the same as one that never was. */
const owned = (intake: UmbrellaIntake | null, caller: AgentCaller): UmbrellaIntake =>
  intake?.owner === ownerOf(caller) ? intake : fail('not_found')

export const readOwnIntake = async (app: App, caller: AgentCaller, uid: string) =>
  owned(await findIntake(app, { uid, line }), caller)

/** For whoever opened a link that is theirs. */
export const readIntake = async (app: App, uid: string): Promise<UmbrellaIntake | null> =>
  findIntake(app, { uid, line })

/** For a job or the desk, in their transaction. */
export const lockForJob = (app: App, uid: string): Promise<UmbrellaIntake | null> =>
  lockIntake(app, { uid, line })

export const lockBuyersIntake = async (
  app: App,
  { uid }: Pick<BuyerCaller, 'uid'>,
): Promise<UmbrellaIntake> => (await lockForJob(app, uid)) ?? fail('not_found')

export const lockOwnIntake = async (app: App, caller: AgentCaller, uid: string) =>
  owned(await lockIntake(app, { uid, line }), caller)
