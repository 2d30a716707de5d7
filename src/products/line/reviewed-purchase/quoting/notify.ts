import { priceChangedEmail } from '../../../../agency/emails/buying/price-changed.ts'
import { carrierQuestionEmail } from '../../../../agency/emails/desk/tasks.ts'
import { type Email, writtenIn } from '../../../../agency/emails/layout.ts'
import { queueEmail, refuseSuppressed } from '../../../../agency/emails/outbox.ts'
import { moneyBackWords } from '../../../../agency/emails/payment-notices.ts'
import type { EmailAbout } from '../../../../agency/emails/store.ts'
import { expiresOn } from '../../../../agency/policies/life/policy-end.ts'
import type { Policy } from '../../../../agency/policies/policies.ts'
import type { App } from '../../../../platform/app.ts'
import { contactWords } from '../../../../platform/config/agency.ts'
import { referrerName } from '../../../../platform/key/referrer.ts'
import { whyAccessEnded, whyNotLive } from '../../../../platform/key/standing.ts'
import { findOperator } from '../../../../platform/key/store.ts'
import { usd, usdCents } from '../../../../platform/values/money.ts'
import { firstNameOf } from '../../../../platform/values/personal-text.ts'
import { isReshopped } from '../../aftersale/reshop.ts'
import type { MoneyOutcome } from '../../buying/settle-money.ts'
import type { ReviewedIntake } from '../intake/intake.ts'
import { reviewUrl } from '../intake/review-token.ts'
import { lineOf, type Recipient } from '../reviewed-line.ts'
import { placesOf } from './carriers.ts'

export type Told = {
  purpose: EmailAbout['purpose']
  email(to: string, who: Recipient): Email
  onlyBuyer?: boolean
  to?: string
}

type Letter = Pick<Told, 'purpose'> & { to: string; write(): Email }

const queueTo = (app: App, intake: ReviewedIntake, { to, purpose, write }: Letter) => {
  const { uid, owner } = intake
  const { household } = intake.application
  const isCopy = to !== household.email
  const written = writtenIn(isCopy ? undefined : household.preferred_language, write)
  const places = placesOf(intake)
  return queueEmail(app, { ...written, places }, { intake_uid: uid, operator: owner, purpose, isCopy })
}

/** The operator's assistant gets a separate email, so neither sees the other's address. */
export const tell = async (
  app: App,
  intake: ReviewedIntake,
  { purpose, email, onlyBuyer = false, to: other }: Told,
): Promise<void> => {
  const { owner, sandbox, application } = intake
  const { household } = application
  if (sandbox || household.email === undefined) return
  const operator = owner === null ? undefined : await findOperator(app.db, owner)
  const who = {
    firstName: other === undefined ? firstNameOf(household.full_name) : '',
    referredBy: referrerName(app, owner, operator),
    isOurs: isReshopped(household),
    isRepresented: operator === undefined || whyNotLive(app, operator) === null,
    link: reviewUrl(app, intake.uid),
  }
  const isCopied = !onlyBuyer && operator !== undefined && whyAccessEnded(app, operator) === null
  const assistant = isCopied ? operator.assistant_email : null
  const recipients = new Set(other === undefined ? [household.email, assistant ?? household.email] : [other])
  for (const to of recipients)
    await queueTo(app, intake, {
      to,
      purpose,
      write: () => email(to, { ...who, contact: contactWords(app.config.agency) }),
    })
}

export const tellOffersReady = (app: App, intake: ReviewedIntake): Promise<void> =>
  tell(app, intake, {
    purpose: 'offers_ready',
    onlyBuyer: true,
    email: lineOf(intake).emails.offersReady,
  })

export const tellReshopped = async (
  app: App,
  intake: ReviewedIntake,
  { policy }: { policy: Policy },
): Promise<void> => {
  const { email: to, full_name } = intake.application.household
  if (intake.sandbox || to === undefined) return
  const facts = {
    firstName: firstNameOf(full_name),
    carrier: policy.carrier,
    due_on: expiresOn(policy),
    link: reviewUrl(app, intake.uid),
  }
  const write = () => lineOf(intake).emails.reshopped(to, facts)
  refuseSuppressed(app, await queueTo(app, intake, { to, purpose: 'fix_issues', write }))
}

type Changed = { carrier: string; before: number; after: number | null; money: MoneyOutcome }

export const tellOfferChanged = (
  app: App,
  intake: ReviewedIntake,
  { carrier, before, after, money }: Changed,
): Promise<void> => {
  const told = () => ({ carrier, money_back: moneyBackWords({ ...money, usd: usdCents }) })
  return after === null
    ? tell(app, intake, {
        purpose: 'offer_changed',
        email: (to, who) => lineOf(intake).emails.withdrawn(to, { ...who, ...told() }),
      })
    : tell(app, intake, {
        purpose: 'price_changed',
        email: (to, who) =>
          priceChangedEmail(to, {
            ...who,
            referredBy: who.referredBy ?? '',
            ...told(),
            signed_price: usd(before),
            new_price: usd(after),
          }),
      })
}

export const tellStartPassed = (
  app: App,
  intake: ReviewedIntake,
  { money, ...facts }: { carrier: string; effective_date: string; money: MoneyOutcome },
): Promise<void> =>
  tell(app, intake, {
    purpose: 'offer_changed',
    email: (to, who) =>
      lineOf(intake).emails.startPassed(to, {
        ...who,
        ...facts,
        money_back: moneyBackWords({ ...money, usd: usdCents }),
      }),
  })

export const tellCarrierQuestion = (app: App, intake: ReviewedIntake, carrier: string): Promise<void> =>
  tell(app, intake, {
    purpose: 'carrier_question',
    email: (to, who) => carrierQuestionEmail(to, { ...who, carrier }),
  })

export const tellPurchaseEnded = (
  app: App,
  intake: ReviewedIntake,
  { money, ...facts }: { carrier: string; by: 'buyer' | 'agency'; money: MoneyOutcome },
): Promise<void> =>
  tell(app, intake, {
    purpose: 'offer_changed',
    email: (to, who) =>
      lineOf(intake).emails.ended(to, {
        ...who,
        ...facts,
        money_back: moneyBackWords({ ...money, usd: usdCents }),
      }),
  })
