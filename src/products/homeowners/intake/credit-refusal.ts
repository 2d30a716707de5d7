import type { App } from '../../../platform/app.ts'
import { isPersonsName } from '../../../platform/audit/actor.ts'
import { latestStep } from '../../../platform/audit/store.ts'
import type { Application, CreditRefusal } from '../application/application.ts'
import type { HomeIntake } from './intake.ts'

const YES = ['consent_given', 'consent_offered']
const NO = ['consent_withdrawn', 'consent_refused']

/** Applications stored before they kept a refusal have it in their audit chain only. */
const refusalInChain = async (app: App, uid: string): Promise<CreditRefusal> => {
  const last = await latestStep(app.db, uid, [...YES, ...NO])
  if (!last || YES.includes(last.event)) return null
  return isPersonsName(last.actor) ? 'person' : 'agent'
}

export const creditRefusal = async (
  app: App,
  { uid, consentId, application }: HomeIntake,
): Promise<CreditRefusal> => {
  if (consentId !== null) return null
  const { credit_refused_by: kept } = application
  return kept === undefined ? refusalInChain(app, uid) : kept
}

export const withCreditRefusal = (application: Application, credit_refused_by: CreditRefusal): Application =>
  application.credit_refused_by === credit_refused_by ? application : { ...application, credit_refused_by }
