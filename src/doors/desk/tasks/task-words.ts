import type { LastAnswer } from '../../../agency/carriers/endpoint/exchange-record.ts'
import { isRejected } from '../../../agency/carriers/endpoint/retry.ts'
import { carrierAnswerProblems } from '../../../agency/carriers/openapi/answer-problems.ts'
import type { LineName } from '../../../platform/lines.ts'
import { momentWords } from '../../../platform/pages/moment.ts'
import { dayWords } from '../../../platform/values/calendar.ts'
import { usd } from '../../../platform/values/money.ts'
import { toldResult } from '../parts/frame.ts'

export const OUTCOMES = {
  offered: 'Offers entered',
  declined: 'The carrier declined',
  bound: 'Policy issued',
  blocked: 'The carrier did not issue the policy',
  asked: 'The carrier asked for more information',
  repriced: 'The carrier asked for a different price',
} as const

const TASK_MESSAGES = {
  claimed: 'The task is yours. No one else can enter an answer until you release it.',
  released: 'Released. Anyone can claim the task now.',
  taken: 'Someone else has this task, so nothing was saved. Ask them to release it, or take it over.',
  done: 'This task was already finished, so nothing was saved.',
  asked: 'Question sent. The answer will appear on this page.',
  answered: 'Answer saved.',
  offered: 'Offers saved. The applicant can see them.',
  declined: 'Decline saved.',
  bound:
    'Policy issued. We’ve emailed the buyer. A declarations page that agrees with the order can be downloaded now. Another one waits under Work until you decide.',
  blocked: 'Saved. We’ve emailed the buyer.',
  repriced: 'Saved. The purchase stopped, and we’ve emailed the buyer, who decides about the new price.',
  filed: 'Recorded. You can order the policy now.',
  unfiled: 'Nothing was saved. First record the surplus lines search and the state’s form.',
  gone: 'The applicant withdrew or changed the application, so the offer was not saved or shown. There is nothing more to do here.',
  closed:
    'This carrier can’t be sold here at the moment, so nothing was saved. Check CARRIERS_FILE, the license, the appointment and binding stops.',
  too_late:
    'The time to answer has passed: the applicant was told that this carrier did not answer. Nothing was saved.',
} as const

export type TaskMessage = keyof typeof TASK_MESSAGES

export const messageView = (name: string) => toldResult(TASK_MESSAGES, name)

type OtherTerms = { policy_number: string; annual_price: number; effective_date: string }

const otherTerms = ({ policy_number, annual_price, effective_date }: OtherTerms): string =>
  `It says that it issued policy ${policy_number} for ${usd(annual_price)} a year from ${dayWords(effective_date)}. That is not what was ordered.`

const tooLong = ({ policy_number, expiration_date }: { policy_number: string; expiration_date: string }) =>
  `It says that it issued policy ${policy_number} until ${dayWords(expiration_date)}. A policy must end within two years.`

const MOST_NAMED = 5

const SILENT: Readonly<Record<string, string>> = {
  timed_out: 'None within the time limit.',
  unreachable: 'None. We could not reach it.',
}

const PENDING = 'pending'

export const isRejectedAnswer = (last: LastAnswer | null): boolean =>
  last !== null && last.outcome !== PENDING && isRejected({ outcome: last.outcome, status: last.http_status })

const promised = ({ expected_by }: { expected_by: string }): string =>
  `It said that it would answer by ${momentWords(new Date(expected_by))}.`

const brokenRules = (text: string | null, line: LineName): string =>
  text === null
    ? ''
    : carrierAnswerProblems(Object(JSON.parse(text)), line)
        .slice(0, MOST_NAMED)
        .join('; ')

export const lastAnswerWords = ({ outcome, http_status, text }: LastAnswer, line: LineName): string => {
  if (outcome === PENDING && text !== null) return promised(JSON.parse(text))
  if (outcome === 'other_terms' && text !== null) return otherTerms(JSON.parse(text))
  if (outcome === 'period_too_long' && text !== null) return tooLong(JSON.parse(text))
  if (outcome === 'http_error') return `Not an answer to the order: HTTP status ${http_status}.`
  if (outcome === 'not_an_answer')
    return `An answer that breaks the carrier contract: ${brokenRules(text, line) || outcome}.`
  return SILENT[outcome] ?? `An answer that breaks the carrier contract (${outcome}).`
}
