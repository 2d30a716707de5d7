import { lineOf } from '../../../platform/lines.ts'
import { homeOfferForm } from './home-offer.ts'
import type { OfferForm } from './offer-form.ts'
import { umbrellaOfferForm } from './umbrella-offer.ts'

const FORMS = { homeowners: homeOfferForm, umbrella: umbrellaOfferForm } as const

export const offerFormOf = ({ uid }: { uid: string }): OfferForm => {
  const line = lineOf(uid)
  if (line === null) throw new Error(`${uid} belongs to no line.`)
  return FORMS[line]
}
