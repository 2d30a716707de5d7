import type { CreditNotice } from '../../../agency/emails/adverse-action.ts'
import { type Email, writtenIn } from '../../../agency/emails/layout.ts'
import { offerChangedEmail } from '../../../agency/emails/offer-changed.ts'
import { type AddedFacts, offersAddedEmail } from '../../../agency/emails/offers-added.ts'
import { noOffersEmail, offersReadyEmail } from '../../../agency/emails/offers-ready.ts'
import { type HandedOver, queueEmail } from '../../../agency/emails/outbox.ts'
import { type EmailAbout, lastQueuedAt } from '../../../agency/emails/store.ts'
import { type App, job } from '../../../platform/app.ts'
import { contactWords } from '../../../platform/config/agency.ts'
import { transact } from '../../../platform/db/transact.ts'
import { speaking } from '../../../platform/language/language.ts'
import { firstNameOf } from '../../../platform/values/personal-text.ts'
import { tellOfReports } from '../../line/buying/tell-of-reports.ts'
import { lockIntake } from '../../line/record/intakes.ts'
import { isInsured } from '../application/application.ts'
import type { HomeownersIntakeRecord } from '../intake/intake.ts'
import { noteOffersEmailed } from '../intake/property-row-store.ts'
import { saveRows } from '../intake/property-rows.ts'
import { emailFacts, homePlaces } from './email-facts.ts'
import { homeOffers } from './offers.ts'
import { paymentWords } from './payment-words.ts'

/** Stored with emails and jobs, so this name must not change. */
export const OFFERS_EMAILED = 'homeowners_offers_mailed'

export const offersEmailed = job<HandedOver>({
  name: OFFERS_EMAILED,
  run: (app, { intake_uid: uid }) =>
    transact(app, async inside => {
      const now = app.clock.now()
      const intake: HomeownersIntakeRecord | null = await lockIntake(inside, { uid, line: 'homeowners' })
      if (intake && (await noteOffersEmailed(inside.db, uid, now)))
        await saveRows(inside, { ...intake, updatedAt: now })
    }),
})

type Told = Pick<EmailAbout, 'purpose'> & { then_job?: string }
export type EmailFacts = Awaited<ReturnType<typeof emailFacts>>

export const tellHomeowner = async (
  app: App,
  intake: HomeownersIntakeRecord,
  { email, to: other, ...about }: Told & { email: (to: string, facts: EmailFacts) => Email; to?: string },
): Promise<void> => {
  const { email: own, preferred_language } = intake.application.applicant
  const to = other ?? own
  if (intake.sandbox || to === undefined) return
  const facts = { ...(await emailFacts(app, intake)), ...(other !== undefined && { firstName: '' }) }
  const written = {
    ...writtenIn(preferred_language, () => email(to, facts)),
    places: homePlaces(intake.application),
  }
  await queueEmail(app, written, {
    intake_uid: intake.uid,
    operator: intake.owner,
    ...about,
  })
}

export const tellOtherInsureds = async (
  app: App,
  { uid, owner, sandbox, application }: HomeownersIntakeRecord,
  {
    names,
    purpose,
    email,
  }: Pick<Told, 'purpose'> & {
    names: readonly string[]
    email: (to: string, who: { firstName: string; fullName: string }) => Email
  },
): Promise<void> => {
  const { email: buyer, preferred_language, co_applicants = [] } = application.applicant
  const told = new Set([buyer])
  for (const { email: to, full_name } of co_applicants) {
    if (sandbox || to === undefined || full_name === undefined) continue
    if (told.has(to) || !names.includes(full_name)) continue
    told.add(to)
    const who = { firstName: firstNameOf(full_name), fullName: full_name }
    const written = writtenIn(preferred_language, () => email(to, who))
    await queueEmail(
      app,
      { ...written, places: homePlaces(application) },
      { intake_uid: uid, operator: owner, purpose },
    )
  }
}

export const tellOffersReady = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  const { preferred_language } = intake.application.applicant
  const payment = await speaking(preferred_language, () => paymentWords(app, intake))
  await tellHomeowner(app, intake, {
    purpose: 'offers_ready',
    then_job: OFFERS_EMAILED,
    email: (to, facts) => offersReadyEmail(to, { ...facts, payment }),
  })
}

/** Sent once, however often it is quoted again, unless there were offers in between. */
export const tellNoOffers = async (app: App, intake: HomeownersIntakeRecord): Promise<void> => {
  const purpose = 'no_offers'
  const [told, [last]] = await Promise.all([
    lastQueuedAt(app.db, { intake_uid: intake.uid, purpose }),
    homeOffers.before(app.db, intake),
  ])
  if (told && !(last && last.published_at > told)) return
  const hasPolicies = intake.application.homes.some(isInsured)
  const email = (to: string, facts: EmailFacts) =>
    noOffersEmail(to, { ...facts, contact: contactWords(app.config.agency), hasPolicies })
  await tellHomeowner(app, intake, { purpose, email })
}

export const tellOffersAdded = (
  app: App,
  intake: HomeownersIntakeRecord,
  added: Pick<AddedFacts, 'added' | 'isCheaper' | 'isSurplus' | 'isComplete'>,
): Promise<void> =>
  tellHomeowner(app, intake, {
    purpose: 'offers_added',
    email: (to, facts) => offersAddedEmail(to, { ...facts, ...added }),
  })

export const tellOfferChanged = (app: App, intake: HomeownersIntakeRecord, carrier: string): Promise<void> =>
  tellHomeowner(app, intake, {
    purpose: 'offer_changed',
    email: (to, facts) => offerChangedEmail(to, { ...facts, carrier }),
  })

export const tellHomeownerOfReports = (
  app: App,
  intake: HomeownersIntakeRecord,
  notices: readonly CreditNotice[],
): Promise<void> =>
  tellOfReports(app, { uid: intake.uid, notices, tell: told => tellHomeowner(app, intake, told) })
