import type { Email } from './layout.ts'

/** What the law has the person told when a carrier used a consumer report. */
export type CreditNotice = {
  carrier: string
  outcome: 'declined' | 'priced'
  /** Null: the carrier did not name the agency to us. */
  consumer_report: { agency: string; address: string; phone: string } | null
  score_reasons: string[]
}

export type AdverseActionFacts = { firstName: string; link: string; notices: readonly CreditNotice[] }

const what = ({ carrier, outcome }: CreditNotice): string =>
  outcome === 'declined'
    ? `${carrier} did not make you an offer, in whole or in part because of information in a consumer report about you.`
    : `${carrier} used information in a consumer report about you to set its price. The price may be higher than it would be with a better report.`

const whose = ({ carrier, consumer_report: report }: CreditNotice): string =>
  report === null
    ? `The report came from the consumer reporting agency named by ${carrier}; ask ${carrier} for its name, address and toll-free phone number.`
    : `The report came from ${report.agency}, ${report.address}, toll-free phone ${report.phone}.`

const why = ({ score_reasons: reasons }: CreditNotice): string =>
  reasons.length === 0 ? '' : ` What counted most: ${reasons.join(' ')}`

/** What happened, whose report it was and what counted, in one paragraph. */
export const creditNoticeWords = (notice: CreditNotice): string =>
  `${what(notice)} ${whose(notice)}${why(notice)}`

export const creditRights: readonly string[] = [
  'The consumer reporting agency did not make the decision and cannot tell you why it was made.',
  'You may get a free copy of your report from the agency if you ask for it within 60 days of this notice, and you may dispute with the agency whatever in it is inaccurate or incomplete.',
]

/** The notice of 15 U.S.C. 1681m(a), FCRA 615(a). */
export const adverseActionEmail = (to: string, { firstName, link, notices }: AdverseActionFacts): Email => ({
  to,
  subject: 'About the consumer reports used for your insurance quotes',
  paragraphs: [
    `Hello ${firstName},`,
    'Federal law (the Fair Credit Reporting Act) gives you the right to know this.',
    ...notices.map(creditNoticeWords),
    ...creditRights,
  ],
  link: { label: 'Look at your quotes', url: link },
  reason: 'You get this mail because the law requires it. It does not ask you to do anything.',
})
