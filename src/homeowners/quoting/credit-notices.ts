import { isAboutCredit } from '../../carriers/contract/answers.ts'
import type { HomeAnswer } from '../../carriers/homeowners/carrier.ts'
import type { CreditNotice } from '../../emails/adverse-action.ts'

/** A carrier that names an agency has used its report, whatever it says of a score. */
const usedReport = (answer: HomeAnswer): boolean =>
  answer.consumer_report !== undefined ||
  (answer.kind === 'offer' ? answer.insurance_score === 'used' : isAboutCredit(answer.reason_code))

/** One for each carrier that used a report about the homeowner, however many homes it was asked about. */
export const creditNoticesOf = (
  answers: readonly { carrier: string; answer: HomeAnswer }[],
): CreditNotice[] => {
  const notices = new Map<string, CreditNotice>()
  for (const { carrier, answer } of answers) {
    if (!usedReport(answer)) continue
    const outcome = answer.kind === 'offer' ? 'priced' : 'declined'
    const key = `${carrier}/${outcome}`
    const known = notices.get(key)
    notices.set(key, {
      carrier,
      outcome,
      consumer_report: known?.consumer_report ?? answer.consumer_report ?? null,
      score_reasons: known?.score_reasons.length ? known.score_reasons : (answer.score_reasons ?? []),
    })
  }
  return [...notices.values()]
}
