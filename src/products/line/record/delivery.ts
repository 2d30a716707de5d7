import {
  type DeliveryWithdrawal,
  findDeliveryWithdrawal,
  insertDeliveryWithdrawal,
} from '../../../agency/emails/rules/paper-store.ts'
import type { App } from '../../../platform/app.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { randomId } from '../../../platform/lib/random.ts'
import { agencyDay } from '../wire/agency-day.ts'
import { electronicRecords, withdrawConsent } from './consent.ts'
import { listConsents } from './consent-store.ts'
import { noteOnIntake } from './intakes.ts'
import { writeNote } from './notes.ts'
import { lockIntakeRow } from './store.ts'

type Told = Pick<DeliveryWithdrawal, 'received_how' | 'received_on'> & { by: string; mail: string | null }

export const onWebsite = ({ clock }: Pick<App, 'clock'>, state = '') => ({
  received_how: 'website' as const,
  received_on: dayIn(state, clock.now()),
})

export const mailWords = (mail: string | null): string =>
  mail === null ? 'the customer (ask for the mailing address)' : mail

/** False: it is withdrawn already. Staff get a follow-up, because paper copies are free of charge. */
export const withdrawDelivery = async (
  app: App,
  uid: string,
  { received_how, received_on, by, mail }: Told,
): Promise<boolean> => {
  const facts = { received_how, received_on }
  await lockIntakeRow(app.db, uid)
  if (await findDeliveryWithdrawal(app.db, uid)) return false
  if (!(await noteOnIntake(app, uid, { actor: by, event: 'delivery_withdrawn', facts }))) return false
  const now = app.clock.now()
  await insertDeliveryWithdrawal(app.db, {
    withdrawal_id: randomId(app.random, 'dwd'),
    uid,
    ...facts,
    recorded_by: by,
    recorded_at: now,
  })
  for (const { consent_id, purpose, withdrawal } of await listConsents(app.db, uid))
    if (purpose === electronicRecords.purpose && withdrawal === null)
      await withdrawConsent(app, { uid, consentId: consent_id }, by)
  await writeNote(app, {
    uid,
    by,
    due_on: agencyDay(app),
    words: `The customer withdrew electronic delivery. Send paper copies of their documents by postal mail to ${mailWords(mail)}.`,
  })
  return true
}
