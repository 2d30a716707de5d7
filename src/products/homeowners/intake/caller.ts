import type { CallerBase } from '../../../platform/http/operation.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import type { Shopper } from '../../../platform/key/shopper/intake-token.ts'
import type { Language } from '../../../platform/language/language.ts'
import {
  type Actor,
  type Consenting,
  operatorActor,
  personActor,
  shopperActor,
  staffActor,
} from '../../line/acts/actor.ts'

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

export function actorOf(caller: ConsentingCaller): Consenting
export function actorOf(caller: IntakeCaller): Actor
export function actorOf(caller: IntakeCaller): Actor {
  if (caller.kind === 'operator') return operatorActor(caller.operatorUid, caller)
  if (caller.kind === 'shopper') return shopperActor(caller)
  return caller.kind === 'staff'
    ? staffActor(caller.actor)
    : personActor('homeowner', caller, caller.language)
}
