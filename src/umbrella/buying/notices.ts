import type { OfferRow } from '../../line/offers/store.ts'
import { type Notice, noticesBefore } from '../../rules/notices.ts'
import type { UmbrellaIntakeRecord } from '../intake/intake.ts'
import { householdPlace } from '../quoting/carriers.ts'

export const umbrellaNotices = (
  intake: Pick<UmbrellaIntakeRecord, 'application'>,
  { offer }: Pick<OfferRow, 'offer'>,
): Notice[] =>
  noticesBefore({
    line: 'umbrella',
    state: householdPlace(intake).state,
    surplus: (offer as { admitted?: boolean }).admitted === false,
    windDeductible: false,
  })
