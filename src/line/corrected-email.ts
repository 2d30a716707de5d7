import type { App } from '../app.ts'
import { contactWords, type LicensedPlace } from '../config/agency.ts'
import { newAddressEmail, oldAddressEmail } from '../emails/desk/email-changed.ts'
import { writtenIn } from '../emails/layout.ts'
import { queueEmail } from '../emails/outbox.ts'
import type { Language } from '../language/language.ts'
import { firstNameOf } from './fields/first-name.ts'

type Changed = {
  uid: string
  sandbox: boolean
  from: string | undefined
  to: string
  fullName: string | undefined
  places: readonly LicensedPlace[]
  link: string | null
  language: Language | undefined
}

export const tellEmailChange = async (app: App, changed: Changed): Promise<void> => {
  const { uid, sandbox, from, to, fullName = '', places, link, language } = changed
  if (sandbox) return
  const { agency } = app.config
  const facts = () => ({
    firstName: firstNameOf(fullName),
    agency: agency.name,
    contact: contactWords(agency),
  })
  const about = { intake_uid: uid, purpose: 'email_changed' } as const
  if (from !== undefined) {
    const farewell = writtenIn(language, () => oldAddressEmail(from, facts()))
    await queueEmail(app, { ...farewell, places }, about)
  }
  const welcome = writtenIn(language, () => newAddressEmail(to, { ...facts(), link }))
  await queueEmail(app, { ...welcome, places }, about)
}
