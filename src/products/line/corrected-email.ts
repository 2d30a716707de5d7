import { newAddressEmail, oldAddressEmail } from '../../agency/emails/desk/account.ts'
import { writtenIn } from '../../agency/emails/layout.ts'
import { queueEmail, readdressUnsent } from '../../agency/emails/outbox.ts'
import type { App } from '../../platform/app.ts'
import { contactWords, type LicensedPlace } from '../../platform/config/agency.ts'
import type { Language } from '../../platform/language/language.ts'
import { firstNameOf } from '../../platform/values/personal-text.ts'
import { wasEmailed } from './record/proven-email-store.ts'

export const HOW_TO_CHANGE_EMAIL =
  'To change the email address, the person asks the agency, which tells both addresses. If it has a typo and no one can read its email, start a new application with the right address.'

type Person = {
  uid: string
  sandbox: boolean
  from: string | undefined
  fullName: string | undefined
  places: readonly LicensedPlace[]
  language: Language | undefined
}

const factsOf = ({ config: { agency } }: App, { fullName = '' }: Person) => ({
  firstName: firstNameOf(fullName),
  agency: agency.name,
  contact: contactWords(agency),
})

const tellOldAddress = async (app: App, person: Person): Promise<void> => {
  const { uid, from, places, language } = person
  if (from === undefined) return
  const farewell = writtenIn(language, () => oldAddressEmail(from, factsOf(app, person)))
  await queueEmail(app, { ...farewell, places }, { intake_uid: uid, purpose: 'email_changed' })
}

/** Someone other than staff changed it. An address that we never wrote to may be a stranger's. */
export const tellReplacedAddress = async (app: App, person: Person): Promise<void> => {
  if (!person.sandbox && (await wasEmailed(app.db, person.uid))) await tellOldAddress(app, person)
}

export const followEmailChange = async (
  app: App,
  {
    to,
    link,
    then_job,
    ...person
  }: Person & { to: string; link: string | null; then_job?: string | undefined },
): Promise<void> => {
  const { uid, sandbox, places, language, from } = person
  if (sandbox) return
  if (from !== undefined) await readdressUnsent(app, { uid, from, to })
  await tellOldAddress(app, person)
  const welcome = writtenIn(language, () => newAddressEmail(to, { ...factsOf(app, person), link }))
  await queueEmail(
    app,
    { ...welcome, places },
    { intake_uid: uid, purpose: 'email_changed', ...(then_job !== undefined && { then_job }) },
  )
}
