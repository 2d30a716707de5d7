import type { App } from '../../app.ts'
import { type Email, writtenIn } from '../../emails/layout.ts'
import { queueEmail } from '../../emails/outbox.ts'
import type { EmailAbout } from '../../emails/store.ts'
import { umbrellaOffersReadyEmail } from '../../emails/umbrella/offers-ready.ts'
import { referrerName } from '../../key/referrer.ts'
import { findOperator } from '../../key/store.ts'
import { firstNameOf } from '../../line/fields/first-name.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { householdPlaces } from './carriers.ts'

type Who = { firstName: string; referredBy: string | null }
type Told = {
  purpose: EmailAbout['purpose']
  email(to: string, who: Who): Email
  onlyBuyer?: boolean
  to?: string
}

/** The operator's assistant gets a separate email, so neither sees the other's address. */
export const tell = async (
  app: App,
  { uid, owner, sandbox, application: { household } }: UmbrellaIntakeRecord,
  { purpose, email, onlyBuyer = false, to: other }: Told,
): Promise<void> => {
  if (sandbox || household.email === undefined) return
  const operator = owner === null ? undefined : await findOperator(app.db, owner)
  const who = {
    firstName: other === undefined ? firstNameOf(household.full_name) : '',
    referredBy: referrerName(app, owner, operator),
  }
  const assistant = onlyBuyer ? undefined : operator?.assistant_email
  const recipients = new Set(other === undefined ? [household.email, assistant ?? household.email] : [other])
  const places = householdPlaces(household)
  for (const to of recipients) {
    const preferred = to === household.email ? household.preferred_language : undefined
    const written = writtenIn(preferred, () => email(to, who))
    await queueEmail(
      app,
      { ...written, places },
      {
        intake_uid: uid,
        operator: owner,
        purpose,
        isCopy: to !== household.email,
      },
    )
  }
}

export const tellOffersReady = (app: App, intake: UmbrellaIntakeRecord): Promise<void> =>
  tell(app, intake, {
    purpose: 'offers_ready',
    onlyBuyer: true,
    email: (to, who) => umbrellaOffersReadyEmail(to, { ...who, link: reviewUrl(app, intake.uid) }),
  })
