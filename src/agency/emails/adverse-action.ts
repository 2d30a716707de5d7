import { html } from 'hono/html'
import type { Html } from '../../platform/pages/html.ts'
import { ownWords } from '../../platform/pages/own-words.ts'
import { type Email, greeting, say, sayHtml } from './layout.ts'

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
  contact: string
}

/** The law requires the reporting agency's name, address and phone number. Without them the notice is not complete. */
export const isNoticeComplete = ({ consumer_report }: CreditNotice): boolean => consumer_report !== null

const OUTCOMES = {
  declined:
    '{carrier} did not make you an offer, in whole or in part because of information in a consumer report about you.',
  priced:
    '{carrier} used information in a consumer report about you to set its price. With a better report, the price might have been lower.',
  blocked:
    '{carrier} did not issue the policy that was ordered, in whole or in part because of information in a consumer report about you.',
} as const satisfies Record<CreditNotice['outcome'], string>

const what = ({ carrier, outcome }: CreditNotice): string => say(OUTCOMES[outcome], { carrier })

const whose = ({ carrier, consumer_report: report }: CreditNotice, contact: string): string =>
  report === null
    ? say(
        'This is not the complete notice that the law entitles you to: {carrier} has not told us which consumer reporting agency provided the report. To get its name, address and phone number, {contact}.',
        { carrier, contact },
      )
    : say('The report came from {agency}, {address}, toll-free {phone}.', report)

const reasonsIn = ({ score_reasons }: CreditNotice): string =>
  score_reasons.map(reason => reason.trim().replace(/\.$/, '')).join('; ')

const why = (notice: CreditNotice): string => {
  const reasons = reasonsIn(notice)
  return reasons === '' ? '' : ` ${say('The main reasons: {reasons}.', { reasons })}`
}

const creditNoticeWords = (notice: CreditNotice, contact: string): string =>
  `${what(notice)} ${whose(notice, contact)}${why(notice)}`

export const creditNoticeView = (notice: CreditNotice, contact: string): Html => {
  const reasons = reasonsIn(notice)
  return html`${what(notice)} ${whose(notice, contact)}${reasons === '' ? '' : html` ${sayHtml('The main reasons: {reasons}.', { reasons: ownWords(reasons) })}`}`
}

export const creditRights = (): string[] => [
  say('The consumer reporting agency did not make the decision and cannot tell you why it was made.'),
  say(
    'You have the right to a free copy of your report from the agency if you ask within 60 days of this notice. You also have the right to dispute anything in it that is inaccurate or incomplete.',
  ),
]

/** The notice of 15 U.S.C. 1681m(a), FCRA 615(a). */
export const adverseActionEmail = (
  to: string,
  { firstName, link, notices, contact }: AdverseActionFacts,
): Email => ({
  to,
  subject: say('About the consumer reports used for your insurance quotes'),
  paragraphs: [
    greeting(firstName),
    say('The Fair Credit Reporting Act, a federal law, gives you the right to this notice.'),
    ...notices.map(notice => creditNoticeWords(notice, contact)),
    ...creditRights(),
  ],
  ...(link !== null && { link: { label: say('See your application'), url: link } }),
  reason: say('We’re required by law to send you this notice. You don’t need to do anything.'),
})

export const incompleteNoticeEmail = (
  to: string,
  { firstName, link, notices, contact }: AdverseActionFacts,
): Email => ({
  to,
  subject: say('A consumer report was used for your insurance quotes'),
  paragraphs: [greeting(firstName), ...notices.map(notice => creditNoticeWords(notice, contact))],
  ...(link !== null && { link: { label: say('See your application'), url: link } }),
  reason: say('You’re receiving this because an insurance company used a consumer report about you.'),
})
