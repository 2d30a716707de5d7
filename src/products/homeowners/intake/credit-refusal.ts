import type { App } from '../../../platform/app.ts'
import { latestStep } from '../../../platform/audit/store.ts'
import type { HomeownersIntakeRecord } from './intake.ts'

export type CreditRefusal = 'person' | 'agent' | null

const YES = ['consent_given', 'consent_offered']
const NO = ['consent_withdrawn', 'consent_refused']

export const creditRefusal = async (
  app: App,
  { uid, consentId }: HomeownersIntakeRecord,
): Promise<CreditRefusal> => {
  const last = consentId === null ? await latestStep(app.db, uid, [...YES, ...NO]) : undefined
  if (!last || YES.includes(last.event)) return null
  return last.actor === 'homeowner' ? 'person' : 'agent'
}
