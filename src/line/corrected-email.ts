import type { App } from '../app.ts'
import { contactWords, type LicensedPlace } from '../config/agency.ts'
import { newAddressEmail, oldAddressEmail } from '../emails/desk/email-changed.ts'
import { queueEmail } from '../emails/outbox.ts'

type Changed = {
  uid: string
  sandbox: boolean
  from: string | undefined
  to: string
  fullName: string | undefined
  places: readonly LicensedPlace[]
  /** Where the person signs in. Null: a code is emailed when they open their application. */
  link: string | null
}

/** The old address is told of the change, and the person has to prove the new one. */
export const tellEmailChange = async (app: App, changed: Changed): Promise<void> => {
  const { uid, sandbox, from, to, fullName = '', places, link } = changed
  if (sandbox) return
  const { agency } = app.config
  const facts = {
    firstName: fullName.split(' ')[0] ?? '',
    agency: agency.name,
    contact: contactWords(agency),
  }
  const about = { intake_uid: uid, purpose: 'email_changed' } as const
  if (from !== undefined) await queueEmail(app, { ...oldAddressEmail(from, facts), places }, about)
  await queueEmail(app, { ...newAddressEmail(to, { ...facts, link }), places }, about)
}
