import type { App } from '../../../platform/app.ts'
import { offerSummary } from '../../line/offers/offer-summary.ts'
import type { OfferRow } from '../../line/offers/store.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { isInsured } from '../application/application.ts'
import { coarseOf, homeStatus, isChoosing } from '../application/statuses.ts'
import { answersMissing, type HomeIntake, isHeld } from '../intake/intake.ts'
import { turnOf } from '../intake/turn.ts'
import { readQuotes } from '../operator/quotes-view.ts'
import { creditRefusalWords } from '../operator/quotes-words.ts'
import { homeOffers } from '../quoting/offers.ts'

const openOffers = async (app: App, intake: HomeIntake) => {
  if (!isChoosing(intake.status)) return []
  const insured = intake.application.homes.filter(isInsured).map(({ property_id }) => property_id)
  return (await homeOffers.list(app.db, intake)).filter(({ item }) => !insured.includes(item))
}

const said = async (
  app: App,
  intake: HomeIntake,
  { awaitsConsent, offers }: { awaitsConsent: boolean; offers: readonly OfferRow[] },
): Promise<string | null> => {
  const isOver = coarseOf(intake.status) === 'abandoned'
  const isNoneLeft = intake.status === 'quoted' && offerSummary(offers) === null
  if (!isOver && !isNoneLeft && !awaitsConsent) return null
  const { body, facts } = await readQuotes(app, intake)
  return awaitsConsent ? creditRefusalWords('person', facts) : body.response_summary
}

export const coarse = async (app: App, uid: string) => {
  const intake: HomeIntake | null = await findIntake(app, { uid, line: 'homeowners' })
  if (!intake) return null
  const awaitsConsent =
    intake.status === 'needs_more_info' && intake.consentId === null && answersMissing(intake).length === 0
  const offers = await openOffers(app, intake)
  return {
    intake,
    ...(await turnOf(app, intake)),
    held: isHeld(intake),
    status: awaitsConsent ? ('credit_consent_pending' as const) : coarseOf(intake.status),
    detail_status: intake.status,
    stage: homeStatus(intake.status).stage,
    isPartlyBound: intake.status !== 'bound' && intake.application.homes.some(isInsured),
    offers,
    said: await said(app, intake, { awaitsConsent, offers }),
  }
}
