import { type Notice, noticesBefore } from '../../../agency/rules/notices.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { householdPlace } from '../quoting/carriers.ts'
import type { UmbrellaOfferRow } from '../quoting/selected-offer.ts'

export const umbrellaNotices = (
  intake: Pick<UmbrellaIntakeRecord, 'application'>,
  { offer }: Pick<UmbrellaOfferRow, 'offer'>,
): Notice[] =>
  noticesBefore({
    line: 'umbrella',
    state: householdPlace(intake).state,
    surplus: offer.admitted === false,
    windDeductible: false,
  })
