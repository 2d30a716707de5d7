import { type Email, greeting } from './layout.ts'

export type CreditNotice = {
  carrier: string
  outcome: 'declined' | 'priced' | 'blocked'
  consumer_report: { agency: string; address: string; phone: string } | null
  score_reasons: string[]
}

export type AdverseActionFacts = {
  firstName: string
  link: string | null
  notices: readonly CreditNotice[]
}

const OUTCOMES: Record<CreditNotice['outcome'], string> = {
  declined:
    'did not make you an offer, in whole or in part because of information in a consumer report about you.',
  priced:
    'used information in a consumer report about you to set its price. With a better report, the price might have been lower.',
  blocked:
    'did not issue the policy you chose to buy, in whole or in part because of information in a consumer report about you.',
}

const what = ({ carrier, outcome }: CreditNotice): string => `${carrier} ${OUTCOMES[outcome]}`

const whose = ({ carrier, consumer_report: report }: CreditNotice): string =>
  report === null
    ? `${carrier} did not tell us which consumer reporting agency provided the report. Ask ${carrier} for the agency’s name, address, and toll-free phone number.`
    : `The report came from ${report.agency}, ${report.address}, toll-free ${report.phone}.`

const why = ({ score_reasons: reasons }: CreditNotice): string =>
  reasons.length === 0 ? '' : ` The main reasons: ${reasons.join(' ')}`

export const creditNoticeWords = (notice: CreditNotice): string =>
  `${what(notice)} ${whose(notice)}${why(notice)}`

export const creditRights: readonly string[] = [
  'The consumer reporting agency did not make the decision and cannot tell you why it was made.',
  'You have the right to a free copy of your report from the agency if you ask within 60 days of this notice. You also have the right to dispute anything in it that is inaccurate or incomplete.',
]

/** The notice of 15 U.S.C. 1681m(a), FCRA 615(a). */
export const adverseActionEmail = (to: string, { firstName, link, notices }: AdverseActionFacts): Email => ({
  to,
  subject: 'About the consumer reports used for your insurance quotes',
  paragraphs: [
    greeting(firstName),
    'The Fair Credit Reporting Act, a federal law, gives you the right to this notice.',
    ...notices.map(creditNoticeWords),
    ...creditRights,
  ],
  ...(link !== null && { link: { label: 'See your quotes', url: link } }),
  reason: 'We’re required by law to send you this notice. You don’t need to do anything.',
})
