import type { App } from '../../../platform/app.ts'
import type { LicensedPlace } from '../../../platform/config/agency.ts'
import { fail } from '../../../platform/errors.ts'
import type { Language } from '../../../platform/language/language.ts'
import { dayIn } from '../../../platform/lib/local-day.ts'
import { emailMark, isMarkOf } from '../../../platform/signin/email-mark.ts'
import { endLinksOf, findLink, findLinkOf, issueLink } from '../../../platform/signin/one-time-link.ts'
import { firstNameOf } from '../../../platform/values/personal-text.ts'
import { findIntake } from '../../line/record/intakes.ts'
import { isEnded } from '../application/statuses.ts'
import {
  actorOf,
  type HomeownerCaller,
  type HomeownersIntakeRecord,
  lockOwnIntake,
} from '../intake/intake.ts'
import { noteOnHomeowners } from '../intake/writer.ts'
import type { PortalOffer } from './homes.ts'
import { type PortalView, portalView } from './view.ts'

const purpose = 'shared_quotes'

export const sharedUrl = ({ config }: App, token: string): string =>
  `${config.publicUrl}/portal/shared/${token}`

export const shareQuotes = async (
  app: App,
  caller: HomeownerCaller,
): Promise<{ token: string; expiresAt: Date }> => {
  const { uid } = caller
  const intake = await lockOwnIntake(app, caller, uid)
  if (intake.emailMac === null) return fail('not_found')
  await endLinksOf(app, { purpose, subject: uid })
  const issued = await issueLink(app, { purpose, subject: uid, data: emailMark(intake) })
  const facts = { until: issued.expiresAt.toISOString() }
  await noteOnHomeowners(app, intake, {}, { actor: actorOf(caller).name, event: 'quotes_shared', facts })
  return issued
}

export const stopSharing = async (app: App, caller: HomeownerCaller): Promise<void> => {
  const { uid } = caller
  const intake = await lockOwnIntake(app, caller, uid)
  if ((await findLinkOf(app, { purpose, subject: uid })) === null) return
  await endLinksOf(app, { purpose, subject: uid })
  await noteOnHomeowners(app, intake, {}, { actor: actorOf(caller).name, event: 'sharing_stopped' })
}

export const sharedUntil = async (app: App, { uid }: HomeownerCaller): Promise<Date | null> =>
  (await findLinkOf(app, { purpose, subject: uid }))?.expiresAt ?? null

export const lastDayShared = (
  { places: [first] }: { places: readonly LicensedPlace[] },
  until: Date,
): string => dayIn(first?.state ?? '', until)

export type SharedOffer = ReturnType<typeof sharedOffer>

const sharedOffer = (offer: PortalOffer) => ({
  offer_id: offer.offer_id,
  carrier: offer.carrier,
  illustrative: offer.illustrative,
  ...(offer.admitted === false && { admitted: offer.admitted }),
  annual_price: offer.annual_price,
  coverages: offer.coverages,
  recommended: offer.recommended ?? false,
  selected: offer.selected,
  is_estimate: offer.is_estimate,
  expires_on: offer.expires_on,
})

export type SharedHome = ReturnType<typeof sharedQuotes>['homes'][number]

/** Shows the quotes and the choice, but only the person's first name and city. Reasons for prices can be personal. */
export const sharedQuotes = (
  { full_name, sandbox, homes }: Pick<PortalView, 'full_name' | 'sandbox' | 'homes'>,
  cities: readonly (string | undefined)[],
) => ({
  firstName: firstNameOf(full_name),
  sandbox,
  homes: homes.map(({ offers, policy }, at) => ({
    city: cities[at] ?? '',
    offers: offers.filter(({ unavailable }) => !unavailable).map(sharedOffer),
    bought: policy && {
      carrier: policy.carrier,
      illustrative: policy.illustrative,
      annual_price: policy.annual_price,
      covered_from: policy.covered_from,
    },
  })),
})

export const readShared = async (app: App, token: string, language: Language) => {
  const link = await findLink(app, { purpose, token })
  const intake: HomeownersIntakeRecord | null =
    link && (await findIntake(app, { uid: link.subject, line: 'homeowners' }))
  if (!link || !intake || !isMarkOf(intake, link.data)) return null
  if (isEnded(intake.status)) return null
  const view = await portalView(app, intake, language)
  const cities = intake.application.homes.map(({ city }) => city)
  const { places } = view
  return { ...sharedQuotes(view, cities), places, lastDay: lastDayShared(view, link.expiresAt) }
}
