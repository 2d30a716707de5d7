import { isAboutCredit } from '../../../agency/carriers/contract/answers.ts'
import type { HomeAnswer } from '../../../agency/carriers/homeowners/carrier.ts'
import type { CreditNotice } from '../../../agency/emails/adverse-action.ts'

/** A carrier that names a reporting agency used its report, whether or not it mentions a score. */
const usedReport = (reply: HomeAnswer): boolean =>
  reply.consumer_report !== undefined ||
  (reply.kind === 'offer' ? reply.insurance_score === 'used' : isAboutCredit(reply.reason_code))

export const creditNoticesOf = (
  replies: readonly { carrier: string; reply: HomeAnswer }[],
): CreditNotice[] => {
  const notices = new Map<string, CreditNotice>()
  for (const { carrier, reply } of replies) {
    if (!usedReport(reply)) continue
    const outcome = reply.kind === 'offer' ? 'priced' : 'declined'
    const key = `${carrier}/${outcome}`
    const known = notices.get(key)
    notices.set(key, {
      carrier,
      outcome,
      consumer_report: known?.consumer_report ?? reply.consumer_report ?? null,
      score_reasons: known?.score_reasons.length ? known.score_reasons : (reply.score_reasons ?? []),
    })
  }
  return [...notices.values()]
}
