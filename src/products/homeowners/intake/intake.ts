import type { App } from '../../../platform/app.ts'
import { fail } from '../../../platform/errors.ts'
import type { CallerBase } from '../../../platform/http/operation.ts'
import type { OperatorCaller } from '../../../platform/key/guard.ts'
import type { Shopper } from '../../../platform/key/shopper/intake-token.ts'
import { operatorOf, refuseUnapproved } from '../../../platform/key/standing.ts'
import type { Language } from '../../../platform/language/language.ts'
import { type EstimatedRow, isTold, tellerOf } from '../../../platform/values/sourced.ts'
import {
  type Actor,
  type Consenting,
  operatorActor,
  personActor,
  shopperActor,
  staffActor,
} from '../../line/acts/actor.ts'
import { findIntake, type Intake, lockIntake } from '../../line/record/intakes.ts'
import { unknownUid } from '../../line/record/unknown-uid.ts'
import { refuseLive } from '../../line/wire/sandbox-flag.ts'
import type { Application } from '../application/application.ts'
import { applicantFields, homeFields } from '../application/fields.ts'
import type { HomeownersStatus } from '../application/lifecycle.ts'
import { missingFields } from '../application/missing.ts'

export type HomeownerCaller = CallerBase & { kind: 'homeowner'; uid: string; language: Language }

export type PersonCaller = HomeownerCaller | Shopper

type StaffCaller = CallerBase & { kind: 'staff'; actor: string; uid: string }

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

export type HomeownersIntakeRecord = Intake<HomeownersStatus, Application>

export const answersMissing = ({ application }: HomeownersIntakeRecord) =>
  missingFields(application, { creditAuthorized: true })

export const isComplete = (intake: HomeownersIntakeRecord): boolean =>
  intake.consentId !== null && answersMissing(intake).length === 0

/** Everything is given but the application is not submitted: the shopper has not proven the email address. */
export const isHeld = (intake: HomeownersIntakeRecord): boolean =>
  intake.owner === null && intake.status === 'needs_more_info' && isComplete(intake)

const toldIn = <T extends object>(values: T, isShown: (name: string) => boolean): T =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isShown(name))) as T

/** Once withdrawn, the operator or assistant sees again only what it sent. */
export const shownToTeller = (intake: HomeownersIntakeRecord): Application => {
  const { application } = intake
  if (intake.status !== 'withdrawn') return application
  const teller = tellerOf(intake)
  const isShown = (row: EstimatedRow, fields: object) => (name: string) =>
    !Object.hasOwn(fields, name) || isTold(row, name, teller)
  const ofApplicant = isShown(
    { field_estimates: [], locked: [], ...(application.sources && { sources: application.sources }) },
    applicantFields,
  )
  return {
    ...application,
    applicant: toldIn(application.applicant, ofApplicant),
    homes: application.homes.map(home => {
      const ofHome = isShown(home, homeFields)
      return {
        ...toldIn(home, ofHome),
        field_estimates: home.field_estimates.filter(({ field }) => ofHome(field)),
      }
    }),
  }
}

const line = 'homeowners'

const isTheirs = ({ uid, owner }: HomeownersIntakeRecord, caller: IntakeCaller): boolean =>
  caller.kind === 'operator' ? owner === caller.operatorUid : uid === caller.uid

/** Someone else's intake gets the same response as one that does not exist. */
const owned = (
  intake: HomeownersIntakeRecord | null,
  caller: IntakeCaller,
  uid: string,
): HomeownersIntakeRecord => {
  if (!intake || !isTheirs(intake, caller)) return fail('not_found', unknownUid(uid, line))
  refuseLive(caller, intake)
  return intake
}

export const readOwnIntake = async (app: App, caller: IntakeCaller, uid: string) =>
  owned(await findIntake(app, { uid, line }), caller, uid)

/** For every write: a live one is refused while the operator is not approved. */
export const lockOwnIntake = async (app: App, caller: IntakeCaller, uid: string) => {
  const [found, operator] = await Promise.all([
    lockIntake<HomeownersStatus, Application>(app, { uid, line }),
    operatorOf(app, caller),
  ])
  const intake = owned(found, caller, uid)
  refuseUnapproved(app, operator, intake)
  return intake
}
